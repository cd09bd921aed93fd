import { withClient } from '@outlast/testing/postgres/database'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runCommand } from './support/cli.ts'
import { type CommandPool, startCommandPool } from './support/cli-pool.ts'

// What docs/tutorial.md runs: `npm run verify -- --pool $POOL --week 1`.

vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 })

let pool: CommandPool
beforeAll(async () => {
  pool = await startCommandPool()
})
afterAll(() => pool.stop())

const verify = (week = '1', env: Readonly<Record<string, string>> = {}) =>
  runCommand('verify', ['--pool', pool.url, '--week', week], { env })

test('verify --pool proves a week, counts what was changed on record and by whom, and fails for a pick that was changed in the log', async () => {
  const honest = await verify()
  expect([honest.code, honest.err]).toEqual([
    0,
    expect.stringMatching(
      /^✓ Week 1 is proved: no pick and no result was changed\n {2}The \d picks of \d entries produce exactly the root/,
    ),
  ])

  const [entry] = await pool.ben.api.call('userEntries', { params: { id: pool.ben.id } })
  const body = { entry_id: entry!.id, week_id: 1, team_abbr: 'GB', reason: 'He sent a mail in time' } as const
  await pool.ada.api.call('overridePick', { body })
  const changed = await verify()
  expect([changed.code, changed.err]).toEqual([
    0,
    expect.stringMatching(
      /^✓ Week 1 is proved: nothing was changed without a record\. 1 pick was changed after the lock by Ada Test, on record as event #\d+\n/,
    ),
  ])

  await withClient(pool.database.connectionString, (client) =>
    client.query(
      `SET session_replication_role = replica; UPDATE events SET data = jsonb_set(data, '{team}', '"BUF"') WHERE type = 'PickOverridden'`,
    ),
  )
  // The server keeps its answer for seconds although the event was changed under it.
  await expect
    .poll(() => verify(), { timeout: 60_000 })
    .toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^✕ Week 1 failed verification: a pick was tampered with\n(?:.*\n)* .*shows GB, but KC was recorded, and no event changed it\.\n/,
      ),
    })
})

test('verify --pool says in a sentence why there is no verdict', async () => {
  expect(await verify('99')).toMatchObject({ code: 1, err: expect.stringMatching(/^The pool has no week with the id 99: /) })
  expect(await verify('2')).toMatchObject({ code: 1, err: 'The week is open: it can be verified once it has locked\n' })
})
