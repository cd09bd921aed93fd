import { isSound, verifyWeek } from '@outlast/contract/proof/verify-week'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import type { Person } from '@outlast/testing/server/people'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nodeHashing } from '../src/log/hashing.ts'

const YEAR = 2030
/** After the locks of weeks 1 and 2, before that of week 3. */
const NOW = '2030-09-17T12:00:00Z'

let pool: TestPool
let admin: Person
let ann: Person
let bob: Person

/** Starts a pool of 2030 that begins with week 3: Ann has one entry, Bob two, and weeks 1 and 2 are over. */
beforeEach(async () => {
  pool = await startTestPool()
  ;[admin, ann, bob] = [await pool.register('Ada'), await pool.register('Ann'), await pool.register('Bob')]
  await admin.api.call('setSiteTime', { body: { now_iso: NOW } })
  const entries = [
    [ann, 'Ann'],
    [bob, 'Bob 1'],
    [bob, 'Bob 2'],
  ] as const
  for (const [owner, name] of entries) await owner.api.call('createEntry', { body: { user_id: owner.id, name } })
  for (const week_number of [1, 2, 3]) await admin.api.call('createWeek', { body: { season_year: YEAR, week_number } })
})
afterEach(() => pool.stop())

const run = (csv: string, dry_run: boolean, more: { idempotencyKey?: string; reason?: string } = {}) => {
  const { idempotencyKey, reason } = more
  return admin.api.call('importPicks', {
    body: { csv, dry_run, ...(reason === undefined ? {} : { reason }) },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  })
}
const wide = () =>
  `email,entry,Week 1,Week 2,Week 3\n${ann.email},,KC,Bills,\n${bob.email},bob 1,KC,,SF\n,Bob 2,Jets,out,\n${bob.email},,KC,,\nnobody@club.example,,KC,,`
const matrix = async () => {
  const { entries } = await pool.visitor.call('getMatrix', { query: { season: YEAR } })
  return Object.fromEntries(
    entries.map(({ name, picks }) => [name, Object.values(picks).map(({ team_abbr }) => team_abbr)] as const),
  )
}

