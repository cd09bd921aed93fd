import { expect, it } from 'vitest'
import { hashing, nonceOf } from '../../tests/hashing.ts'
import { observeHistories } from '../../tests/histories/observe.ts'
import { Random } from '../../tests/histories/random.ts'
import {
  type Actor,
  type Command,
  type CommandRun,
  currentRound,
  currentSiteTime,
  type Entry,
  entryRecord,
  forkPool,
  gamesOf,
  hasKickedOff,
  type Instant,
  obstacleCode,
  type PoolState,
  type Round,
  rulesOf,
  runCommand,
  seasonResults,
  TEAMS,
  unwaivedLosses,
} from '../index.ts'
import { situation } from './of-pool.ts'
import type { Place, Situation } from './situation.ts'

// What a situation says is what the deciders do: random histories play, and now and then everything that it says of some entries is tried out.
const HISTORIES = 120
const STEPS_BETWEEN = 9

const seen = new Map<string, number>()
const see = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1)

it(
  'what a situation says of picks, buybacks and missing picks is what happens, in random histories',
  { timeout: 300_000 },
  () => {
    observeHistories(HISTORIES, (seed) => {
      const random = new Random(seed)
      let step = 0
      return (pool, _sent, now) => {
        step += 1
        if (step % STEPS_BETWEEN === 0) tryOut(pool, now, random)
        return () => {}
      }
    })
    const expected = [
      'pick accepted',
      'buyback accepted',
      'missing costs 1',
      'missing costs 2',
      'missing puts out',
      'automatic pick',
      'free',
    ]
    const refusals = ['week_locked', 'entry_eliminated', 'entry_unpaid', 'not_in_season', 'season_decided']
    const obstacles = ['team_used', 'team_picked_twice', 'opponents_picked', 'team_kicked_off', 'pick_kicked_off', 'team_on_bye']
    expect([...expected, ...refusals, ...obstacles].filter((what) => !seen.has(what))).toEqual([])
  },
)

function tryOut(pool: PoolState, now: Instant, random: Random): void {
  const state = forkPool(pool)
  run(state, { kind: 'system' }, { type: 'LockDueWeeks', data: {} }, now)
  const siteNow = currentSiteTime(state, now)
  const entries = random.shuffled([...state.entries.values()]).slice(0, 2)
  const weeks = random.shuffled([...state.rounds.values()]).slice(0, 3)
  for (const entry of entries) {
    const owner = state.users.get(entry.userId)
    if (owner === undefined || owner.isWaiting) continue
    const actor: Actor = { kind: 'user', userId: owner.id, tokenVersion: owner.tokenVersion }
    for (const week of weeks) {
      const says = situation(state, entry, week, siteNow)
      tryPicks(state, entry, week, says, actor, now, random)
      const { outcome } = attempt(state, actor, { type: 'RequestBuyback', data: { entryId: entry.id } }, now)
      if (outcome.ok) see('buyback accepted')
      // It is about the season of the current week.
      const isOffered = currentRound(state)?.contestId === week.contestId ? says.buyback !== null : outcome.ok
      expect({ isOffered, outcome }).toMatchObject({ isOffered: outcome.ok })
      tryLock(state, entry, week, says, now)
    }
  }
}

function tryPicks(
  state: PoolState,
  entry: Entry,
  week: Round,
  says: Situation<Instant>,
  actor: Actor,
  now: Instant,
  random: Random,
): void {
  for (const place of says.places) {
    const own = says.places.flatMap(({ team }) => team ?? [])
    const known = gamesOf(state, week).flatMap(({ home, away }) => [home, away])
    const teams = [...own, ...random.shuffled([...known, ...place.refused.keys(), ...TEAMS.map(({ abbr }) => abbr)]).slice(0, 5)]
    for (const team of teams.filter((abbr) => TEAMS.some((other) => other.abbr === abbr))) {
      const data = { entryId: entry.id, weekId: week.id, slot: place.slot, team, nonce: nonceOf(1) }
      const { outcome } = attempt(state, actor, { type: 'SubmitPick', data }, now)
      const code = outcome.ok ? null : outcome.violation.code
      see(code ?? 'pick accepted')
      expect({ team, code }).toEqual({ team, code: says.refusal?.code ?? refusalOfTeam(place, team) })
    }
  }
}

