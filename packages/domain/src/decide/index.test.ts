import { expect, it } from 'vitest'
import { emptyPool, runCommand } from '../index.ts'
import { hashing, nonceOf } from '../../tests/hashing.ts'
import { addWeek, override, pick, pool } from '../../tests/pool.ts'
import { ADMIN, admin, by, given, member, MEMBER, type CommandStep, system, visitor } from '../../tests/specification.ts'

it.each<[string, CommandStep, object]>([
  ['a member', pick(1, 'BUF'), { actor: MEMBER, role: 'member' }],
  ['an admin', addWeek(2025, 3), { actor: ADMIN, role: 'admin' }],
  ['an admin with a reason', override(1, 1, 'BUF', 'mail lost'), { actor: ADMIN, role: 'admin', reason: 'mail lost' }],
  ['an admin with an empty reason', override(1, 1, 'BUF', ''), { actor: ADMIN, role: 'admin' }],
  ['the pool itself', by(system, addWeek(2025, 3)), { actor: null, role: 'system' }],
  [
    'a visitor',
    by(visitor, admin('RegisterUser', { emailTaken: false, adminGrant: 'first_account' })),
    { actor: null, role: 'visitor' },
  ],
])('runCommand records the actor in the metadata: %s', (_who, step, metadata) => {
  const { run } = given(...pool).when(step)
  expect(run.recorded.map((event) => event.metadata)).toStrictEqual([metadata])
})

const ONE = { ifVersion: 1 } as const
it.each([
  admin('SetCurrentWeek', { weekId: 2, ...ONE }),
  admin('FinalizeScores', { weekId: 1, ...ONE }),
  admin('CloseWeek', { weekId: 1, reason: 'a storm', ...ONE }),
  admin('UnmaskPicks', { weekId: 1, reason: 'a dispute', ...ONE }),
  admin('RandomizePicks', { weekId: 1, overwrite: false, seed: nonceOf(1), ...ONE }),
  admin('RandomizeScores', { weekId: 1, seed: nonceOf(1), ...ONE }),
  member('RequestBuyback', { entryId: 1, ...ONE }),
  admin('AnswerBuyback', { entryId: 1, action: 'confirm', ...ONE }),
  member('RenewEntry', { entryId: 1, byAdmin: false, ...ONE }),
])('compares the version of the week or the entry: %o', (step) => {
  given(...pool, admin('StartSeason', { seasonYear: 2026 }))
    .when(step)
    .thenRejected('version_conflict')
})

it('runCommand records the metadata of the envelope', () => {
  const state = given(...pool).state()
  const { command, by: actor, at } = pick(1, 'BUF')
  const { recorded } = runCommand(state, { command, actor, metadata: { request_id: 'abc' } }, at, hashing)
  expect(recorded[0]!.metadata).toStrictEqual({ actor: MEMBER, role: 'member', request_id: 'abc' })
})

it('runCommand throws errors that are not rule violations', () => {
  const broken = { ...hashing, hmacSha256: () => assertNever() }
  const { command, by: actor, at } = pick(1, 'BUF')
  expect(() => runCommand(given(...pool).state(), { command, actor }, at, broken)).toThrow('out of order')
  expect(emptyPool().position).toBe(0)
})

function assertNever(): never {
  throw new TypeError('out of order')
}
