import { readFile } from 'node:fs/promises'
import { type FeedGame, RuleViolation, weekId, type WeekId } from '@outlast/domain'
import { weekInfos } from '@outlast/projections'
import { parseSeasonCsv } from '../feed/season-csv.ts'
import { type Send, withQueue } from './queue.ts'
import { commandLine, endProgress, progressLine, printMessage } from './terminal.ts'
import type { CommandDatabase } from './database.ts'

export const program = commandLine('import', 'Imports a season from a file.')

program
  .command('season')
  .description(
    'Import weeks and games from a CSV file with nflverse’s columns (season, week, gameday, gametime, away_team, home_team, scores …); existing weeks are updated',
  )
  .argument('<file>', 'the CSV file')
  .action((file: string) => importSeason(file))

async function importSeason(file: string): Promise<void> {
  const { seasonYear, weeks } = parseSeasonCsv(await readFile(file, 'utf8'))
  await withQueue(async ({ db }, send) => {
    const line = progressLine('weeks imported')
    const total = { weeks: 0, created: 0, updated: 0 }
    for (const [weekNumber, games] of weeks) {
      const { created, updated } = await importWeek(db, send, seasonYear, weekNumber, games)
      total.weeks += 1
      total.created += created
      total.updated += updated
      line(total.weeks)
    }
    endProgress()
    const [weekCount, gameCount] = [countOf(total.weeks, 'week'), countOf(total.created, 'game')]
    printMessage(`Season ${seasonYear}: ${weekCount}, ${gameCount} added, ${total.updated} changed`)
  })
}

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

async function importWeek(
  db: CommandDatabase['db'],
  send: Send,
  seasonYear: number,
  weekNumber: number,
  games: readonly FeedGame[],
) {
  const id = await addOrFindWeek(db, send, seasonYear, weekNumber)
  return send('SyncGames', { weekId: id, games })
}

async function addOrFindWeek(db: CommandDatabase['db'], send: Send, seasonYear: number, weekNumber: number): Promise<WeekId> {
  try {
    return (await send('AddWeek', { seasonYear, weekNumber })).weekId
  } catch (error) {
    if (!(error instanceof RuleViolation) || error.code !== 'week_exists') throw error
    const existing = (await weekInfos(db)).find((week) => week.season_year === seasonYear && week.week_number === weekNumber)
    if (existing === undefined) throw error
    return weekId(existing.id)
  }
}
