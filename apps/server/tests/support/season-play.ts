import { createHash } from 'node:crypto'
import { ApiError } from '@outlast/contract'
import type { Instant, TeamAbbr } from '@outlast/domain'
import { expect } from 'vitest'
import type { LocalFeedGame } from '../../src/feed/local/scoreboard-of.ts'
import { expectSeasonAsInOracle } from './season-compare.ts'
import { expectedLock, hoursFrom, type PlayedGame, type PlayedSeason } from './season-file.ts'
import { type LocalFeed, startLocalFeed } from '@outlast/testing/fakes/local-feed'
import { type OracleEntry, type OracleGame, SeasonOracle } from './season-oracle.ts'
import { type PickHabits, type Plan, planOf } from './season-script.ts'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { type Person } from '@outlast/testing/server/people'

export interface SeasonOptions {
  readonly season: PlayedSeason
  readonly seed: string
  readonly habits: PickHabits
  readonly missedPick: 'survives' | 'eliminated'
  /** Each with five entries. The first is the admin. */
  readonly members: number
}

/** A running season on the pool and on the oracle. */
export interface SeasonPlay extends Omit<SeasonOptions, 'members'> {
  readonly pool: TestPool
  readonly feed: LocalFeed
  readonly oracle: SeasonOracle
  readonly members: readonly Person[]
  readonly teams: readonly string[]
  /** How often each case occurred, to check that the season covers enough. */
  readonly tally: Map<string, number>
  readonly stop: () => Promise<void>
}

const ENTRIES_EACH = 5
const CONCURRENCY = 16
/** How long a game lasts after its kickoff. */
const GAME_HOURS = 3.25

/** Sets up a pool with its members and their entries before the season. */
export async function openSeason(options: SeasonOptions): Promise<SeasonPlay> {
  const feed = await startLocalFeed()
  const pool = await startTestPool({ config: { espnBaseUrl: feed.url } })
  const oracle = new SeasonOracle(options.missedPick)
  const members: Person[] = []
  const teams = [...new Set([...options.season.weeks.values()].flat().flatMap((game) => [game.home, game.away]))].sort()
  const stop = async () => {
    await pool.stop()
    await feed.stop()
  }
  const play = { ...options, pool, feed, oracle, members, teams, tally: new Map<string, number>(), stop }
  const admin = await pool.register('Member 0')
  members.push(admin)
  await setTime(play, `${options.season.year}-08-01T12:00:00.000Z`)
  if (options.missedPick === 'eliminated') await admin.api.call('updateRules', { body: { missed_pick: 'eliminated' } })
  await forEachConcurrently(range(options.members), async (i) => {
    const member = i === 0 ? admin : await pool.register(`Member ${i}`)
    members[i] = member
    for (const index of range(ENTRIES_EACH).map((j) => i * ENTRIES_EACH + j)) {
      const name = `Entry ${createHash('sha256').update(String(index)).digest('hex').slice(0, 8)}`
      const { id } = await member.api.call('createEntry', { body: { user_id: member.id, name } })
      const fresh = { picks: new Map(), waivedLosses: new Set<string>(), missed: new Set<number>(), eliminatedByAdmin: null }
      oracle.entries.push({ id, index, name, userId: member.id, userName: `Member ${i}`, ...fresh })
    }
  })
  return play
}

/** Plays one week from Tuesday to Tuesday and compares pool and oracle after each stage. */
export async function playWeek(play: SeasonPlay, number: number): Promise<void> {
  const { oracle, season } = play
  const games = season.weeks.get(number)!
  const lock = expectedLock(games)
  await setTime(play, hoursFrom(lock, -120))
  const week = await addWeek(play, number, lock)
  const ineligible = number % 3 === 2 ? [games[0]!.home, games[0]!.away] : []
  if (ineligible.length > 0)
    await admin(play).api.call('updateWeek', { params: { id: week }, body: { ineligible_teams: ineligible } })
  const plans = new Map(
    oracle.entries.map((entry) => [entry.id, planOf(play.seed, entry.index, number, play.teams, play.habits)]),
  )
  const takeTurns = (turn: 0 | 1 | 2) =>
    forEachConcurrently(oracle.entries, (entry) =>
      takeTurn(play, entry, plans.get(entry.id)!, turn, { id: week, number, ineligible }),
    )

  await setTime(play, hoursFrom(lock, -90))
  await takeTurns(0)
  await setTime(play, hoursFrom(lock, -14))
  await sync(play, number, asOf(games, hoursFrom(lock, -14)))
  await takeTurns(1)
  await expectHiddenThursday(play, number, week)
  await expectSeasonAsInOracle(play, `week ${number}, the night before the lock`)
  await setTime(play, new Date(Date.parse(lock) - 1).toISOString())
  await takeTurns(2)

  await setTime(play, lock)
  await expectClosed(play, week)
  oracle.lock(number)
  await expectSeasonAsInOracle(play, `week ${number}, at the lock`)
  await setTime(play, hoursFrom(lock, 9))
  await sync(play, number, withWrongScore(number, asOf(games, hoursFrom(lock, 9))))
  await expectSeasonAsInOracle(play, `week ${number}, on Sunday night`)
  await setTime(play, hoursFrom(lock, 44))
  await sync(play, number, asOf(games, hoursFrom(lock, 1000)))
  await expectSeasonAsInOracle(play, `week ${number}, after all games`, { everyReveal: true })
  await changeEliminations(play, number)
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i)
const admin = (play: SeasonPlay): Person => play.members[0]!

