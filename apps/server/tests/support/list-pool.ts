import type { ImportPicksResult } from '@outlast/contract'
import {
  type Command,
  emptyPool,
  type FeedGame,
  type Instant,
  instantFromMs,
  parseTeam,
  type PoolRules,
  type PoolState,
  runCommand,
  UNKNOWN_TEAM,
  userId,
  visibleTo,
} from '@outlast/domain'
import type { ListedMember } from '../../src/imports/find-entry.ts'
import { checkPastPicks, importablePicks, picksInWeeks } from '../../src/imports/import-past-picks.ts'
import { readPastPicks } from '../../src/imports/past-picks-list.ts'
import { planWeeks } from '../../src/imports/plan-weeks.ts'
import type { Correction } from '../../src/imports/sheet.ts'
import { nodeHashing } from '../../src/log/hashing.ts'

// A pool of a club that moves here after week 13 of 2025, without weeks. Its lists are checked like those of an admin.

const SEASON = 2025
const SYSTEM = { kind: 'system' } as const
/** After the games of week 13, before the lock of week 14. */
const NOW = '2025-12-03T12:00:00.000Z' as Instant

/** In each week the first ones win against the others. */
const WINNERS = 'BAL BUF DAL DEN DET GB HOU KC LAR MIN NO NYG PHI SEA SF TB'.split(' ')
const LOSERS = 'ARI ATL CAR CHI CIN CLE IND JAX LAC LV MIA NE NYJ PIT TEN WSH'.split(' ')
const FIRST_SUNDAY = Date.parse('2025-09-07T17:00:00.000Z')
const WEEK_MS = 604_800_000

const gamesOf = (week: number): readonly FeedGame[] =>
  WINNERS.map((host, index) => ({
    espnId: String(week * 100 + index),
    home: parseTeam(host) ?? UNKNOWN_TEAM,
    away: parseTeam(LOSERS[(index + week) % LOSERS.length] ?? '') ?? UNKNOWN_TEAM,
    kickoff: instantFromMs(FIRST_SUNDAY + (week - 1) * WEEK_MS),
    kickoffKnown: true,
    detail: null,
    status: 'final',
    homeScore: 24,
    awayScore: 17,
  }))

const member = (id: number, firstName: string, lastName: string, email: string): ListedMember => ({
  userId: userId(id),
  firstName,
  lastName,
  email,
})
const LIST_MEMBERS: readonly ListedMember[] = [
  member(1, 'Ann', 'Archer', 'ann@club.example'),
  member(2, 'Bob', 'Baker', 'bob@club.example'),
  member(3, 'José', 'Núñez', 'jose@club.example'),
  member(4, 'Zoë', 'Müller', 'zoe@club.example'),
  member(5, 'Ann', 'Zimmer', 'zimmer@club.example'),
]
const ENTRIES = [['Archer’s Arrows'], ['Bob 1', 'Bob 2'], ['El Toro'], ['Zoë'], ['Zimmer']]

/** Starts the pool of the club. */
function startListPool(rules: Partial<PoolRules> = {}): PoolState {
  const state = emptyPool()
  const send = (command: Command): void => {
    const { outcome } = runCommand(state, { command, actor: SYSTEM }, NOW, nodeHashing)
    if (!outcome.ok) throw outcome.violation
  }
  send({ type: 'ChangeRules', data: { rules: { missedPick: 'eliminated', ...rules } } })
  send({ type: 'ImportMembers', data: { members: ENTRIES.map((entryNames) => ({ entryNames })) } })
  return state
}

/** What an admin would send. */
async function listToImport(state: PoolState, csv: string, corrections: readonly Correction[] = []) {
  const list = readPastPicks(csv, SEASON, corrections, picksInWeeks(state, SEASON))
  const weeks = await planWeeks(state, list, SEASON, NOW, (week) => Promise.resolve(gamesOf(week)))
  return { pool: visibleTo(state, SYSTEM), list, members: LIST_MEMBERS, seasonYear: SEASON, weeks, actor: SYSTEM, now: NOW }
}

/** Checks a list, and returns how many of its picks would be sent to the pool as well. */
export async function checkList(csv: string, { rules = {}, corrections = [] as readonly Correction[] } = {}) {
  const given = await listToImport(startListPool(rules), csv, corrections)
  return { result: checkPastPicks(given), sent: importablePicks(given).length }
}

const outcomeText = ({ status, week }: ImportPicksResult['differences'][number]['sheet']): string =>
  week === null || status === 'won' || status === 'lost' ? status : `${status} in ${week}`

/** Says in short sentences what the check of a list found. */
export function meaningOf({ rows, columns, sheet, questions, differences }: ImportPicksResult) {
  const written: Record<string, string> = {}
  const [noPicks, refused, replaced]: string[][] = [[], [], []]
  for (const { entry, reason, picks } of rows) {
    for (const { week_number, team_abbr, status, reason: why, was_alive, cell } of reason === null ? picks : []) {
      const place = `${entry} ${week_number}`
      const isAsked = questions.some(({ line, column }) => line === cell.line && column === cell.column)
      if (status === 'new') written[entry] = [written[entry], `${week_number} ${team_abbr}`].filter((text) => text).join(', ')
      if (status === 'no_pick') noPicks?.push(`${place} ${team_abbr}${was_alive === true ? ' (was in)' : ''}`)
      if (status === 'invalid' && !isAsked) refused?.push(`${place} ${team_abbr}: ${why}`)
      if (status === 'replaced') replaced?.push(`${place} ${team_abbr}: ${why}`)
    }
  }
  const named = sheet.flatMap(({ cells, as }) =>
    cells.flatMap((text, index) => {
      const kind = as[index] ?? ''
      return ['surplus', 'total', 'note', 'cleared'].includes(kind) ? [`${kind}: ${text}`] : []
    }),
  )
  return {
    written,
    noPicks,
    questions: questions.map(({ line, heading, text, problem, choices }) => {
      const offered = choices.map(({ label }) => label).filter((label) => label !== 'No pick' && label !== 'Not an entry')
      return `${line}, ${heading}: ${text}: ${problem}${offered.length === 0 ? '' : ` [${offered.join(', ')}]`}`
    }),
    refused,
    replaced,
    differences: differences.map(
      ({ entry, sheet: said, pool, week }) => `${entry}: ${outcomeText(said)}, here ${outcomeText(pool)} (week ${week})`,
    ),
    unused: columns.flatMap(({ title, used_as }) => (used_as === null ? [title] : [])),
    named,
  }
}
