import type { Instant, PoolRules } from '@outlast/domain'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { expectedRelations } from '../../tests/expected-relations.ts'
import { agreedPool } from '../../tests/random-pool.ts'
import { RecordedPool } from '../../tests/recorded-pool.ts'
import { store } from '../../tests/store.ts'
import { relation } from './tables.ts'
import { source } from '../../tests/source.ts'
import { seasonView } from '../season/season-view.ts'

// Seasons in which one rule decides who is out or who wins, so that a query that leaves the rule out shows another winner.

const db = useTestDatabase()

const SUNDAYS = ['2025-09-07', '2025-09-14', '2025-09-21', '2025-09-28']
const GAMES = ['BUF-MIA', 'KC-LAC', 'GB-DET', 'SF-ARI']

/** Returns a pool with an admin, who has no entry, some entries, and weeks with the same four games. */
function createPool(names: readonly string[], weeks: number, rules: Partial<PoolRules>): RecordedPool {
  const pool = new RecordedPool()
  pool.register()
  pool.runAccepted('ChangeRules', { rules }, 1)
  for (const name of names) pool.addEntry(pool.register(), name)
  for (let number = 1; number <= weeks; number += 1) {
    pool.addWeek(2025, number)
    pool.sync(number, Object.fromEntries(GAMES.map((game) => [game, null])), kickoffOf(number))
  }
  return pool
}

const kickoffOf = (week: number) => `${SUNDAYS[week - 1]}T17:00:00.000Z` as Instant

/** Plays a week: the picks of entries 1, 2, … (`null` for none), and then the scores; home teams win 20–10 unless another is given. */
function play(
  pool: RecordedPool,
  week: number,
  teams: readonly (string | null)[],
  scores: Readonly<Record<string, readonly [number, number]>> = {},
): void {
  for (const [i, team] of teams.entries()) if (team !== null) pool.pick(i + 1, week, team)
  pool.lock(week)
  pool.sync(week, Object.fromEntries(GAMES.map((game) => [game, scores[game] ?? [20, 10]])), kickoffOf(week))
}

/** Stores a pool, compares its matrix and leaderboard with what the domain derives, and returns the names of the champions and of the entries that are out. */
async function outcome(pool: RecordedPool) {
  await store(db, pool)
  const expected = expectedRelations(pool)
  const matrix = await sql`SELECT * FROM ${relation('matrix')} ORDER BY season_year, entry_id`.execute(db)
  expect(matrix.rows).toEqual(expected.matrix)
  const { rows } = await sql<{ season_year: number; entry_name: string; is_champion: boolean; eliminated_week: number | null }>`
    SELECT * FROM ${relation('leaderboard')} ORDER BY season_year, entry_id`.execute(db)
  expect(rows).toEqual(expected.leaderboard)
  return {
    champions: rows.filter((row) => row.is_champion).map((row) => row.entry_name),
    out: rows.flatMap((row) => (row.eliminated_week === null ? [] : [`${row.entry_name} ${row.eliminated_week}`])),
  }
}

