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
])

const NUM_RUNS = 300

it('what a preview says is what then happens, in random seasons', { timeout: 300_000 }, () => {
  const seen = { previews: 0, out: 0, returned: 0, champions: 0, locks: 0, reopens: 0, hidden: 0, changed: 0 }
  const observe: CommandObserver = (pool, sent, now) => {
    if (!PREVIEWED.has(sent.command.type)) return () => {}
    const unchanged = pool.position
    const preview = previewOf(pool, sent, now)
    expect(pool.position, 'a preview changes nothing').toBe(unchanged)
    expect(
      previewOf(withOtherHiddenPicks(pool, dueStateOf(pool, now)), sent, now),
      'hidden picks do not influence a preview',
    ).toEqual(preview)
    if (preview instanceof RuleViolation) {
      if (preview.code === 'preview_hidden') seen.hidden += 1
      return (run) => {
        if (preview.code !== 'preview_hidden') expect(run.outcome).toMatchObject({ ok: false, violation: { code: preview.code } })
      }
    }
    expectOnlyWith(pool, sent, now, preview)
    const before = dueStateOf(pool, now)
    const year = currentWeek(before)?.seasonYear
    const was = year === undefined ? undefined : aliveIn(before, year)
    return (run) => {
      expect(run.outcome.ok, 'a command that has a preview is accepted').toBe(true)
      seen.previews += 1
      seen.out += preview.out.length
      seen.returned += preview.returned.length
      seen.locks += preview.locks.length
      seen.reopens += preview.reopens.length
      if (preview.champions.before !== preview.champions.after) seen.champions += 1
      // A lock also reveals what was hidden, which a preview must not tell. Such weeks are compared above only.
      if (preview.locks.length > 0) return
      if (year === undefined || was === undefined) return
      const is = aliveIn(pool, year)
      const out = [...was].filter(([id, alive]) => alive && is.get(id) === false).map(([id]) => id)
      const returned = [...was].filter(([id, alive]) => !alive && is.get(id) === true).map(([id]) => id)
      expect({ out: preview.out, returned: preview.returned, removed: preview.removed }).toEqual({
        out,
        returned,
        removed: [...was.keys()].filter((id) => !is.has(id)),
      })
      if (preview.out.length + preview.returned.length > 0) seen.changed += 1
    }
  }
  fc.assert(
    fc.property(seasons, (season) => playSeason(season, new Map(), observe)),
    { numRuns: NUM_RUNS },
  )
  expect(seen.previews).toBeGreaterThan(200)
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0)
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
function expectOnlyWith(pool: PoolState, sent: CommandEnvelope, now: Instant, preview: Consequences): void {
  const outcomeWith = (token: string) =>
    runCommand(forkPool(pool), { ...sent, expectedConsequences: token }, now, hashing).outcome
  expect(outcomeWith(consequencesToken(hashing, preview)).ok).toBe(true)
  const other = consequencesToken(hashing, { ...preview, alive: { before: 999, after: 999 } })
  expect(outcomeWith(other)).toMatchObject({ ok: false, violation: { code: 'consequences_changed' } })
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
  for (const entry of [...pool.entries.values()]) {
    const picks = entry.picks.map((pick) => {
      if (due.weeks.get(pick.weekId)?.locked != null) return pick
      return { ...pick, team: SOME_TEAMS[(SOME_TEAMS.indexOf(pick.team as never) + 3) % SOME_TEAMS.length] as typeof pick.team }
    })
    other.entries.set(entry.id, { ...entry, picks })
  }
  return other
}
