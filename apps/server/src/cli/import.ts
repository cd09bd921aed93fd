import { readFile } from 'node:fs/promises'
import type { ImportPicksResult } from '@outlast/contract'
import { readListFile } from '@outlast/contract/read-list-file'
import { reasonInput } from '@outlast/contract/rest/picks'
import { type FeedGame, type PoolState, RuleViolation, visibleTo, type WeekId } from '@outlast/domain'
import { count } from '@outlast/contract/words'
import { listedMembers } from '../imports/import-members.ts'
import { newNonce } from '../commands/nonce.ts'
import { parseSeasonCsv } from '../feed/season-csv.ts'
import { checkPastPicks, IMPORT_REASON, importPastPicks, outcomesOf, picksInWeeks } from '../imports/import-past-picks.ts'
import { planWeeks, seasonOfList } from '../imports/plan-weeks.ts'
import { systemClock } from '../lib/clock.ts'
import { readPastPicks } from '../imports/past-picks-list.ts'
import { type Send, withQueue } from './queue.ts'
import { commandLine, CommandError, endProgress, print, progressLine, printMessage, wholeNumber } from './terminal.ts'

export const program = commandLine('import', 'Imports a season, or past picks, from a file.')

program
  .command('season')
  .description(
    'Import weeks and games from a CSV file with nflverse’s columns (season, week, gameday, gametime, away_team, home_team, scores …); existing weeks are updated',
  )
  .argument('<file>', 'the CSV file')
  .action((file: string) => importSeason(file))

program
  .command('picks')
  .description(
    'Import the picks of weeks that have locked from a list: a row per entry with a column for each week, or a row per pick',
  )
  .argument('<file>', 'the CSV file, or an Excel workbook (.xlsx) with the list on its first sheet')
  .option('--dry-run', 'only say what would happen')
  .option('--season <year>', 'the season of the picks; default: the season of the current week', wholeNumber(2000, 2100))
  .option('--reason <text>', 'why; everybody can read it', IMPORT_REASON)
  .action((file: string, options: PicksOptions) => importPicks(file, options))

const SYSTEM = { kind: 'system' } as const

interface PicksOptions {
  readonly dryRun?: boolean
  readonly season?: number
  readonly reason: string
}

async function importPicks(file: string, { dryRun = false, season, reason }: PicksOptions): Promise<void> {
  const checked = reasonInput.safeParse(reason)
  if (!checked.success) throw new CommandError(checked.error.issues[0]?.message ?? 'The reason cannot be used')
  const read = await readListFile(new Uint8Array(await readFile(file)))
  if ('problem' in read) throw new CommandError(read.problem)
  const text = read.sheets[0]?.csv ?? ''
  await withQueue(async ({ db }, send, pool) => {
    const now = systemClock.now()
    const seasonYear = season ?? seasonOfList(pool(), now)
    const list = readPastPicks(text, seasonYear, [], picksInWeeks(pool(), seasonYear))
    const weeks = await planWeeks(pool(), list, seasonYear, now)
    const members = await listedMembers(db)
    const given = { pool: visibleTo(pool(), SYSTEM), list, members, seasonYear, weeks, actor: SYSTEM, now }
    const result = dryRun
      ? checkPastPicks(given)
      : await importPastPicks(given, async (picks) => {
          const nonces = picks.map((pick) => ({ ...pick, nonce: newNonce() }))
          const { outcomes } = await send('ImportPicks', { picks: nonces, reason }, { reason })
          return { outcomes: outcomesOf(picks, outcomes), addedWeeks: [] }
        })
    for (const line of problemsOf(result)) await print(line)
    const { new: added, exists, invalid, no_pick } = result.counts
    const done = dryRun ? 'would be imported' : 'imported'
    const open = `${invalid} invalid, ${result.questions.length} in question, ${no_pick} without a pick`
    printMessage(`Season ${result.season_year}: ${count(added, 'pick')} ${done}, ${exists} already here, ${open}`)
    if (invalid > 0) process.exitCode = 1
  })
}

function problemsOf({ rows, questions, differences, columns, sheet }: ImportPicksResult): readonly string[] {
  const ofRows = rows.flatMap(({ line, entry, email, reason, picks }) => {
    const who = `Line ${line} (${entry || email})`
    if (reason !== null) return [`${who}: ${reason}`]
    const notable = picks.filter(({ status, was_alive }) => status === 'invalid' || status === 'replaced' || was_alive === true)
    return notable.map(({ week_number, team_abbr, reason: why, status }) => {
      const what = why ?? (status === 'no_pick' ? 'no pick, though the entry was still in' : '')
      return `${who}, week ${week_number ?? '?'}, ${team_abbr}: ${what}`
    })
  })
  const cells = rows.flatMap(({ cell, picks }) => [cell, ...picks.map((pick) => pick.cell)])
  const shown = new Set(cells.flatMap((cell) => (cell === null ? [] : [`${cell.line}:${cell.column}`])))
  const others = questions.filter(({ line, column }) => !shown.has(`${line}:${column}`))
  const unused = columns.flatMap(({ title, used_as }) => (used_as === null ? [title] : []))
  const nobodys = sheet.flatMap(({ line, cells: texts, as }) =>
    as.some((kind) => kind === 'total' || kind === 'note' || kind === 'surplus')
      ? [`Line ${line}, not used: ${texts.filter((_, index) => /^(?:total|note|surplus)$/u.test(as[index] ?? '')).join(' ')}`]
      : [],
  )
  return [
    ...ofRows,
    ...others.map(({ line, heading, problem }) => `Line ${line}, ${heading}: ${problem}`),
    ...differences.map(
      ({ line, entry, sheet: said, pool }) =>
        `Line ${line} (${entry}): the list says ${outcomeText(said)}, the picks say ${outcomeText(pool)}`,
    ),
    ...(unused.length === 0 ? [] : [`Columns that are not used: ${unused.join(', ')}`]),
    ...nobodys,
  ]
}

const outcomeText = ({ status, week }: ImportPicksResult['differences'][number]['sheet']): string =>
  week === null ? status : `${status} in week ${week}`

async function importSeason(file: string): Promise<void> {
  const { seasonYear, weeks } = parseSeasonCsv(await readFile(file, 'utf8'))
  await withQueue(async (_database, send, pool) => {
    const line = progressLine('weeks imported')
    const total = { weeks: 0, created: 0, updated: 0 }
    for (const [weekNumber, games] of weeks) {
      const { created, updated } = await importWeek(pool(), send, seasonYear, weekNumber, games)
      total.weeks += 1
      total.created += created
      total.updated += updated
      line(total.weeks)
    }
    endProgress()
    const [weekCount, gameCount] = [count(total.weeks, 'week'), count(total.created, 'game')]
    printMessage(`Season ${seasonYear}: ${weekCount}, ${gameCount} added, ${total.updated} changed`)
  })
}

async function importWeek(pool: PoolState, send: Send, seasonYear: number, weekNumber: number, games: readonly FeedGame[]) {
  const id = await addOrFindWeek(pool, send, seasonYear, weekNumber)
  return send('SyncGames', { weekId: id, games })
}

async function addOrFindWeek(pool: PoolState, send: Send, seasonYear: number, weekNumber: number): Promise<WeekId> {
  try {
    return (await send('AddWeek', { seasonYear, weekNumber })).weekId
  } catch (error) {
    if (!(error instanceof RuleViolation) || error.code !== 'week_exists') throw error
    const existing = [...pool.rounds.values()].find((week) => week.seasonYear === seasonYear && week.weekNumber === weekNumber)
    if (existing === undefined) throw error
    return existing.id
  }
}