describe('a wipe-out', () => {
  const rules = (wipeOut: PoolRules['wipeOut']) => ({ wipeOut, missedPick: 'eliminated' }) as const
  const wipedOut = (wipeOut: PoolRules['wipeOut']): RecordedPool => {
    const pool = createPool(['Ann', 'Ben', 'Cy'], 3, rules(wipeOut))
    play(pool, 1, ['MIA', 'LAC', null])
    play(pool, 2, ['BUF', 'KC', 'MIA'])
    play(pool, 3, ['DET', 'ARI', 'GB'])
    return pool
  }

  it('decides the season where the last entries share it', async () => {
    expect(await outcome(wipedOut('share'))).toEqual({ champions: ['Ann', 'Ben', 'Cy'], out: ['Ann 1', 'Ben 1', 'Cy 1'] })
  })

  it('brings everybody back as often as the rule says', async () => {
    const once = { champions: ['Ann', 'Ben'], out: ['Ann 3', 'Ben 3', 'Cy 2'] }
    expect(await outcome(wipedOut({ reviveAtMost: 1 }))).toEqual(once)
    expect(await outcome(wipedOut({ reviveAtMost: 2 }))).toEqual({ champions: [], out: ['Cy 2'] })
  })

  it('is none while another entry is left, or with one entry, or of entries that an admin took out', async () => {
    const survivor = createPool(['Ann', 'Ben', 'Cy'], 2, rules({ reviveAtMost: 2 }))
    play(survivor, 1, ['MIA', 'LAC', 'GB'])
    expect(await outcome(survivor)).toEqual({ champions: ['Cy'], out: ['Ann 1', 'Ben 1'] })
    const byHand = createPool(['Ann', 'Ben', 'Cy'], 2, rules({ reviveAtMost: 2 }))
    byHand.runAccepted('AmendEntry', { entryId: 1, isEliminated: true }, 1)
    byHand.runAccepted('AmendEntry', { entryId: 2, isEliminated: true }, 1)
    play(byHand, 1, [null, null, 'MIA'])
    expect((await outcome(byHand)).out).toEqual(['Ann 1', 'Ben 1', 'Cy 1'])
  })

  it('needs no entry that joined after its lock, and none that lost before', async () => {
    const pool = createPool(['Ann', 'Ben', 'Cy'], 3, rules({ reviveAtMost: 1 }))
    play(pool, 1, ['BUF', 'KC', 'MIA'])
    pool.addEntry(1, 'Late')
    play(pool, 2, ['LAC', 'MIA', null, 'GB'])
    expect((await outcome(pool)).out).toEqual(['Ann 2', 'Ben 2', 'Cy 1'])
    const late = createPool(['Ann', 'Ben'], 2, rules({ reviveAtMost: 1 }))
    play(late, 1, ['MIA', 'LAC'])
    late.addEntry(1, 'Late')
    expect(await outcome(late)).toEqual({ champions: [], out: [] })
  })

  it('needs no entry that was out at its lock and is back since', async () => {
    const pool = createPool(['Ann', 'Ben', 'Cy'], 3, rules({ reviveAtMost: 1 }))
    pool.runAccepted('AmendEntry', { entryId: 3, isEliminated: true }, 1)
    play(pool, 1, ['MIA', 'LAC', null])
    pool.runAccepted('AmendEntry', { entryId: 3, isEliminated: false }, 1)
    play(pool, 2, ['BUF', 'KC', 'GB'])
    expect(await outcome(pool)).toEqual({ champions: [], out: [] })
  })

  it.each(['planned before', 'entered later'])(
    'needs no entry that was out at its lock, with a pick that was %s',
    async (when) => {
      const pool = createPool(['Ann', 'Ben', 'Cy', 'Dora'], 3, rules({ reviveAtMost: 1 }))
      if (when === 'planned before') pool.pick(4, 2, 'KC')
      play(pool, 1, ['BUF', 'KC', 'GB', 'LAC'])
      play(pool, 2, ['MIA', 'LAC', 'DET'])
      pool.runAccepted('AmendEntry', { entryId: 4, isEliminated: false }, 1)
      if (when === 'entered later')
        pool.runAccepted('OverridePick', { entryId: 4, weekId: 2, team: 'KC', nonce: pool.nonce(), reason: 'late' }, 1)
      expect(await outcome(pool)).toEqual({ champions: [], out: [] })
      expect(seasonView(source(), 2025).weeks.map(({ absent }) => absent)).toEqual([undefined, [4], undefined])
    },
  )
})

