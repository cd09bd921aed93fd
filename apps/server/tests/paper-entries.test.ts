import { readableAddresses, readRaw, withoutTimesAndIds } from '@outlast/testing/http/readable-addresses'
import { Watcher } from '@outlast/testing/live/watcher'
import { eventually } from '@outlast/testing/async'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { afterEach, expect, test } from 'vitest'

const SEASON = 2026
const BEFORE = '2026-09-07T12:00:00.000Z'
const TOPICS = ['pool', 'week:1', `season:${SEASON}`, 'user:1', 'user:2', 'user:3', 'user:4', 'admin']

let pools: TestPool[] = []
afterEach(async () => {
  const breaches = pools.flatMap((pool) => pool.breaches)
  for (const pool of pools) await pool.stop()
  pools = []
  if (breaches.length > 0) throw new AggregateError(breaches, 'responses that do not match the contract')
})

/** Ada is an admin, Otto keeps the entry of Fritz, Hel is a helper, and Mia plays. */
async function startClub() {
  const pool = await startTestPool()
  pools.push(pool)
  const ada = await pool.register('Ada')
  const otto = await pool.register('Otto')
  const hel = await pool.register('Hel')
  const mia = await pool.register('Mia')
  await ada.api.call('setSiteTime', { body: { now_iso: BEFORE } })
  await ada.api.call('createWeek', { body: { season_year: SEASON, week_number: 1 } })
  await ada.api.call('adminUpdateUser', { params: { id: hel.id }, body: { roles: ['helper'] } })
  await mia.api.call('createEntry', { body: { user_id: mia.id, name: 'Mine' } })
  const [fritz] = await hel.api.call('createPaperEntries', { body: { user_id: otto.id, names: ['Fritz'] } })
  const pick = (team_abbr: string) => otto.api.call('submitPick', { body: { entry_id: fritz!.id, week_id: 1, team_abbr } })
  // The log's first head is signed a little later than its first event is written.
  await eventually(async () => expect((await pool.visitor.call('auditHeads', {})).heads.length).toBeGreaterThan(0))
  return { pool, ada, otto, hel, mia, entry: fritz!.id, pick }
}

test('until the lock, nothing that anybody but the keeper gets depends on the pick of a paper entry, not even for the next keeper', async () => {
  const play = async (first: string, second: string) => {
    const { pool, ada, otto, hel, mia, pick } = await startClub()
    const watchers = [undefined, ada.token, hel.token, mia.token].map((token) => new Watcher(pool.url, token))
    for (const watcher of watchers) for (const topic of TOPICS) await watcher.join(topic)
    await pick(first)
    await pick(second)
    const ids = { weeks: [1], entries: [1, 2], users: [1, 2, 3, 4], positions: [9], seasons: [SEASON], picks: [2_000_001] }
    // How many heads have been signed by now depends on the machine.
    const isCompared = (address: string) => !/^\/(og\/|api\/audit\/heads)/.test(address)
    const addresses = readableAddresses({ ids, topics: TOPICS }).filter(isCompared)
    const read = async (token: string | undefined) => {
      const texts = []
      for (const address of addresses) texts.push(withoutTimesAndIds(await readRaw(pool.url, address, token)))
      return texts.filter((text) => !text.startsWith('200 /metrics'))
    }
    const others = []
    for (const token of [undefined, ada.token, hel.token, mia.token]) others.push(await read(token))
    const messages = watchers.map(({ received }) => received.map(withoutTimesAndIds))
    const keeper = await read(otto.token)
    // Whoever gets the entry does not get the pick with it.
    const entry_ids = [(await otto.api.call('userEntries', { params: { id: otto.id } }))[0]!.id]
    await hel.api.call('handOverEntries', { body: { entry_ids, user_id: hel.id, stays_paper: true } })
    others.push(await read(hel.token))
    for (const watcher of watchers) watcher.close()
    return { others, messages, keeper }
  }
  const one = await play('KC', 'SF')
  const two = await play('BUF', 'DAL')
  expect(two.others).toEqual(one.others)
  expect(two.messages).toEqual(one.messages)
  expect(two.keeper).not.toEqual(one.keeper)
})

test('the former keeper of an entry that is handed over to an account immediately sees nothing hidden of it', async () => {
  const { pool, ada, otto, hel, entry, pick } = await startClub()
  await pick('KC')
  const watcher = new Watcher(pool.url, otto.token)
  await watcher.join('user:2')
  const person = { email: 'fritz@club.example', first_name: 'Fritz', last_name: 'Barr' }
  const { id } = await hel.api.call('adminCreateUser', { body: { ...person, entry_ids: [entry] } })
  await eventually(() => expect(watcher.received.join()).toMatch(/reset/))
  watcher.close()
  for (const api of [otto.api, hel.api])
    await expect(api.call('entryPicks', { params: { id: entry } })).rejects.toMatchObject({ code: 'entry_not_found' })
  const { weeks } = await otto.api.call('entryHistory', { params: { id: entry } })
  expect(weeks).toEqual([])
  const [row] = (await ada.api.call('adminListEntries')).filter((other) => other.id === entry)
  expect(row).toMatchObject({ user_id: id, user_name: 'Fritz Barr' })
  expect(row).not.toHaveProperty('is_paper')
  const { lines } = await ada.api.call('listAudit', { query: { entry_id: String(entry) } })
  expect(lines.map(({ sentence }) => sentence)).toEqual([
    'Hel Test (helper) gave “Fritz” of Otto Test, played by hand until then, to the account of Fritz Barr.',
    'Hel Test (helper) made Otto Test the keeper of “Fritz”, whose person has no account.',
    'Hel Test (helper) created “Fritz” of Otto Test.',
  ])
})

test('a pick by hand is marked after the lock, wherever its entry stands', async () => {
  const { pool, ada, entry, pick } = await startClub()
  await pick('KC')
  await ada.api.call('setSiteTime', { body: { now_iso: '2026-09-13T16:00:01.000Z' } })
  const { picks } = await pool.visitor.call('weekReveal', { params: { id: 1 } })
  expect(picks.map(({ entry_name, is_paper }) => [entry_name, is_paper])).toEqual([
    ['Fritz', true],
    ['Mine', undefined],
  ])
  const { entries } = await pool.visitor.call('getMatrix', { query: { season: String(SEASON) } })
  expect(entries.find(({ id }) => id === entry)).toMatchObject({ user_name: 'Otto Test (by hand)' })
  const history = await pool.visitor.call('entryHistory', { params: { id: entry } })
  expect(history.weeks[0]?.changes).toMatchObject([{ by: 'keeper', actor_name: 'Otto Test', team_abbr: 'KC' }])
  const { lines } = await pool.visitor.call('listAudit', { query: { entry_id: String(entry) } })
  expect(lines.map(({ sentence }) => sentence)).toContain('Otto Test picked KC for “Fritz” in week 1 of 2026, by hand.')
  const ids = { params: { id: 2 } }
  await expect(ada.api.call('adminDeleteUser', ids)).rejects.toMatchObject({ code: 'keeps_entries' })
})
