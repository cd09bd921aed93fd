import { describe, expect, it } from 'vitest'
import { hashing, nonceOf } from '../../tests/hashing.ts'
import { accounts, AFTER_2, createEntry, final, season } from '../../tests/pool.ts'
import { ADMIN, admin, given, MEMBER, time, user } from '../../tests/specification.ts'
import {
  mainContest,
  type Command,
  consequencesToken,
  entryId,
  entryStanding,
  forkPool,
  previewCommands,
  runCommand,
  seasonResults,
  visibleTo,
  weekId,
} from '../index.ts'

/** A strict pool with an entry and without weeks. */
const before = () =>
  given(...accounts, admin('ChangeRules', { rules: { missedPick: 'eliminated' } }), createEntry(MEMBER, 'One')).state()

const addWeek = (asId: number): Command => ({
  type: 'AddWeek',
  data: { seasonYear: 2025, weekNumber: 1, asId: weekId(asId) },
})
const games = admin('SyncGames', { weekId: 1, games: [final('BUF-MIA', 21, 3)] }).command
const lost = admin('SyncGames', { weekId: 1, games: [final('BUF-MIA', 3, 21)] }).command
const picks = {
  type: 'ImportPicks',
  data: { picks: [{ entryId: entryId(1), weekId: weekId(1), team: 'BUF', nonce: nonceOf(1) }], reason: 'from our sheet' },
} as const

const run = (first: readonly Command[], expectedConsequences?: string, pool = before()) => {
  const state = forkPool(pool)
  const sent = { command: picks, first, actor: user(ADMIN), expectedConsequences }
  return { state, ...runCommand(state, sent, time(AFTER_2), hashing) }
}
/** The token of what an admin sees in a preview of the commands. */
const previewed = (first: readonly Command[]) => {
  const sent = { command: picks, first, actor: user(ADMIN) }
  return consequencesToken(hashing, previewCommands(visibleTo(before(), sent.actor), [sent], time(AFTER_2), hashing))
}

describe('runCommand with commands that come first', () => {
  it('records a past week with its games and picks, and its lock as the work of the system', () => {
    const { state, recorded, outcome } = run([addWeek(1), games])
    expect(outcome).toEqual({ ok: true, reply: { outcomes: [{ status: 'new' }] } })
    const types = recorded.map(({ type, metadata }) => [type, metadata.role])
    expect(types[0]).toEqual(['WeekAdded', 'admin'])
    expect(types).toContainEqual(['WeekLocked', 'system'])
    expect(types.at(-1)).toEqual(['PickOverridden', 'admin'])
    expect(state.position).toBe(recorded.at(-1)?.position)
    const [entry] = state.entries.values()
    expect(entry && entryStanding(state, entry, seasonResults(state, mainContest(2025)))).toMatchObject({ status: 'alive' })
  })

  it('records nothing if one of them is refused', () => {
    const { state, recorded, outcome } = run([addWeek(7), games])
    expect(outcome).toMatchObject({ ok: false, violation: { code: 'version_conflict' } })
    expect(recorded).toEqual([])
    expect([state.position, [...state.rounds.values()]]).toEqual([before().position, []])
  })

  it('records them if their consequences are those of the preview, and none of them if not', () => {
    const commands = [addWeek(1), games]
    expect(run(commands, previewed(commands)).outcome.ok).toBe(true)
    const other = run(commands, previewed([addWeek(1), lost]))
    expect(other.outcome).toMatchObject({ ok: false, violation: { code: 'consequences_changed' } })
    expect(other.recorded).toEqual([])
  })

  it.each([
    ['the rules refuse one of them', [addWeek(7), games], undefined, 'week_exists'],
    ['their consequences have changed', [games], 'another token', 'consequences_changed'],
  ] as const)('records a lock that was due, and nothing else, if %s (docs/rules.md §2.2)', (_, first, expected, code) => {
    const due = given(...season).state()
    const { state, recorded, outcome } = run(first, expected, due)
    expect(outcome).toMatchObject({ ok: false, violation: { code } })
    expect(recorded.map(({ type, metadata }) => [type, metadata.role])).toEqual([
      ['WeekLocked', 'system'],
      ['WeekLocked', 'system'],
    ])
    expect(state.position).toBe(recorded.at(-1)?.position)
  })
})
