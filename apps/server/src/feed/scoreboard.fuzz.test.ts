import { readdirSync, readFileSync } from 'node:fs'
import {
  type Actor,
  type CommandData,
  type CommandType,
  emptyPool,
  type FeedGame,
  type Hashing,
  type Instant,
  obstacleTo,
  parseTeam,
  type PoolState,
  runCommand,
  scheduleWeekId,
  weekId,
  weekResults,
} from '@outlast/domain'
import { sharedData } from '@outlast/testing/root'
import { describe, expect, it } from 'vitest'
import {
  competitorsOf,
  fieldOf,
  type Mutant,
  mutate,
  MUTATIONS,
  randomFrom,
  realisticAnswer,
} from '../../tests/support/scoreboard-mutants.ts'
import { listOf } from './loose-json.ts'
import { readScoreboard } from './scoreboard.ts'

// Mutates answers of the scoreboard, one field at a time, and checks that the pool never believes more than the answer says.
// `SCOREBOARD_MUTANTS` sets their number (`npm run test:long -- scoreboard`: 20,000), `SCOREBOARD_SEED` the first seed.
const MUTANTS = Number(process.env['SCOREBOARD_MUTANTS'] ?? 500)
const SEED = Number(process.env['SCOREBOARD_SEED'] ?? 1)

interface Base {
  readonly name: string
  readonly answer: unknown
  readonly seasonYear: number
  readonly week: number
}