async function setTime(play: SeasonPlay, now: string): Promise<void> {
  await admin(play).api.call('setSiteTime', { body: { now_iso: now } })
}

/** Adds the week with its scheduled games as the current one, with the automatic lock. */
async function addWeek(play: SeasonPlay, number: number, lock: string): Promise<number> {
  const { api } = admin(play)
  const { id } = await api.call('createWeek', { body: { season_year: play.season.year, week_number: number } })
  play.oracle.weeks.push({ id, number, isLocked: false, games: [] })
  await sync(play, number, asOf(play.season.weeks.get(number)!, '2000-01-01T00:00:00.000Z'))
  await api.call('setCurrentWeek', { body: { week_id: id } })
  play.oracle.current = number
  const current = await play.pool.visitor.call('currentWeek')
  expect(current).toMatchObject({ id, week_number: number, lock_time: lock, lock_is_automatic: true, is_locked: false })
  return id
}

/** Makes the feed report these games, and syncs them as the admin. */
async function sync(play: SeasonPlay, number: number, games: readonly LocalFeedGame[]): Promise<void> {
  const { year } = play.season
  play.feed.setGames({ seasonYear: year, week: number }, games)
  const response = await admin(play).api.call('syncGames', { body: { season_year: year, week_number: number } })
  expect(response).toMatchObject({ total: games.length, season_year: year, week_number: number })
  play.oracle.week(number).games = games.map(({ espnId, home, away, homeScore, awayScore, status }): OracleGame => ({
    espnId,
    home,
    away,
    homeScore,
    awayScore,
    status: status as OracleGame['status'],
  }))
}

/** Returns the games at a moment: scheduled, in progress with half of the points, or final. */
function asOf(games: readonly PlayedGame[], now: string): LocalFeedGame[] {
  return games.map((game) => {
    const status = now < game.kickoff ? 'scheduled' : now < hoursFrom(game.kickoff, GAME_HOURS) ? 'in_progress' : 'final'
    const points = (score: number) => (status === 'scheduled' ? null : status === 'final' ? score : Math.floor(score / 2))
    return {
      espnId: game.espnId,
      home: game.home as TeamAbbr,
      away: game.away as TeamAbbr,
      kickoff: game.kickoff as Instant,
      kickoffKnown: true,
      status,
      homeScore: points(game.homeScore),
      awayScore: points(game.awayScore),
      detail: null,
    }
  })
}

/** In weeks 2 and 7 the feed reports swapped scores on Sunday and corrects them later. */
function withWrongScore(number: number, games: readonly LocalFeedGame[]): readonly LocalFeedGame[] {
  if (number !== 2 && number !== 7) return games
  return games.map((game) => (game.status === 'final' ? { ...game, homeScore: game.awayScore, awayScore: game.homeScore } : game))
}

interface OpenWeek {
  readonly id: number
  readonly number: number
  readonly ineligible: readonly string[]
}

