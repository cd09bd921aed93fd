import { type LocalFeed, startLocalFeed } from '@outlast/testing/fakes/local-feed'
import type { Person } from '@outlast/testing/server/people'
import { type Instant, parseTeam, UNKNOWN_TEAM } from '@outlast/domain'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

// Half a season comes into an empty pool with one spreadsheet.

const YEAR = 2030
/** After the games of weeks 1 to 3, before the lock of week 4. */
const NOW = '2030-09-25T12:00:00Z'
const CSV = [
  'Name,Cell Phone,Wk 1,Wk 2,Wk 3,Wk 4',
  'Ann Archer,555,KC,Bills,SF,',
  'Bob Baker,556,Chiefs,out,,',
  'Cara Carr,,Pakers,buf,DAL,GB',
].join('\n')

let feed: LocalFeed
let pool: TestPool
let admin: Person

const game = (id: string, home: string, away: string, homeScore: number, awayScore: number, day: string) => ({
  espnId: id,
  home: parseTeam(home) ?? UNKNOWN_TEAM,
  away: parseTeam(away) ?? UNKNOWN_TEAM,
  kickoff: `2030-09-${day}T17:00:00.000Z` as Instant,
  kickoffKnown: true,
  detail: null,
  status: 'final' as const,
  homeScore,
  awayScore,
})

/** Starts a strict pool with three members, and a scoreboard in which KC wins week 1 and BUF week 2. */
beforeEach(async () => {
  feed = await startLocalFeed()
  feed.setGames({ seasonYear: YEAR, week: 1 }, [game('1', 'KC', 'DEN', 27, 20, '08'), game('2', 'GB', 'CHI', 10, 20, '08')])
  feed.setGames({ seasonYear: YEAR, week: 2 }, [game('3', 'BUF', 'MIA', 23, 20, '15')])
  feed.setGames({ seasonYear: YEAR, week: 3 }, [game('4', 'SF', 'DAL', 30, 20, '22')])
  pool = await startTestPool({ config: { espnBaseUrl: feed.url } })
  admin = await pool.register('Ada')
  await admin.api.call('updateRules', { body: { missed_pick: 'eliminated' } })
  const members = 'name,email,entries\nAnn Archer,ann@club.example,1\nBob Baker,bob@club.example,1\nCara Carr,cara@club.example,1'
  await admin.api.call('importMembers', { body: { csv: members, dry_run: false } })
  await admin.api.call('setSiteTime', { body: { now_iso: NOW } })
})
afterEach(async () => {
  const { breaches } = pool
  await pool.stop()
  await feed.stop()
  if (breaches.length > 0) throw new AggregateError(breaches, 'responses that do not match the contract')
})

const run = (body: {
  dry_run: boolean
  add_weeks?: boolean
  corrections?: { line: number; column: number; text: string; was: string }[]
}) => admin.api.call('importPicks', { body: { csv: CSV, season_year: YEAR, ...body } })
const standings = async () => {
  const entries = await admin.api.call('adminListEntries')
  return Object.fromEntries(entries.map(({ user_name, is_eliminated }) => [user_name, is_eliminated]))
}