const OWN: Base = { name: 'a generated answer', answer: realisticAnswer(), seasonYear: 2025, week: 4 }
const folder = sharedData('espn')
const RECORDED: readonly Base[] =
  folder === undefined
    ? []
    : readdirSync(folder).flatMap((name) => {
        const [, year, week] = /^(\d{4})-reg-w(\d{2})-/.exec(name) ?? []
        if (year === undefined || week === undefined) return []
        return [
          { name, answer: JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')), seasonYear: Number(year), week: Number(week) },
        ]
      })

const hashing: Hashing = { sha256: () => new Uint8Array(32), hmacSha256: () => new Uint8Array(32) }
const SYSTEM: Actor = { kind: 'system' }

/** Returns a pool with the week, which has locked. */
function lockedPool({ seasonYear, week }: Base): PoolState {
  const pool = emptyPool()
  const now = `${seasonYear}-08-01T12:00:00.000Z` as Instant
  run(pool, 'AddWeek', { seasonYear, weekNumber: week } as CommandData['AddWeek'], now)
  run(pool, 'SetLockTime', { weekId: weekId(1), lockTime: `${seasonYear}-08-02T12:00:00.000Z` as Instant }, now)
  run(pool, 'LockDueWeeks', {}, `${seasonYear}-12-30T12:00:00.000Z` as Instant)
  return pool
}

function run<T extends CommandType>(pool: PoolState, type: T, data: CommandData[T], now: Instant): void {
  const { outcome } = runCommand(pool, { command: { type, data } as never, actor: SYSTEM }, now, hashing)
  if (!outcome.ok) throw new Error(`${type}: ${outcome.violation.code}`)
}

function sync(pool: PoolState, games: readonly FeedGame[], { seasonYear }: Base): void {
  run(pool, 'SyncGames', { weekId: weekId(1), games }, `${seasonYear}-12-30T13:00:00.000Z` as Instant)
}

const gamesIn = (pool: PoolState) => pool.schedule.get(scheduleWeekId(1))!.games
const resultsIn = (pool: PoolState) => weekResults(pool, pool.rounds.get(weekId(1))!)
const events = (answer: unknown): readonly unknown[] => (answer as { events: readonly unknown[] }).events

/** The teams of an event of an answer that was not mutated. */
function teamsOf(event: unknown): readonly string[] {
  return competitorsOf(event).map(({ team }) => parseTeam((team as { abbreviation: string }).abbreviation) ?? '?')
}

/** Whether an event says, in so many words, that these teams ended a game with these scores. Deliberately simpler than the reader. */
function says(event: unknown, scores: ReadonlyMap<string, number>, original: unknown): boolean {
  const statuses = [fieldOf(event, 'status'), fieldOf(listOf(fieldOf(event, 'competitions'))[0], 'status')]
  const types = statuses.flatMap((status) => (status === undefined || status === null ? [] : [fieldOf(status, 'type')]))
  const isFinal =
    types.length > 0 &&
    types.every((type) => /^status_final/i.test(String(fieldOf(type, 'name'))) && fieldOf(type, 'completed') === true)
  const said = new Map(
    competitorsOf(event).map((row) => {
      const [id, abbreviation] = [fieldOf(row['team'], 'id') ?? row['id'], String(fieldOf(row['team'], 'abbreviation'))]
      const same = competitorsOf(original).find(
        ({ team }) =>
          fieldOf(team, 'id') === id || String(fieldOf(team, 'abbreviation')).toLowerCase() === abbreviation.toLowerCase(),
      )
      return [same === undefined ? '?' : teamsOf({ competitions: [{ competitors: [same] }] })[0], Number(row['score'])]
    }),
  )
  return isFinal && [...scores].every(([team, score]) => said.get(team) === score)
}

function check(base: Base, mutant: Mutant): void {
  const { games, unread } = readScoreboard(mutant.answer, base)
  const original = readScoreboard(base.answer, base).games
  // No event is lost.
  const elsewhere = unread.filter(({ what, espnId }) => what === 'week' && !games.some((game) => game.espnId === espnId))
  const distinct = new Set(events(mutant.answer).map((event) => JSON.stringify(event)))
  expect(games.length + elsewhere.length).toBeGreaterThanOrEqual(distinct.size)
  // Whatever is not understood is named: the reading of a garbled event is the same as before, or it is named.
  const index = mutant.event
  const isGarbled = ['missing', 'null', 'other type', 'unknown value'].includes(mutant.mutation)
  const before = original.find(({ espnId }) => index !== null && espnId === fieldOf(events(base.answer)[index], 'id'))
  const isSame = games.some((game) => JSON.stringify(withoutDetail(game)) === JSON.stringify(before && withoutDetail(before)))
  const isClear = index === null || !isGarbled || mutant.isElsewhere
  expect(isClear || isSame || unread.length > 0).toBe(true)
  for (const isKnown of [false, true]) {
    const pool = lockedPool(base)
    if (isKnown) sync(pool, original, base)
    const earlier = new Map(resultsIn(pool).results)
    sync(pool, games, base)
    const [after, played] = [resultsIn(pool), gamesIn(pool)]
    // No team is wrongly on a bye.
    const here = events(base.answer).filter((_, n) => !(mutant.isElsewhere && n === index))
    for (const team of here.flatMap(teamsOf)) expect([team, obstacleTo(played, team, 1)?.code]).not.toEqual([team, 'team_on_bye'])
    // No result counts that the answer does not say, and none that counted is lost because an answer is garbled.
    for (const [team, result] of after.results) {
      const game = played.find(({ home, away, phase }) => phase !== 'moved' && (home === team || away === team))!
      const scores = new Map([
        [game.home as string, game.homeScore ?? -1],
        [game.away as string, game.awayScore ?? -1],
      ])
      const isSaid = events(base.answer).some((event) =>
        teamsOf(event).includes(team) ? events(mutant.answer).some((said) => says(said, scores, event)) : false,
      )
      expect([team, result, isSaid || earlier.get(team) === result]).toEqual([team, result, true])
    }
    const isKept = [...earlier.keys()].every((team) => after.results.has(team))
    expect(isKept || !isGarbled).toBe(true)
    const isResultUnread = unread.some(({ what }) => what === 'status' || what.endsWith('_score'))
    expect(isResultUnread && after.complete).toBe(false)
  }
}

function withoutDetail(game: FeedGame): object {
  const { detail: _, ...rest } = game
  return rest
}

describe(`${MUTANTS} mutants of the scoreboard`, () => {
  const bases = [OWN, ...RECORDED]
  it(
    `lose no game, put no team on a bye, decide nothing, and are named (${RECORDED.length === 0 ? 'without' : 'with'} recorded answers)`,
    {
      timeout: 60_000 + 60 * MUTANTS,
    },
    () => {
      const seen = new Set<string>()
      for (let n = 0; n < MUTANTS; n += 1) {
        const base = bases[n % bases.length] ?? OWN
        const mutant = mutate(base.answer, randomFrom(SEED + n))
        seen.add(mutant.mutation)
        try {
          check(base, mutant)
        } catch (error) {
          throw new Error(
            `${base.name}, seed ${SEED + n}, ${mutant.what}: ${error instanceof Error ? error.message : String(error)}`,
            { cause: error },
          )
        }
      }
      expect([...seen].sort()).toEqual([...MUTATIONS].sort())
    },
  )
})
