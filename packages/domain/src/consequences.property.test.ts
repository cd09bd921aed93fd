import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashing } from '../tests/hashing.ts'
import { type CommandObserver, playSeason } from '../tests/season-play.ts'
import { SOME_TEAMS, seasons } from '../tests/season-steps.ts'
import {
  type CommandEnvelope,
  type Consequences,
  consequencesToken,
  currentWeek,
  forkPool,
  type Instant,
  participantsOf,
  type PoolState,
  previewCommands,
  runCommand,
  RuleViolation,
  seasonResults,
} from './index.ts'

/** The commands of the calls that have a preview. */
const PREVIEWED: ReadonlySet<string> = new Set([
  'AddWeek',
  'AmendEntry',
  'ClearSiteTime',
  'DeleteUser',
  'DeleteWeek',
  'FinalizeScores',
  'OverridePick',
  'PurgeUsersAndEntries',
  'PurgeWeeks',
  'RemoveEntry',
  'RemovePick',
  'SetIneligibleTeams',
  'SetLockTime',
  'SetSiteTime',
  'SyncGames',
])

const NUM_RUNS = 300

it('what a preview says is what then happens, in random seasons', { timeout: 300_000 }, () => {
  const seen: Seen = {
    previews: 0,
    out: 0,
    returned: 0,
    removed: 0,
    champions: 0,
    locks: 0,
    reopens: 0,
    corrections: 0,
    hidden: 0,
  }
  const observe: CommandObserver = (pool, sent, now) => {
    if (!PREVIEWED.has(sent.command.type)) return () => {}
    const positionBefore = pool.position
    const preview = previewOf(pool, sent, now)
    requireSame('the position after a preview', pool.position, positionBefore)
    const other = previewOf(withOtherHiddenPicks(pool, dueStateOf(pool, now)), sent, now)
    requireSame('a preview with other hidden picks', other, preview)
    if (preview instanceof RuleViolation) {
      if (preview.code === 'preview_hidden') seen.hidden += 1
      return ({ outcome }) => {
        const isRejected = !outcome.ok && outcome.violation.code === preview.code
        requireSame('a rejection as in the preview', isRejected || preview.code === 'preview_hidden', true)
      }
    }
    requireTakenOnlyWith(pool, sent, now, preview)
    const before = dueStateOf(pool, now)
    const year = currentWeek(before)?.seasonYear
    const was = year === undefined ? undefined : aliveIn(before, year)
    return (run) => {
      requireSame('the outcome of a command that has a preview', run.outcome.ok, true)
      count(seen, preview)
      // A lock also reveals what was hidden, which a preview must not tell. Such weeks are compared above only.
      if (preview.locks.length > 0 || year === undefined || was === undefined) return
      const is = aliveIn(pool, year)
      requireSame(
        'the entries that go out',
        preview.out,
        idsIn(was, (id, alive) => alive && is.get(id) === false),
      )
      requireSame(
        'the entries that come back',
        preview.returned,
        idsIn(was, (id, alive) => !alive && is.get(id) === true),
      )
      requireSame(
        'the removed entries',
        preview.removed,
        idsIn(was, (id) => !is.has(id)),
      )
    }
  }
  fc.assert(
    fc.property(seasons, (season) => playSeason(season, new Map(), observe)),
    { numRuns: NUM_RUNS },
  )
  expect(seen.previews).toBeGreaterThan(200)
  expect(Object.entries(seen).filter(([, times]) => times === 0)).toEqual([])
})

function previewOf(pool: PoolState, sent: CommandEnvelope, now: Instant): Consequences | RuleViolation {
  try {
    return previewCommands(pool, [sent], now, hashing)
  } catch (error) {
    if (error instanceof RuleViolation) return error
    throw error
  }
}

/** The command is accepted with the token of its preview, and rejected with another one. */
function requireTakenOnlyWith(pool: PoolState, sent: CommandEnvelope, now: Instant, preview: Consequences): void {
  const outcomeWith = (expected: Consequences) =>
    runCommand(forkPool(pool), { ...sent, expectedConsequences: consequencesToken(hashing, expected) }, now, hashing).outcome
  requireSame('the outcome with the token', outcomeWith(preview).ok, true)
  const other = outcomeWith({ ...preview, alive: { before: 999, after: 999 } })
  requireSame('the outcome with another token', other.ok ? 'accepted' : other.violation.code, 'consequences_changed')
}

interface Seen {
  previews: number
  out: number
  returned: number
  removed: number
  champions: number
  locks: number
  reopens: number
  corrections: number
  hidden: number
}

function count(seen: Seen, { out, returned, removed, champions, locks, reopens, corrections }: Consequences): void {
  seen.previews += 1
  seen.out += out.length
  seen.returned += returned.length
  seen.removed += removed.length
  seen.locks += locks.length
  seen.reopens += reopens.length
  seen.corrections += corrections.length
  if (!isDeepStrictEqual(champions.before, champions.after)) seen.champions += 1
}

function requireSame(what: string, actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected))
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`)
}

function idsIn(standings: ReadonlyMap<number, boolean>, matches: (id: number, alive: boolean) => boolean): readonly number[] {
  return [...standings].filter(([id, alive]) => matches(id, alive)).map(([id]) => id)
}

function dueStateOf(pool: PoolState, now: Instant): PoolState {
  const state = forkPool(pool)
  runCommand(state, { command: { type: 'LockDueWeeks', data: {} }, actor: { kind: 'system' } }, now, hashing)
  return state
}

function aliveIn(state: PoolState, seasonYear: number): ReadonlyMap<number, boolean> {
  const participants = participantsOf(state, seasonResults(state, seasonYear))
  return new Map(participants.map(({ entry, standing }) => [entry.id as number, standing.status === 'alive']))
}

/** Returns the pool with other teams in all picks of weeks that stay open, even if what is due happens. */
function withOtherHiddenPicks(pool: PoolState, due: PoolState): PoolState {
  const other = forkPool(pool)
  for (const entry of pool.entries.values()) {
    const picks = entry.picks.map((pick) => {
      if ((due.weeks.get(pick.weekId)?.locked ?? null) !== null) return pick
      return { ...pick, team: SOME_TEAMS[(SOME_TEAMS.indexOf(pick.team as never) + 3) % SOME_TEAMS.length] as typeof pick.team }
    })
    other.entries.set(entry.id, { ...entry, picks })
  }
  return other
}