async function takeTurn(play: SeasonPlay, entry: OracleEntry, plan: Plan, turn: 0 | 1 | 2, week: OpenWeek): Promise<void> {
  const step = plan.steps[turn]
  const { api } = play.members.find((member) => member.id === entry.userId)!
  const slot = { entry_id: entry.id, week_id: week.id }
  if (play.oracle.elimination(entry) !== null) {
    if (turn > 0 || plan.invalidPick === null) return
    return expectRejected(play, api.call('submitPick', { body: { ...slot, team_abbr: plan.first[0]! } }), 403, 'entry_eliminated')
  }
  const games = play.oracle.week(week.number).games
  const hasGame = (team: string) => games.some((game) => game.home === team || game.away === team)
  const isUsed = (team: string) => [...entry.picks].some(([number, used]) => used === team && number !== week.number)
  if (turn === 0 && plan.invalidPick !== null) {
    const invalid = {
      used: plan.first.find((team) => isUsed(team) && hasGame(team) && !week.ineligible.includes(team)),
      bye: plan.first.find((team) => !isUsed(team) && !hasGame(team)),
      ineligible: plan.first.find((team) => !isUsed(team) && week.ineligible.includes(team)),
    }[plan.invalidPick]
    const code = { used: 'team_used', bye: 'team_on_bye', ineligible: 'team_ineligible' }[plan.invalidPick]
    if (invalid !== undefined)
      await expectRejected(play, api.call('submitPick', { body: { ...slot, team_abbr: invalid } }), 409, code)
  }
  if (step === 'nothing') return
  const held = entry.picks.get(week.number)
  const pickId = entry.id * 1_000_000 + week.id
  count(play, step)
  if (step === 'clear') {
    await api.call('clearPick', { params: { id: pickId } })
    entry.picks.delete(week.number)
    return
  }
  const order = turn === 0 ? plan.first : plan.second
  const team = order.find((other) => other !== held && hasGame(other) && !isUsed(other) && !week.ineligible.includes(other))!
  const response =
    step === 'change'
      ? await api.call('changePick', { params: { id: pickId }, body: { team_abbr: team } })
      : await api.call('submitPick', { body: { ...slot, team_abbr: team.toLowerCase() } })
  expect(response).toMatchObject({ id: pickId, team_abbr: team, result: 'tbd' })
  entry.picks.set(week.number, team)
}

/** Checks after Thursday's games that their scores are public but no pick is (docs/rules.md §4.3). */
async function expectHiddenThursday(play: SeasonPlay, number: number, week: number): Promise<void> {
  const games = await play.pool.visitor.call('weekGames', { params: { id: week } })
  const final = games.filter((game) => game.status === 'final').flatMap((game) => [game.home_team_abbr, game.away_team_abbr])
  for (const entry of play.oracle.entries) if (final.includes(entry.picks.get(number) ?? '')) count(play, 'final before the lock')
  await expectRejected(play, play.pool.visitor.call('weekReveal', { params: { id: week } }), 403, 'reveal_not_available')
  await expectRejected(play, play.pool.visitor.call('weekPicks', { params: { id: week } }), 403, 'reveal_not_available')
}

/** Checks that no pick is accepted at the lock time. */
async function expectClosed(play: SeasonPlay, week: number): Promise<void> {
  const { oracle } = play
  const alive = oracle.entries.filter((entry) => oracle.elimination(entry) === null).slice(0, 8)
  await forEachConcurrently(alive, (entry) => {
    const { api } = play.members.find((member) => member.id === entry.userId)!
    const body = { entry_id: entry.id, week_id: week, team_abbr: play.teams[0]! }
    return expectRejected(play, api.call('submitPick', { body }), 403, 'week_locked')
  })
}

/** Eliminates some entries by hand and reinstates others between the weeks. */
async function changeEliminations(play: SeasonPlay, number: number): Promise<void> {
  const { oracle } = play
  const alive = oracle.byName().filter((entry) => oracle.elimination(entry) === null)
  const out = oracle.byName().filter((entry) => oracle.elimination(entry) !== null)
  const setEliminated = (entry: OracleEntry, isEliminated: boolean) => {
    count(play, isEliminated ? 'eliminated by hand' : 'reinstated')
    return admin(play).api.call('adminUpdateEntry', { params: { id: entry.id }, body: { is_eliminated: isEliminated } })
  }
  for (const entry of number === 3 ? alive.slice(0, 4) : []) {
    await setEliminated(entry, true)
    oracle.eliminateByAdmin(entry)
  }
  for (const entry of number === 4 || number === 6 ? out.filter((_, i) => i % 9 === 0) : []) {
    await setEliminated(entry, false)
    oracle.reinstate(entry)
  }
  if (number === 3 || number === 4 || number === 6)
    await expectSeasonAsInOracle(play, `after the admin's changes of week ${number}`, { everyReveal: true })
}

async function expectRejected(play: SeasonPlay, call: Promise<unknown>, status: number, code: string): Promise<void> {
  const error = await call.then(
    () => new Error('it was accepted'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status, code })
  if (code === 'team_ineligible') expect((error as ApiError).message).toContain('ineligible')
  count(play, code)
}

function count(play: SeasonPlay, name: string): void {
  play.tally.set(name, (play.tally.get(name) ?? 0) + 1)
}

/** Runs tasks concurrently, with a limit. */
async function forEachConcurrently<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const remaining = [...items]
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let next = remaining.shift(); next !== undefined; next = remaining.shift()) await run(next)
    }),
  )
}