describe('one list with several past weeks', () => {
  test('is checked without a change: which columns are used, which weeks would be added, and what must be corrected', async () => {
    const before = await pool.visitor.call('auditHead')
    const checked = await run({ dry_run: true, add_weeks: true })
    expect(checked).toMatchObject({
      dry_run: true,
      added_weeks: [1, 2, 3],
      missing_weeks: [],
      counts: { new: 6, invalid: 2, no_pick: 1 },
    })
    expect(checked.columns.filter(({ used_as }) => used_as === null)).toEqual([
      { line: 1, column: 1, title: 'Cell Phone', used_as: null },
    ])
    expect(checked.sheet[3]).toEqual({
      line: 4,
      cells: ['Cara Carr', '', 'Pakers', 'buf', 'DAL', 'GB'],
      as: ['read', '', 'question', 'read', 'read', 'refused'],
    })
    expect(checked.rows[2]?.picks[0]).toMatchObject({
      reason: 'There is no team Pakers',
      cell: { line: 4, column: 2, text: 'Pakers', suggestion: 'Packers' },
    })
    expect(checked.rows[2]?.picks[3]).toMatchObject({ status: 'invalid', reason: 'Week 4 has not locked' })
    expect(await pool.visitor.call('auditHead')).toEqual(before)
    expect(await run({ dry_run: true })).toMatchObject({ added_weeks: [], missing_weeks: [1, 2, 3], counts: { new: 0 } })
  })

  test('brings weeks, games and picks in one step: the preview names who goes out, and the import does what it said', async () => {
    // The second one is of another version of the list.
    const corrections = [
      { line: 4, column: 2, text: 'Packers', was: 'Pakers' },
      { line: 4, column: 3, text: 'MIA', was: 'Dolphin' },
    ]
    const body = { csv: CSV, season_year: YEAR, add_weeks: true, corrections, dry_run: false }
    const preview = await admin.api.call('previewCalls', { body: { calls: [{ call: 'importPicks', body }] } })
    expect(preview).toMatchObject({ alive_before: 3, alive_after: 1, current_week: { before: null, after: { week_number: 3 } } })
    const sent = { body, expectedConsequences: preview.token, idempotencyKey: 'season-1' }
    const done = await admin.api.call('importPicks', sent)
    expect(done).toMatchObject({ added_weeks: [1, 2, 3], counts: { new: 7, invalid: 1 } })
    // Bob had no pick in week 2, and Cara lost with the Packers.
    expect(await standings()).toEqual({ 'Ann Archer': false, 'Bob Baker': true, 'Cara Carr': true })
    expect((await pool.visitor.call('currentWeek')).week_number).toBe(3)
    expect(await admin.api.call('importPicks', sent)).toEqual(done)
    expect(await run({ dry_run: false, add_weeks: true, corrections })).toMatchObject({
      added_weeks: [],
      counts: { new: 0, exists: 7 },
    })
  })

  test('names where the list’s own outcomes do not follow from its picks, before anything is written', async () => {
    const csv = 'Name,Wk 1,Wk 2,Wk 3,Status\nAnn Archer,KC,Bills,SF,Alive\nBob Baker,Chiefs,out,,Alive\nCara Carr,GB,,,out wk 3'
    const checked = await admin.api.call('importPicks', { body: { csv, season_year: YEAR, add_weeks: true, dry_run: true } })
    expect(checked.differences).toEqual([
      {
        line: 3,
        column: 4,
        text: 'Alive',
        entry: 'Bob',
        entry_id: 2,
        sheet: { status: 'alive', week: null },
        pool: { status: 'out', week: 2 },
        week: 2,
      },
      {
        line: 4,
        column: 4,
        text: 'out wk 3',
        entry: 'Cara',
        entry_id: 3,
        sheet: { status: 'out', week: 3 },
        pool: { status: 'out', week: 1 },
        week: 1,
      },
    ])
    expect(checked.rows[1]?.picks[1]).toMatchObject({ week_number: 2, status: 'no_pick', was_alive: true })
    expect(await standings()).toEqual({ 'Ann Archer': false, 'Bob Baker': false, 'Cara Carr': false })
  })

  test('answers a repeated request as the first time, also with more picks than other imports have in one part', async () => {
    const names = Array.from({ length: 120 }, (_, n) => `Many ${n}`)
    const members = [0, 40, 80].map((from) => `Many M${from},m${from}@club.example,${names.slice(from, from + 40).join(';')}`)
    await admin.api.call('importMembers', { body: { csv: ['name,email,entries', ...members].join('\n'), dry_run: false } })
    const csv = ['entry,1', ...names.map((name) => `${name},KC`)].join('\n')
    const sent = { body: { csv, season_year: YEAR, add_weeks: true, dry_run: false }, idempotencyKey: 'many' }
    const done = await admin.api.call('importPicks', sent)
    expect(done).toMatchObject({ added_weeks: [1], counts: { new: 120, exists: 0, invalid: 0, no_pick: 0 } })
    expect(await admin.api.call('importPicks', sent)).toEqual(done)
  })

  test('changes nothing when the scoreboard does not answer', async () => {
    feed.failWith('error-500')
    const before = await pool.visitor.call('auditHead')
    await expect(run({ dry_run: false, add_weeks: true })).rejects.toMatchObject({ code: 'feed_failed' })
    expect(await pool.visitor.call('auditHead')).toEqual(before)
  })
})