describe('a pick of an entry that joined after the lock, entered by an admin and removed', () => {
  it.each([
    ['one', 1],
    ['each', 2],
  ] as const)('costs the one life that the week had cost, with slot_loss %s', async (slotLoss, picks) => {
    const pool = createPool(['Ann', 'Ben'], 2, {
      lateEntryLosses: true,
      missedPick: 'eliminated',
      lives: 2,
      slotLoss,
      picksPerWeek: { picks, fromWeek: 1 },
    })
    if (picks === 2) for (const entry of [1, 2]) pool.pick(entry, 1, 'SF', 2)
    play(pool, 1, ['BUF', 'KC'])
    pool.addEntry(1, 'Late')
    pool.runAccepted('OverridePick', { entryId: 3, weekId: 1, team: 'GB', nonce: pool.nonce(), reason: 'a mail' }, 1)
    pool.runAccepted('RemovePick', { pickId: 3_000_001, reason: 'a mistake' }, 1)
    expect(await outcome(pool)).toEqual({ champions: [], out: [] })
  })
})

describe('a waived loss in a week of two picks that costs one life', () => {
  it('waives the week, whatever the other pick does', async () => {
    const pool = createPool(['Ann', 'Ben'], 2, { picksPerWeek: { picks: 2, fromWeek: 1 }, missedPick: 'eliminated' })
    for (const [entry, first, second] of [
      [1, 'MIA', 'LAC'],
      [2, 'GB', 'SF'],
    ] as const) {
      pool.pick(entry, 1, first)
      pool.pick(entry, 1, second, 2)
    }
    pool.lock(1)
    const score = (scores: Readonly<Record<string, readonly [number, number]>>) =>
      pool.sync(1, Object.fromEntries(GAMES.map((game) => [game, scores[game] ?? null])), kickoffOf(1))
    score({ 'BUF-MIA': [20, 10] })
    pool.runAccepted('AmendEntry', { entryId: 1, isEliminated: false }, 1)
    const monday = { 'KC-LAC': [20, 10], 'GB-DET': [20, 10], 'SF-ARI': [20, 10] } as const
    score({ 'BUF-MIA': [20, 10], ...monday })
    expect(await outcome(pool)).toEqual({ champions: [], out: [] })
    score({ 'BUF-MIA': [10, 20], ...monday })
    expect(await outcome(pool)).toEqual({ champions: [], out: [] })
  })
})

describe('lives in a week of several picks', () => {
  const rules = (wipeOut: PoolRules['wipeOut']) =>
    ({ wipeOut, lives: 2, slotLoss: 'each', picksPerWeek: { picks: 2, fromWeek: 1 }, missedPick: 'survives' }) as const

  it('are lost one by one, up to the last, and those of a wipe-out count for later weeks', async () => {
    const outcomes = []
    for (const wipeOut of ['share', { reviveAtMost: 1 }] as const) {
      const pool = createPool(['Ann', 'Ben', 'Cy'], 3, rules(wipeOut))
      for (const entry of [1, 2]) pool.pick(entry, 2, 'DET', 2)
      play(pool, 1, ['MIA', 'MIA', 'BUF'])
      play(pool, 2, ['LAC', 'LAC', 'MIA'])
      pool.pick(3, 3, 'DET', 2)
      play(pool, 3, ['BUF', 'ARI', 'LAC'])
      outcomes.push(await outcome(pool))
    }
    expect(outcomes).toEqual([
      { champions: ['Cy'], out: ['Ann 2', 'Ben 2', 'Cy 3'] },
      { champions: ['Cy'], out: ['Ann 2', 'Ben 2', 'Cy 3'] },
    ])
    const wipedOut = createPool(['Ann', 'Ben'], 3, rules({ reviveAtMost: 1 }))
    for (const entry of [1, 2]) wipedOut.pick(entry, 2, 'DET', 2)
    play(wipedOut, 1, ['MIA', 'BUF'])
    play(wipedOut, 2, ['LAC', 'LAC'])
    wipedOut.pick(1, 3, 'MIA', 2)
    play(wipedOut, 3, ['ARI', 'KC'])
    expect(await outcome(wipedOut)).toEqual({ champions: ['Ben'], out: ['Ann 3'] })
  })
})

