import { describe, expect, it } from 'vitest'
import { type RecordedEvent, TEAMS } from '../index.ts'
import { nonceOf } from '../../tests/hashing.ts'
import { admin, at, by, given, type CommandStep, user } from '../../tests/specification.ts'
import { addWeek, AFTER_1, createEntry, final, game, LOCK_1, pick, pool, sync, timer } from '../../tests/pool.ts'

const randomize = (overwrite: boolean, n = 1, weekId = 1): CommandStep =>
  admin('RandomizePicks', { weekId, overwrite, seed: nonceOf(n) })
const teamsIn = (events: readonly RecordedEvent[]) =>
  events.flatMap((event) => (event.type === 'PickOverridden' ? [event.data.team] : []))

describe('RandomizePicks (docs/rules.md §3.6)', () => {
  it('gives every alive entry a pick', () => {
    given(...pool)
      .when(randomize(false))
      .thenEvents(
        ['PickOverridden', { entryId: 1, source: 'randomized' }],
        ['PickOverridden', { entryId: 2 }],
        ['PicksRandomized', { weekId: 1, overwrite: false, created: 2, updated: 0, skipped: 0 }],
      )
      .thenReply({ created: 2, updated: 0, skipped: 0 })
  })
  it('skips entries that have a pick', () => {
    given(...pool, pick(1, 'BUF'))
      .when(randomize(false))
      .thenEvents(['PickOverridden', { entryId: 2 }], ['PicksRandomized', { created: 1, updated: 0, skipped: 1 }])
      .thenReply({ created: 1, updated: 0, skipped: 1 })
  })
  it('replaces existing picks with overwrite', () => {
    given(...pool, pick(1, 'BUF'))
      .when(randomize(true))
      .thenEvents(['PickOverridden', { entryId: 1 }], ['PickOverridden'], ['PicksRandomized', { overwrite: true, updated: 1 }])
      .thenReply({ created: 1, updated: 1, skipped: 0 })
  })
  it('skips eliminated entries', () => {
    given(...pool, admin('AmendEntry', { entryId: 1, isEliminated: true }))
      .when(randomize(true))
      .thenReply({ created: 1, updated: 0, skipped: 1 })
  })
  it('skips entries without a team left', () => {
    const all = TEAMS.map((team) => team.abbr)
    given(...pool, admin('SetIneligibleTeams', { weekId: 1, teams: all }))
      .when(randomize(true))
      .thenEvents(['PicksRandomized', { created: 0, updated: 0, skipped: 2 }])
      .thenReply({ created: 0, updated: 0, skipped: 2 })
  })
  it('never chooses a used or ineligible team or one on a bye', () => {
    const teams = ['BUF', 'MIA', 'KC', 'LAC']
    const narrow = [
      ...pool,
      sync(1, game('BUF-MIA'), game('KC-LAC')),
      admin('OverridePick', { entryId: 1, weekId: 2, team: 'BUF', nonce: nonceOf(3) }),
      admin('SetIneligibleTeams', { weekId: 1, teams: ['MIA'] }),
    ]
    const seen = Array.from({ length: 40 }, (_, n) => teamsIn(given(...narrow).when(randomize(true, n)).run.recorded))
    expect(new Set(seen.map(([first]) => first))).toEqual(new Set(['KC', 'LAC']))
    expect(new Set(seen.map(([, second]) => second))).toEqual(new Set(teams.filter((team) => team !== 'MIA')))
  })
  it('is refused while another open week of the season holds a pick that a member made', () => {
    given(...pool, pick(2, 'BUF'))
      .when(randomize(true))
      .thenRejected('other_week_open', { week: 2 })
      .thenRecorded()
    given(...pool, pick(2, 'BUF'), admin('OverridePick', { entryId: 1, weekId: 2, team: 'KC', nonce: nonceOf(3) }))
      .when(randomize(true))
      .thenRejected('other_week_open', { week: 2 })
  })
  it('counts a generated pick of another week as the member’s once the member has changed it', () => {
    given(...pool, randomize(false, 1, 2))
      .when(randomize(false))
      .thenAccepted()
    const random = teamsIn(given(...pool).when(randomize(false, 1, 2)).run.recorded)[0]
    given(...pool, randomize(false, 1, 2), pick(2, random === 'BUF' ? 'KC' : 'BUF'))
      .when(randomize(false))
      .thenRejected('other_week_open', { week: 2 })
  })
  it('does not mind members’ picks of the target week, of locked weeks, of deleted weeks and of other seasons', () => {
    given(...pool, pick(1, 'BUF'))
      .when(randomize(false))
      .thenAccepted()
    given(...pool, pick(1, 'BUF'), timer(LOCK_1))
      .when(at(AFTER_1, randomize(false, 1, 2)))
      .thenAccepted()
    given(...pool, pick(2, 'BUF'), admin('DeleteWeek', { weekId: 2 }))
      .when(randomize(false))
      .thenAccepted()
    given(...pool, addWeek(2026, 1), pick(3, 'BUF'))
      .when(randomize(false))
      .thenAccepted()
  })
  it('works at any time', () => {
    given(...pool, timer(LOCK_1))
      .when(at(AFTER_1, randomize(true)))
      .thenAccepted()
      .thenReply({ created: 2, updated: 0, skipped: 0 })
  })
  it('returns the same picks for the same seed, each with its own nonce', () => {
    const run = (n: number) => given(...pool).when(randomize(true, n)).run.recorded
    expect(run(1)).toEqual(run(1))
    expect(run(1)).not.toEqual(run(2))
    const nonces = run(1).flatMap((event) => (event.type === 'PickOverridden' ? [event.data.nonce] : []))
    expect(new Set(nonces).size).toBe(2)
    expect(nonces[0]).toMatch(/^[0-9a-f]{64}$/)
  })
  it('rejects members and visitors', () => {
    given(...pool)
      .when(by(user(2), randomize(true)))
      .thenRejected('forbidden')
    given(...pool)
      .when(randomize(true, 1, 9))
      .thenRejected('week_not_found')
  })
  it('counts an entry that it leaves alone once, however many picks the week takes', () => {
    const two = admin('ChangeRules', { rules: { picksPerWeek: { picks: 2, fromWeek: 1 } } })
    given(...pool, two, pick(1, 'BUF'))
      .when(randomize(false))
      .thenReply({ created: 2, updated: 0, skipped: 1 })
  })
  it('skips an entry whose loss counts before the lock', () => {
    const lost = [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 0, 3)))]
    given(...pool, ...lost)
      .when(at(AFTER_1, randomize(false, 1, 2)))
      .thenReply({ created: 1, updated: 0, skipped: 1 })
    given(...pool, createEntry(2, 'Third'), ...lost)
      .when(at(AFTER_1, randomize(false, 1, 2)))
      .thenReply({ created: 2, updated: 0, skipped: 1 })
  })
  it('skips an entry that was created after the season was decided', () => {
    const decided = [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 0, 3)))]
    given(...pool, ...decided, at(AFTER_1, createEntry(2, 'New')))
      .when(at(AFTER_1, randomize(false, 1, 2)))
      .thenReply({ created: 1, updated: 0, skipped: 2 })
  })
})
