import { describe, expect, it } from 'vitest'
import { hashing, nonceOf } from '../../tests/hashing.ts'
import { accounts, AFTER_2, createEntry, final, season } from '../../tests/pool.ts'
import { ADMIN, admin, given, MEMBER, START, time, user } from '../../tests/specification.ts'
import {
  mainContest,
  type Command,
  consequencesToken,
  entryId,
  entryStanding,
  forkPool,
  previewCommands,
  rehearseCommands,
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

  it('records nothing if the last command is refused, and lets other errors through', () => {
    const refused = { ...admin('RemoveEntry', { entryId: 9 }), first: [addWeek(1), games], actor: user(ADMIN) }
    const { recorded, outcome } = runCommand(before(), refused, time(AFTER_2), hashing)
    expect(outcome).toMatchObject({ ok: false, violation: { code: 'entry_not_found' } })
    expect(recorded).toEqual([])
    const broken = { ...hashing, sha256: () => assertNever() }
    const sent = { command: picks, first: [addWeek(1), games], actor: user(ADMIN) }
    expect(() => runCommand(before(), sent, time(AFTER_2), broken)).toThrow('out of order')
  })

  it('records the request that they came with', () => {
    const sent = { command: picks, first: [addWeek(1)], actor: user(ADMIN), metadata: { request_id: 'abc' } }
    const { recorded } = runCommand(before(), sent, time(AFTER_2), hashing)
    const added = recorded.find(({ type }) => type === 'WeekAdded')
    expect(added?.metadata).toStrictEqual({ actor: ADMIN, role: 'admin', request_id: 'abc' })
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

describe('a command whose consequences were previewed', () => {
  const eliminate = admin('AmendEntry', { entryId: 1, isEliminated: true })
  const state = () => given(...season, createEntry(MEMBER, 'One')).state()
  const preview = (...commands: readonly Command[]) =>
    previewCommands(
      visibleTo(state(), user(ADMIN)),
      commands.map((command) => ({ command, actor: user(ADMIN) })),
      START,
      hashing,
    )

  it('is recorded only if it would still have them', () => {
    const send = (expectedConsequences: string) =>
      runCommand(state(), { command: eliminate.command, actor: user(ADMIN), expectedConsequences }, START, hashing)
    expect(send(consequencesToken(hashing, preview(eliminate.command))).outcome.ok).toBe(true)
    const { outcome, recorded } = send(consequencesToken(hashing, preview()))
    expect(outcome).toMatchObject({ ok: false, violation: { code: 'consequences_changed' } })
    expect(recorded).toEqual([])
  })

  it('has none if the rules refuse it: the preview is refused, and a rehearsal can count it and go on', () => {
    const refused = admin('AmendEntry', { entryId: 9, isEliminated: true })
    const addWeek3 = admin('AddWeek', { seasonYear: 2025, weekNumber: 3 })
    expect(() => preview(refused.command)).toThrow('entry_not_found')
    const sent = [refused, eliminate, addWeek3].map(({ command, by: actor }) => ({ command, actor }))
    const rehearsal = rehearseCommands(visibleTo(state(), user(ADMIN)), sent, START, hashing, true)
    expect(rehearsal.refused).toBe(1)
    expect(rehearsal.recorded.map(({ type }) => type)).toEqual(['EntryEliminatedByHand', 'WeekAdded'])
  })
})

function assertNever(): never {
  throw new TypeError('out of order')
}