describe('a week of two picks', () => {
  const livesAfter = async (slotLoss: PoolRules['slotLoss']) => {
    const pool = createPool(['Ann', 'Ben', 'Cy', 'Dee', 'Eve'], 1, {
      lives: 4,
      slotLoss,
      picksPerWeek: { picks: 2, fromWeek: 1 },
      missedPick: 'eliminated',
    })
    // Ann wins her only pick, which is the second, Ben has none, Cy wins both, Dee loses her only one, and Eve both.
    pool.pick(1, 1, 'BUF', 2)
    pool.pick(3, 1, 'KC', 2)
    pool.pick(5, 1, 'LAC', 2)
    play(pool, 1, [null, null, 'BUF', 'MIA', 'MIA'])
    await outcome(pool)
    const { rows } = await sql<{ lives_left: number }>`SELECT lives_left FROM ${relation('matrix')} ORDER BY entry_id`.execute(db)
    return rows.map((row) => row.lives_left)
  }

  it('costs one life, or one for each pick that lost or is missing', async () => {
    expect(await livesAfter('one')).toEqual([3, 3, 4, 3, 3])
    expect(await livesAfter('each')).toEqual([3, 2, 4, 2, 2])
  })
})

describe('a pick that was missing at the lock', () => {
  it('costs nothing once an admin has added it', async () => {
    const rules = { picksPerWeek: { picks: 2, fromWeek: 1 }, slotLoss: 'one', missedPick: 'eliminated' } as const
    const pool = createPool(['Ann', 'Ben', 'Cy'], 1, rules)
    for (const entry of [1, 2]) pool.pick(entry, 1, 'KC', 2)
    play(pool, 1, ['BUF', null, 'MIA'])
    expect(await outcome(pool)).toEqual({ champions: ['Ann'], out: ['Ben 1', 'Cy 1'] })
    pool.runAccepted('OverridePick', { entryId: 2, weekId: 1, slot: 1, team: 'GB', nonce: pool.nonce(), reason: 'a mail' }, 1)
    expect(await outcome(pool)).toEqual({ champions: [], out: ['Cy 1'] })
  })

  it('costs what the rule of its season says', async () => {
    const pool = createPool(['Ann', 'Ben'], 2, { missedPick: 'survives' })
    play(pool, 1, ['BUF', null])
    pool.runAccepted('StartSeason', { seasonYear: 2026 }, 1)
    for (const entryId of [1, 2]) pool.runAccepted('RenewEntry', { entryId, byAdmin: true }, 1)
    const first = pool.addWeek(2026, 1)
    pool.runAccepted('SetCurrentWeek', { weekId: first }, 1)
    pool.runAccepted('ChangeRules', { rules: { missedPick: 'eliminated' } }, 1)
    const kickoff = '2026-09-13T17:00:00.000Z' as Instant
    pool.sync(first, { 'BUF-MIA': null }, kickoff)
    pool.pick(1, first, 'BUF')
    pool.lock(first)
    pool.sync(first, { 'BUF-MIA': [20, 10] }, kickoff)
    expect(await outcome(pool)).toEqual({ champions: ['Ann'], out: ['Ben 1'] })
  })
})

describe('a final without both scores', () => {
  it.each([
    [20, null],
    [null, 20],
  ])('puts nobody out: %s–%s', async (home, away) => {
    const pool = createPool(['Ann', 'Ben', 'Cy'], 1, {})
    for (const [i, team] of ['BUF', 'MIA', 'KC'].entries()) pool.pick(i + 1, 1, team)
    pool.lock(1)
    pool.sync(1, { 'BUF-MIA': [home, away], 'KC-LAC': [20, 10] }, kickoffOf(1))
    expect(await outcome(pool)).toEqual({ champions: [], out: [] })
  })
})

