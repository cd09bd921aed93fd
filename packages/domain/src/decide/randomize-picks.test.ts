import { describe, expect, it } from 'vitest'
import { type RecordedEvent, TEAMS } from '../index.ts'
import { nonceOf } from '../../tests/hashing.ts'
import { admin, at, by, given, type Step, user } from '../../tests/specification.ts'
import { AFTER_1, enter, final, game, LOCK_1, pick, pool, sync, timer } from '../../tests/pool.ts'

const randomize = (overwrite: boolean, n = 1, weekId = 1): Step =>
  admin('RandomizePicks', { weekId, overwrite, seed: nonceOf(n) })
const teamsIn = (events: readonly RecordedEvent[]) =>
  events.flatMap((event) => (event.type === 'PickOverridden' ? [event.data.team] : []))

describe('Randomize Picks', () => {
  it('gives every alive entry a pick', () => {
    given(...pool)
      .when(randomize(false))
      .thenEvents(['PickOverridden', { entryId: 1, source: 'randomized' }], ['PickOverridden', { entryId: 2 }])
      .answering({ created: 2, updated: 0, skipped: 0 })
  })
  it('skipped counts entries left alone: those who have a pick', () => {
    given(...pool, pick(1, 'BUF'))
      .when(randomize(false))
      .thenEvents(['PickOverridden', { entryId: 2 }])
      .answering({ created: 1, updated: 0, skipped: 1 })
  })
  it('… unless existing picks are overwritten', () => {
    given(...pool, pick(1, 'BUF'))
      .when(randomize(true))
      .thenEvents(['PickOverridden', { entryId: 1 }], ['PickOverridden'])
      .answering({ created: 1, updated: 1, skipped: 0 })
  })
  it('… the eliminated', () => {
    given(...pool, admin('AmendEntry', { entryId: 1, isEliminated: true }))
      .when(randomize(true))
      .answering({ created: 1, updated: 0, skipped: 1 })
  })
  it('… and those for whom no team is left', () => {
    const all = TEAMS.map((team) => team.abbr)
    given(...pool, admin('SetIneligibleTeams', { weekId: 1, teams: all }))
      .when(randomize(true))
      .thenNothing()
      .answering({ created: 0, updated: 0, skipped: 2 })
  })
  it('never a used, ineligible or idle team', () => {
    const teams = ['BUF', 'MIA', 'KC', 'LAC']
    const narrow = [
      ...pool,
      sync(1, game('BUF-MIA'), game('KC-LAC')),
      pick(2, 'BUF'),
      admin('SetIneligibleTeams', { weekId: 1, teams: ['MIA'] }),
    ]
    const seen = Array.from({ length: 40 }, (_, n) => teamsIn(given(...narrow).when(randomize(true, n)).run.recorded))
    expect(new Set(seen.map(([first]) => first))).toEqual(new Set(['KC', 'LAC']))
    expect(new Set(seen.map(([, second]) => second))).toEqual(new Set(teams.filter((team) => team !== 'MIA')))
  })
  it('works at any time', () => {
    given(...pool, timer(LOCK_1))
      .when(at(AFTER_1, randomize(true)))
      .accepted()
      .answering({ created: 2, updated: 0, skipped: 0 })
  })
  it('the same seed gives the same picks; each entry its own nonce', () => {
    const run = (n: number) => given(...pool).when(randomize(true, n)).run.recorded
    expect(run(1)).toEqual(run(1))
    expect(run(1)).not.toEqual(run(2))
    const nonces = run(1).flatMap((event) => (event.type === 'PickOverridden' ? [event.data.nonce] : []))
    expect(new Set(nonces).size).toBe(2)
    expect(nonces[0]).toMatch(/^[0-9a-f]{64}$/)
  })
  it('is an admin’s', () => {
    given(...pool)
      .when(by(user(2), randomize(true)))
      .thenRefused('forbidden')
    given(...pool)
      .when(randomize(true, 1, 9))
      .thenRefused('week_not_found')
  })
  it('a settled loss is a loss, so the one who has it is skipped', () => {
    const lost = [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 0, 3)))]
    given(...pool, ...lost)
      .when(at(AFTER_1, randomize(false, 1, 2)))
      .answering({ created: 1, updated: 0, skipped: 1 })
    given(...pool, ...lost, at(AFTER_1, enter(2, 'New')))
      .when(at(AFTER_1, randomize(false, 1, 2)))
      .answering({ created: 2, updated: 0, skipped: 1 })
  })
})