function refusalOfTeam({ team: current, voidBy, isFixed, refused }: Place, team: string): string | null {
  if (team === current) return voidBy === null ? null : obstacleCode(voidBy)
  if (isFixed) return 'pick_kicked_off'
  const obstacle = refused.get(team)
  return obstacle === undefined ? null : obstacleCode(obstacle)
}

/** Locks the week and ends it, if no other week locks before. */
function tryLock(pool: PoolState, entry: Entry, week: Round, says: Situation<Instant>, now: Instant): void {
  const isNext = [...pool.rounds.values()].every(
    (other) => other === week || other.locked !== null || other.lockTime > week.lockTime,
  )
  const { refusal, missing } = says
  const canMiss = refusal === undefined || refusal.code === 'entry_unpaid' || refusal.code === 'joined_after_lock'
  if (week.locked !== null || !isNext || !canMiss || pool.siteClock.mode !== 'real' || now >= week.lockTime) return
  const state = forkPool(pool)
  const { recorded } = run(state, { kind: 'system' }, { type: 'LockDueWeeks', data: {} }, week.lockTime)
  // Nobody knows before a vote on sharing closes whether the week will cost nothing.
  if (recorded.some(({ type }) => type === 'SplitVoteClosed')) return
  const given = recorded.filter(({ type, data }) => type === 'PickAssigned' && data.entryId === entry.id).length
  expect(given).toBeLessThanOrEqual(Math.max(missing.autoPicks, givenBefore(entry, week)))
  if (hasFreeTeams(pool, week, says)) expect(given).toBe(missing.autoPicks)
  if (given > 0) see('automatic pick')
  if (given !== missing.autoPicks) return
  end(state, week)
  const after = state.rounds.get(week.id)
  const season = seasonResults(state, week.contestId)
  if (after === undefined || season.weeks.find(({ id }) => id === week.id)?.complete !== true) return
  const owner = state.entries.get(entry.id)
  if (owner === undefined || season.wipeOuts.includes(week.id)) return
  const record = entryRecord(state, owner, week.contestId)
  const losses = unwaivedLosses(record, season).filter(({ weekId }) => weekId === week.id)
  if (losses.some(({ paysFor }) => paysFor.some(({ team }) => team !== null))) return
  expect({ livesLost: losses.length, missing }).toEqual({ livesLost: missing.costs?.livesLost, missing })
  see(losses.length === 0 ? 'free' : `missing costs ${losses.length}`)
  const isOut = situation(state, owner, after, week.lockTime).standing.status === 'out'
  expect(isOut).toBe(missing.costs?.isOut)
  if (isOut) see('missing puts out')
}

const givenBefore = ({ assigned }: Entry, { id }: Round): number => assigned.filter(({ weekId }) => weekId === id).length

/** Whether the lock finds a team for every pick that is missing, whatever kicks off before it or has been decided already. */
function hasFreeTeams(state: PoolState, week: Round, { places, missing }: Situation<Instant>): boolean {
  const steps = rulesOf(state, week.contestId).autoPick
  const begun = gamesOf(state, week).flatMap((game) =>
    game.kickoff <= week.lockTime || hasKickedOff(game, week.lockTime) ? [game.home, game.away] : [],
  )
  const free = TEAMS.filter(({ abbr }) => !begun.includes(abbr) && places.every(({ refused }) => !refused.has(abbr)))
  return steps.includes('alphabetical') && free.length >= 2 * missing.count
}

/** Makes all games of a locked week final as they stand. */
function end(state: PoolState, week: Round): void {
  const admin = [...state.users.values()].find(({ isAdmin }) => isAdmin)
  if (admin === undefined) return
  const actor: Actor = { kind: 'user', userId: admin.id, tokenVersion: admin.tokenVersion }
  run(state, actor, { type: 'FinalizeScores', data: { weekId: week.id } }, week.lockTime)
}

function attempt(state: PoolState, actor: Actor, command: Command, now: Instant): CommandRun {
  return run(forkPool(state), actor, command, now)
}

function run(state: PoolState, actor: Actor, command: Command, now: Instant): CommandRun {
  return runCommand(state, { command, actor }, now, hashing)
}