describe('a season', () => {
  it('is not decided while its only entry is left', async () => {
    const pool = createPool(['Ann'], 2, {})
    play(pool, 1, ['BUF'])
    expect(await outcome(pool)).toEqual({ champions: [], out: [] })
  })

  it('counts its own weeks and entries only', async () => {
    const pool = createPool(['Ann', 'Ben'], 2, { wipeOut: { reviveAtMost: 1 } })
    play(pool, 1, ['MIA', 'LAC'])
    pool.runAccepted('StartSeason', { seasonYear: 2026 }, 1)
    for (const entryId of [1, 2]) pool.runAccepted('RenewEntry', { entryId, byAdmin: true }, 1)
    const first = pool.addWeek(2026, 1)
    const kickoff = '2026-09-13T17:00:00.000Z' as Instant
    pool.sync(first, { 'BUF-MIA': null, 'KC-LAC': null }, kickoff)
    pool.pick(1, first, 'MIA')
    pool.pick(2, first, 'KC')
    pool.lock(first)
    pool.sync(first, { 'BUF-MIA': [20, 10], 'KC-LAC': [20, 10] }, kickoff)
    expect(await outcome(pool)).toEqual({ champions: ['Ben'], out: ['Ann 1'] })
  })
})

describe('a tiebreak', () => {
  const tied = (tiebreak: PoolRules['tiebreak'], scores: Readonly<Record<string, readonly [number, number]>> = {}) => {
    const pool = createPool(['Ann', 'Ben', 'Cy'], 3, { tiebreak, missedPick: 'auto', autoPick: ['alphabetical'] })
    play(pool, 1, ['BUF', 'KC', 'LAC'], scores)
    // Ben gets Arizona from the pool.
    play(pool, 2, ['GB', null, null], { 'SF-ARI': [10, 20] })
    play(pool, 3, ['DET', 'DET', null])
    return pool
  }

  it('gives the title to the entry with the greatest winning margins', async () => {
    expect((await outcome(tied(['share']))).champions).toEqual(['Ann', 'Ben'])
    expect((await outcome(tied(['margin'], { 'KC-LAC': [40, 10] }))).champions).toEqual(['Ben'])
    expect((await outcome(tied(['margin'], { 'BUF-MIA': [40, 10] }))).champions).toEqual(['Ann'])
    expect((await outcome(tied(['margin']))).champions).toEqual(['Ann', 'Ben'])
  })

  it('counts no margin of a pick that lost', async () => {
    const pool = createPool(['Ann', 'Ben'], 3, { tiebreak: ['margin'], lives: 2 })
    play(pool, 1, ['MIA', 'KC'], { 'BUF-MIA': [60, 10] })
    play(pool, 2, ['BUF', 'LAC'])
    play(pool, 3, ['LAC', 'MIA'], { 'KC-LAC': [21, 20] })
    expect((await outcome(pool)).champions).toEqual(['Ann', 'Ben'])
  })

  it('takes its steps in their order, up to `share`', async () => {
    const benByMargin = { 'KC-LAC': [40, 10] } as const
    expect((await outcome(tied(['fewest_auto', 'margin'], benByMargin))).champions).toEqual(['Ann'])
    expect((await outcome(tied(['margin', 'fewest_auto'], benByMargin))).champions).toEqual(['Ben'])
    expect((await outcome(tied(['share', 'fewest_auto'], benByMargin))).champions).toEqual(['Ann', 'Ben'])
  })
})

describe('an agreement to share', () => {
  it('decides the season, whatever the results of its week, for the entries that were alive', async () => {
    const pool = agreedPool(1, 0)
    const decided = { champions: ['a', 'b'], out: ['c 1'] }
    expect(await outcome(pool)).toEqual(decided)
    pool.addEntry(1, 'late')
    expect(await outcome(pool)).toEqual(decided)
    pool.sync(2, { 'SF-ARI': [7, 10] })
    expect(await outcome(pool)).toEqual(decided)
  })

  it('decides nothing when somebody is alive who did not agree', async () => {
    const pool = agreedPool(1, 0)
    pool.runAccepted('AmendEntry', { entryId: 3, isEliminated: false }, 1)
    expect(await outcome(pool)).toEqual({ champions: [], out: [] })
  })
})
