import { mailSetting } from '@outlast/testing/fakes/local-smtp'
import { createTestDatabase, type TestDatabase, withClient } from '@outlast/testing/postgres/database'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { afterAll, beforeAll, expect, it } from 'vitest'

const LATER = '2099-01-01T00:00:00Z'
const soon = () => new Date(Date.now() + 86_400_000).toISOString()

let database: TestDatabase
let pool: TestPool
let root: Awaited<ReturnType<TestPool['register']>>
let mia: Awaited<ReturnType<TestPool['register']>>
let otto: Awaited<ReturnType<TestPool['register']>>
let week: number
let entries = 0

beforeAll(async () => {
  database = await createTestDatabase()
  pool = await startTestPool({ database, config: { mail: mailSetting() } })
  root = await pool.register('Root')
  mia = await pool.register('Mia')
  otto = await pool.register('Otto')
  await root.api.call('setSiteTime', { body: { now_iso: '2030-08-01T12:00:00Z' } })
  week = (await root.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })).id
})
afterAll(async () => {
  await pool.stop()
  await database.drop()
})

async function entryOfMia(): Promise<number> {
  return (await mia.api.call('createEntry', { body: { user_id: mia.id, name: `Mia ${(entries += 1)}` } })).id
}
const name = (id: number, body: object = { ends_at: soon() }) =>
  mia.api.call('nameProxy', { params: { id }, body: { user_id: otto.id, ...body } as { user_id: number; ends_at: string } })
const pickFor = (entry: number, team = 'KC') =>
  otto.api.call('submitPick', { body: { entry_id: entry, week_id: week, team_abbr: team } })

it('a proxy picks with the usual calls, and the pick, its receipt and the history say who made it', async () => {
  const entry = await entryOfMia()
  expect(await name(entry)).toMatchObject({ entry_id: entry, owner_name: expect.stringContaining('Mia'), week_number: null })
  const pick = await pickFor(entry)
  const made_by = { proxy: expect.stringContaining('Otto') }
  expect(pick).toMatchObject({ team_abbr: 'KC', made_by, receipt: { made_by } })
  for (const { api } of [mia, otto]) {
    expect(await api.call('entryPicks', { params: { id: entry } })).toMatchObject([{ team_abbr: 'KC', made_by }])
    expect(await api.call('pickReceipt', { params: { id: pick.id } })).toMatchObject({ team_abbr: 'KC', made_by })
  }
  const { weeks } = await mia.api.call('entryHistory', { params: { id: entry } })
  expect(weeks[0]?.changes).toMatchObject([{ action: 'submitted', by: 'proxy', made_by }])
  expect(await otto.api.call('listProxies', {})).toMatchObject({ for_others: [{ entry_id: entry }], named: [] })
  expect(await mia.api.call('listProxies', {})).toMatchObject({ named: [{ entry_id: entry }], for_others: [] })
  await expect(root.api.call('pickReceipt', { params: { id: pick.id } })).rejects.toMatchObject({ status: 404 })
})

it('the member learns that an owner lets them pick, and the owner of each pick, without its team', async () => {
  // While a season is rehearsed, members get no messages.
  await root.api.call('setSiteTime', { body: { now_iso: null } })
  await root.api.call('updateReminders', { body: { enabled: true } })
  const entry = await entryOfMia()
  await name(entry, { week_id: week })
  await pickFor(entry)
  await root.api.call('updateReminders', { body: { enabled: false } })
  const query = "SELECT subject, text FROM deliveries WHERE purpose = 'proxy_pick' ORDER BY id"
  const { rows } = await withClient(database.connectionString, (client) => client.query<{ subject: string; text: string }>(query))
  const title = `“Mia ${entries}”`
  expect(rows).toMatchObject([
    { subject: expect.stringContaining(`You pick for ${title}`) },
    { subject: expect.stringMatching(new RegExp(`Otto .* picked for ${title}`)) },
  ])
  expect(rows[0]?.text).toContain('until week 1 locks')
  expect(JSON.stringify(rows)).not.toMatch(/KC|Kansas|Chiefs/)
})

it('after the end, whoever picked sees and makes no pick any more, and the live view has forgotten the entry', async () => {
  const entry = await entryOfMia()
  await name(entry)
  await pickFor(entry, 'BUF')
  const view = () => otto.api.call('liveSnapshot', { params: { topic: `user:${otto.id}` } })
  expect(JSON.stringify(await view())).toContain('"BUF"')
  await mia.api.call('endProxy', { params: { id: entry } })
  expect(JSON.stringify(await view())).not.toContain('"BUF"')
  await expect(otto.api.call('entryPicks', { params: { id: entry } })).rejects.toMatchObject({ status: 404 })
  await expect(pickFor(entry)).rejects.toMatchObject({ status: 404, code: 'entry_not_found' })
  await expect(otto.api.call('endProxy', { params: { id: entry } })).rejects.toMatchObject({ code: 'proxy_not_found' })
})

it('a pick that races with the end is recorded before it or refused, never both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const entry = await entryOfMia()
    await name(entry)
    const [picked] = await Promise.allSettled([pickFor(entry), mia.api.call('endProxy', { params: { id: entry } })])
    const picks = await mia.api.call('entryPicks', { params: { id: entry } })
    const refused = { status: 'rejected', reason: { status: 404, message: 'Entry not found' } }
    expect(picked).toMatchObject(picks.length === 1 ? { status: 'fulfilled' } : refused)
  }
})

it('needs exactly one end within a year, and somebody else', async () => {
  const entry = await entryOfMia()
  const refusal = (body: object) =>
    name(entry, body).then(
      () => 'accepted',
      (error: unknown) => error,
    )
  expect(await refusal({})).toMatchObject({ status: 400 })
  expect(await refusal({ ends_at: soon(), week_id: week })).toMatchObject({ status: 400 })
  expect(await refusal({ ends_at: LATER })).toMatchObject({ status: 400, code: 'proxy_end_out_of_range' })
  expect(await refusal({ ends_at: soon(), user_id: mia.id })).toMatchObject({ status: 400, code: 'proxy_is_owner' })
})