describe('POST /api/admin/import/picks', () => {
  test('says in a dry run what would happen to each pick, and records nothing', async () => {
    const before = await pool.visitor.call('listAudit', { query: {} })
    const checked = await run(wide(), true)
    expect(checked).toMatchObject({ dry_run: true, season_year: YEAR, counts: { new: 4, exists: 0, invalid: 3, no_pick: 1 } })
    expect(checked.rows).toMatchObject([
      { line: 2, entry: 'Ann', entry_id: 1, reason: null, picks: [{ team_abbr: 'KC' }, { week_number: 2, team_abbr: 'BUF' }] },
      {
        line: 3,
        entry: 'Bob 1',
        picks: [{ status: 'new' }, { week_number: 3, status: 'invalid', reason: 'Week 3 has not locked' }],
      },
      {
        line: 4,
        entry: 'Bob 2',
        email: '',
        picks: [
          { week_number: 1, team_abbr: 'NYJ', status: 'new', reason: null },
          { week_number: 2, team_abbr: 'out', status: 'no_pick', reason: null, was_alive: true },
        ],
      },
      { line: 5, entry_id: null, reason: 'This member has 2 entries: choose the one of this line', picks: [] },
      { line: 6, entry_id: null, reason: 'No account has this email', picks: [] },
    ])
    expect(await pool.visitor.call('listAudit', { query: {} })).toEqual(before)
  })

  test('reads NO as New Orleans, also where a column names the entry', async () => {
    const checked = await run('Name\tEntry\tWeek 2\nAnn Archer\tAnn\tNO\n\tBob 1\tN.O.\n\tBob 2\tno pick', true)
    expect(checked.counts).toEqual({ new: 2, exists: 0, invalid: 0, no_pick: 1 })
    expect(checked.rows.map(({ picks }) => picks.map(({ team_abbr, status }) => `${team_abbr} ${status}`))).toEqual([
      ['NO new'],
      ['NO new'],
      ['no pick no_pick'],
    ])
  })

  test('asks about each cell that it cannot read, with its place, and imports it once it is answered for all equal cells', async () => {
    const csv = 'entry,1,2\nAnn,LA,KC\nBob 1,LA,SF\nBob 2,DAL,LA'
    const { questions } = await run(csv, true)
    expect(questions).toMatchObject([
      { line: 2, column: 1, heading: '1', text: 'LA', problem: 'LA can be the Rams or the Chargers', only_here: false },
      { line: 3, column: 1 },
      { line: 4, column: 2, heading: '2' },
    ])
    const corrections = [{ line: 2, column: 1, text: 'Rams', was: 'LA' }]
    const done = await admin.api.call('importPicks', { body: { csv, corrections, dry_run: false } })
    expect(done).toMatchObject({ counts: { new: 6, invalid: 0 }, questions: [] })
    expect(await matrix()).toEqual({ Ann: ['LAR', 'KC'], 'Bob 1': ['LAR', 'SF'], 'Bob 2': ['DAL', 'LAR'] })
    const bad = { csv, dry_run: true, corrections: [{ line: 2, column: 1, text: 'Rams', only_here: 'no' }] }
    await expect(admin.api.call('importPicks', { body: bad as never })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
    })
  })

  test('imports the picks as overrides with a public reason, once, and each week’s proof still verifies', async () => {
    const first = await run(wide(), false, { idempotencyKey: 'import-1', reason: 'From the spreadsheet of 2030' })
    expect(first).toMatchObject({ dry_run: false, counts: { new: 4, exists: 0, invalid: 3, no_pick: 1 } })
    expect(await run(wide(), false, { idempotencyKey: 'import-1', reason: 'From the spreadsheet of 2030' })).toEqual(first)
    expect(await run(wide(), false)).toMatchObject({ counts: { new: 0, exists: 4, invalid: 3, no_pick: 1 } })
    expect(await matrix()).toEqual({ Ann: ['KC', 'BUF'], 'Bob 1': ['KC'], 'Bob 2': ['NYJ'] })
    const { lines } = await pool.visitor.call('listAudit', { query: {} })
    const overrides = lines.filter(({ type }) => type === 'PickOverridden')
    expect(overrides).toHaveLength(4)
    expect(overrides.map(({ reason, actor }) => [reason, actor.id])).toEqual(
      overrides.map(() => ['From the spreadsheet of 2030', admin.id]),
    )
    const proof = await pool.visitor.call('weekProof', { params: { id: 1 } })
    expect(proof.changed_after_lock).toHaveLength(3)
    expect(isSound(verifyWeek(nodeHashing, proof))).toBe(true)
    expect(pool.breaches).toEqual([])
  })

  test('never changes a pick that somebody made', async () => {
    await admin.api.call('overridePick', { body: { entry_id: 1, week_id: 1, team_abbr: 'SF', reason: 'Sent by mail' } })
    const { rows } = await run(`entry,1,2\nAnn,KC,SF`, false)
    expect(rows[0]?.picks).toMatchObject([
      { status: 'invalid', reason: 'The entry picked SF; change it with an override' },
      { status: 'invalid', reason: 'This entry already used SF in week 1' },
    ])
    expect((await matrix())['Ann']).toEqual(['SF'])
  })

  test('tells nothing about a hidden pick in a dry run, and puts the attempt on record when it imports', async () => {
    const list = 'entry,1\nAnn,KC'
    const without = await run(list, true)
    await ann.api.call('submitPick', { body: { entry_id: 1, week_id: 3, team_abbr: 'KC' } })
    expect(await run(list, true)).toEqual(without)
    const { rows, counts } = await run(list, false)
    expect([counts, rows[0]?.picks[0]?.reason]).toEqual([
      { new: 0, exists: 0, invalid: 1, no_pick: 0 },
      'This entry has already used that team',
    ])
    const [line] = (await pool.visitor.call('listAudit', { query: {} })).lines
    expect(line).toMatchObject({ type: 'OverrideRefused', actor: { id: admin.id } })
  })

  test('imports a long list in parts, the picks of each entry in one', async () => {
    const names = Array.from({ length: 130 }, (_, n) => `Long ${n}`)
    for (const name of names) await admin.api.call('createEntry', { body: { user_id: ann.id, name } })
    const csv = ['entry,1,2', ...names.map((name) => `${name},KC,BUF`)].join('\n')
    expect((await run(csv, false)).counts).toEqual({ new: 260, exists: 0, invalid: 0, no_pick: 0 })
    expect((await matrix())['Long 129']).toEqual(['KC', 'BUF'])
  })

  test('rejects a list that cannot be read, and a season without weeks says so for each pick', async () => {
    await expect(run('name,paid\nAnn,yes', true)).rejects.toMatchObject({ status: 400, code: 'import_unreadable' })
    const body = { csv: 'entry,1\nAnn,KC', dry_run: true, season_year: 2029 }
    const { rows } = await admin.api.call('importPicks', { body })
    expect(rows[0]?.picks).toMatchObject([{ status: 'invalid', reason: 'The pool has no week 1 of 2029' }])
    await expect(ann.api.call('importPicks', { body })).rejects.toMatchObject({ status: 403 })
  })
})
