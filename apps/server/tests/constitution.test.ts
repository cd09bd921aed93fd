import { hash } from 'node:crypto'
import type { Constitution } from '@outlast/contract'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import type { Person } from '@outlast/testing/server/people'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/index.ts'
import type { Tables } from '../src/database/tables.ts'
import { streamEvents } from '../src/log/read.ts'
import { LogVerifier } from '../src/log/verify.ts'

let pool: TestPool
let ada: Person
let ben: Person
beforeAll(async () => {
  pool = await startTestPool()
  ada = await pool.register('Ada')
  ben = await pool.register('Ben')
  await ada.api.call('adminUpdateUser', { params: { id: ben.id }, body: { is_admin: true } })
  await ada.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })
})
afterAll(() => pool.stop())

const read = (): Promise<Constitution> => ada.api.call('getConstitution')
const changesIn = ({ changes }: Constitution) =>
  changes.map(({ by, rules }) => [by, ...rules.map(({ rule, was, is }) => `${rule}: ${was} → ${is}`)])

describe('the constitution', () => {
  test('of a pool without changes is the defaults, with their loopholes', async () => {
    const { in_words } = await pool.visitor.call('getRules')
    const { canonical, sha256, first_sha256, articles, loopholes, ...document } = await read()
    expect(document).toMatchObject({ season_year: 2030, is_fixed: false, in_words, changes: [] })
    expect([canonical, sha256, first_sha256]).toEqual(['{}', hash('sha256', '{}'), hash('sha256', '{}')])
    expect(articles).toContainEqual({ rule: 'lives', label: 'Lives', text: 'The first loss or tie puts an entry out.' })
    expect(articles).toContainEqual({ rule: 'currency', label: 'Currency', text: 'None.' })
    expect(loopholes).toEqual([
      'Entries that never pick cannot be eliminated',
      'Teams can still be picked after their game has started',
      'New entries can join later without having survived the weeks before',
    ])
  })

  test('says who changed what since, with the hash that the text has', async () => {
    await ada.api.call('updateRules', { body: { preset: 'classic' } })
    await ben.api.call('updateRules', { body: { lives: 2, entry_fee_cents: 2500, currency: 'USD' } })
    const document = await read()
    expect(changesIn(document)).toEqual([
      [
        'Ada Test (admin)',
        'missed_pick: An entry that never picks can never be eliminated. → A forgotten pick puts the entry out, like a loss.',
        'team_lock: On Saturday, members can still pick a team that won on Thursday. → Nobody can pick a team, or drop it, once its game has started.',
      ],
      [
        'Ben Test (admin)',
        'lives: The first loss or tie puts an entry out. → An entry is out with its second loss or tie, and loses one life a week at most.',
        'entry_fee_cents: Entries are free. → Each entry owes $25.00. Outlast keeps the books and never moves money.',
        'currency: None. → USD.',
      ],
    ])
    expect(document.canonical).toBe(
      '{"currency":"USD","entry_fee_cents":2500,"lives":2,"missed_pick":"eliminated","team_lock":"kickoff"}',
    )
    expect(document.sha256).toBe(hash('sha256', document.canonical))
    expect(document.changes.at(-1)?.sha256).toBe(document.sha256)
    expect(document.loopholes).toEqual(['New entries can join later without having survived the weeks before'])
  })

  test('has the hash that the log alone gives', async () => {
    const database = openDatabase<Tables>({ connectionString: pool.database.connectionString, max: 1, onError: () => {} })
    const verifier = new LogVerifier()
    for await (const events of streamEvents(database.db)) for (const event of events) verifier.check(event)
    expect([verifier.finish(), verifier.rulesHash]).toEqual([[], (await read()).sha256])
    await database.close()
  })

  test('is the same for everybody, and changes with nothing but the rules', async () => {
    const { as_of: _first, ...before } = await read()
    await ada.api.call('createWeek', { body: { season_year: 2030, week_number: 2 } })
    await ada.api.call('updateClub', { body: { name: 'Another Club' } })
    for (const api of [ben.api, pool.visitor]) {
      const document = async () => ({ ...(await api.call('getConstitution')), as_of: null })
      await expect.poll(document).toEqual({ ...before, as_of: null })
    }
  })

  test('of a season stays as its first lock fixed it, and leaves out the next season’s rules', async () => {
    const entry = await ben.api.call('createEntry', { body: { user_id: ben.id, name: 'Ben 1' } })
    await ben.api.call('submitPick', { body: { entry_id: entry.id, week_id: 1, team_abbr: 'KC' } })
    const open = await read()
    await ada.api.call('updateWeek', { params: { id: 1 }, body: { lock_time: '2020-01-01T00:00:00.000Z' } })
    const { as_of: _at, ...fixed } = await read()
    expect(fixed).toMatchObject({ is_fixed: true, sha256: open.sha256, changes: open.changes })
    const next = await ada.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
    await ada.api.call('setCurrentWeek', { body: { week_id: next.id } })
    await ada.api.call('updateRules', { body: { lives: 3 } })
    await ada.api.call('setCurrentWeek', { body: { week_id: 1 } })
    // Continues the rules of the season before, which is no change since the start.
    await ada.api.call('startSeason', { body: { season_year: 2031 } })
    await ada.api.call('setCurrentWeek', { body: { week_id: next.id } })
    expect(await read()).toMatchObject({ season_year: 2031, is_fixed: false, changes: [], first_sha256: open.sha256 })
    await ada.api.call('updateRules', { body: { lives: 3 } })
    expect(changesIn(await read())).toMatchObject([['Ada Test (admin)', expect.stringContaining('lives: ')]])
    await ada.api.call('setCurrentWeek', { body: { week_id: 1 } })
    const { as_of: _later, ...again } = await read()
    expect(again).toEqual(fixed)
  })

  test('names nobody whose account is gone', async () => {
    await ada.api.call('adminDeleteUser', { params: { id: ben.id } })
    const document = await read()
    expect(document.changes.map(({ by }) => by)).toEqual(['Ada Test (admin)', 'A former member (admin)'])
    expect(JSON.stringify(document)).not.toContain('Ben')
    expect(pool.breaches).toEqual([])
  })
})
