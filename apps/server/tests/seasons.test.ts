import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import type { Person } from '@outlast/testing/server/people'

let pool: TestPool
let admin: Person
let member: Person
let other: Person
const entryIds: Record<string, number> = {}

/** Season 2030 has one locked week; season 2031 was started, with one week. */
beforeAll(async () => {
  pool = await startTestPool()
  admin = await pool.register('Ada')
  member = await pool.register('Ben')
  other = await pool.register('Cem')
  const week = await admin.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })
  for (const [person, name] of [
    [member, 'Ben 1'],
    [member, 'Ben 2'],
    [other, 'Cem 1'],
  ] as const) {
    entryIds[name] = (await person.api.call('createEntry', { body: { user_id: person.id, name } })).id
  }
  await member.api.call('submitPick', { body: { entry_id: entryIds['Ben 1']!, week_id: week.id, team_abbr: 'KC' } })
  await admin.api.call('setPayment', { params: { id: entryIds['Ben 1']! }, body: { payment_type: 'cash', is_paid: true } })
})
afterAll(() => pool.stop())

const names = async (season: number) =>
  (await pool.visitor.call('getMatrix', { query: { season: String(season) } })).entries.map((entry) => entry.name)
const mine = async (name: string) =>
  (await member.api.call('userEntries', { params: { id: member.id } })).find((entry) => entry.name === name)

describe('The next season over REST', () => {
  it('does not exist until an admin starts it', async () => {
    await expect(names(2031)).rejects.toMatchObject({ code: 'season_not_found' })
    await expect(member.api.call('renewEntry', { params: { id: entryIds['Ben 1']! } })).rejects.toMatchObject({
      status: 409,
      code: 'no_new_season',
    })
  })

  it('starts with no entry, and asks members for each of theirs', async () => {
    const started = await admin.api.call('startSeason', { body: { season_year: 2031 } })
    expect(started).toEqual({ season_year: 2031, renewable_entries: 3 })
    expect(await names(2031)).toEqual([])
    expect(await names(2030)).toEqual(['Ben 1', 'Ben 2', 'Cem 1'])
    expect(await mine('Ben 1')).toMatchObject({ takes_part: true, renew_season: 2031 })
    const { entries } = await member.api.call('getDashboard')
    expect(entries.map((entry) => [entry.name, entry.renew_season])).toEqual([
      ['Ben 1', 2031],
      ['Ben 2', 2031],
    ])
    await expect(admin.api.call('startSeason', { body: { season_year: 2031 } })).rejects.toMatchObject({
      status: 409,
      code: 'season_started',
    })
  })

  it('takes renewed entries, unpaid and by the same name, no matter who renews them', async () => {
    const id = entryIds['Ben 1']!
    const renewed = await member.api.call('renewEntry', { params: { id } })
    expect(renewed).toMatchObject({ name: 'Ben 1', is_paid: false, renew_season: null })
    expect(await member.api.call('renewEntry', { params: { id } })).toEqual(renewed)
    const byAdmin = await admin.api.call('adminRenewEntry', { params: { id: entryIds['Cem 1']! } })
    expect(byAdmin).toMatchObject({ name: 'Cem 1', renew_season: null, user_email: other.email })
    expect(await names(2031)).toEqual(['Ben 1', 'Cem 1'])
    await expect(other.api.call('renewEntry', { params: { id: entryIds['Ben 2']! } })).rejects.toMatchObject({ status: 404 })
  })

  it('lets only its own entries pick, and locks, reveals and proves only theirs', async () => {
    const week = await admin.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
    await admin.api.call('setCurrentWeek', { body: { week_id: week.id } })
    const pick = (name: string) =>
      member.api.call('submitPick', { body: { entry_id: entryIds[name]!, week_id: week.id, team_abbr: 'KC' } })
    await expect(pick('Ben 2')).rejects.toMatchObject({ status: 403, code: 'not_in_season' })
    expect((await pick('Ben 1')).team_abbr).toBe('KC')
    const young = await other.api.call('createEntry', { body: { user_id: other.id, name: 'Cem 2' } })
    expect(young).toMatchObject({ takes_part: true, renew_season: null })
    expect(await mine('Ben 2')).toMatchObject({ takes_part: false, renew_season: 2031 })
    expect((await admin.api.call('weekPicks', { params: { id: week.id } })).map((row) => row.entry_name)).toEqual([
      'Ben 1',
      'Cem 1',
      'Cem 2',
    ])
    await admin.api.call('setSiteTime', { body: { now_iso: '2031-10-01T00:00:00Z' } })
    const reveal = await pool.visitor.call('currentReveal')
    expect(reveal.picks.map((row) => [row.entry_name, row.team_abbr])).toEqual([
      ['Ben 1', 'KC'],
      ['Cem 1', null],
      ['Cem 2', null],
    ])
    const proof = await pool.visitor.call('weekProof', { params: { id: week.id } })
    expect(proof.leaves).toHaveLength(3)
    expect(await names(2031)).toEqual(['Ben 1', 'Cem 1', 'Cem 2'])
    expect(await names(2030)).toEqual(['Ben 1', 'Ben 2', 'Cem 1'])
  })

  it('is on public record', async () => {
    const { lines } = await pool.visitor.call('listAudit', { query: { limit: '200' } })
    const sentences = lines.map((line) => line.sentence)
    expect(sentences).toContain('Ada Test (admin) started the 2031 season.')
    expect(sentences).toContain('Ben Test renewed “Ben 1” for the 2031 season.')
    expect(pool.breaches).toEqual([])
  })
})
