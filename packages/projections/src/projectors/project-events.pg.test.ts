import { merkleRoot } from '@outlast/domain'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { hashing, RecordedPool } from '../../tests/recorded-pool.ts'
import { agreedPool, RandomChoices, inBatches, randomPool } from '../../tests/random-pool.ts'
import { summaryOfState, summaryOfTables } from '../../tests/summary.ts'
import { LIVE, LIVE_SCHEMA } from '../tables/rows.ts'
import { emptyProjections } from '../../tests/store.ts'
import { projectEvents } from './project-events.ts'

const db = useTestDatabase()

async function tablesAfter(pool: RecordedPool, random: RandomChoices, most: number): Promise<void> {
  await emptyProjections(db)
  for (const batch of inBatches(pool.events, random, most)) {
    await db.transaction().execute((trx) => projectEvents(trx, batch))
  }
}

/** The standing locks' roots, and those that the leaves in the tables make. */
async function roots(pool: RecordedPool) {
  const commitments = new Map(
    pool.events.flatMap((event) => ('commitment' in event.data ? [[event.position as number, event.data.commitment]] : [])),
  )
  const weeks = await sql<{ id: number; merkle_root: string }>`
    SELECT id, merkle_root FROM ${LIVE.weeks} WHERE locked_position IS NOT NULL ORDER BY id`.execute(db)
  const leaves = await sql<{ week_id: number; entry_id: number; pick_position: number | null }>`
    SELECT week_id, unnest(entry_ids) AS entry_id, unnest(pick_positions) AS pick_position FROM ${LIVE.locked_picks}`.execute(db)
  return weeks.rows.map((week) => {
    const own = leaves.rows
      .filter((leaf) => leaf.week_id === week.id)
      .map((leaf, i, all) => ({
        entryId: leaf.entry_id,
        // An entry has the leaves of all slots, in their order.
        slot: 1 + i - all.findIndex(({ entry_id }) => entry_id === leaf.entry_id),
        commitment: leaf.pick_position === null ? null : (commitments.get(leaf.pick_position) ?? '?'),
      }))
    return { id: week.id, recorded: week.merkle_root, recomputed: merkleRoot(hashing, own) }
  })
}

describe('projectEvents, after random commands', () => {
  for (let seed = 0; seed < 40; seed += 1) {
    it(`produces tables that equal the folded state (seed ${seed})`, async () => {
      const pool = seed % 4 === 0 ? agreedPool(seed, 100) : randomPool(seed, 250)
      await tablesAfter(pool, new RandomChoices(seed), [1, 5, 40, 400][seed % 4] ?? 1)
      expect(await summaryOfTables(db, LIVE_SCHEMA)).toEqual(JSON.parse(JSON.stringify(summaryOfState(pool.state))))
      for (const root of await roots(pool)) expect(root.recomputed).toBe(root.recorded)
    })
  }
})

it('projectEvents keeps who took part in a lock that is taken back: with all its picks, or because it missed it', async () => {
  const pool = new RecordedPool()
  const [all, some, none] = ['All', 'Some', 'None'].map((name) => pool.addEntry(pool.register(), name)) as [
    number,
    number,
    number,
  ]
  pool.runAccepted('ChangeRules', { rules: { missedPick: 'eliminated', picksPerWeek: { picks: 2, fromWeek: 2 } } }, 1)
  const [first, weekId] = [pool.addWeek(2025, 1), pool.addWeek(2025, 2)]
  for (const [entryId, team, slot] of [
    [all, 'KC', 1],
    [all, 'BUF', 2],
    [some, 'KC', 1],
  ] as const)
    pool.pick(entryId, weekId, team, slot)
  pool.runAccepted('AmendEntry', { entryId: some, isEliminated: true }, 1)
  pool.lock(first)
  pool.lock(weekId)
  pool.runAccepted('SetLockTime', { weekId, lockTime: '2025-12-01T12:00:00.000Z' }, 1)
  await tablesAfter(pool, new RandomChoices(1), 400)
  const { rows } = await sql<{ entry_id: number }>`SELECT entry_id FROM ${LIVE.first_participants} ORDER BY entry_id`.execute(db)
  expect(rows.map((row) => row.entry_id)).toEqual([all, none])
  expect(await summaryOfTables(db, LIVE_SCHEMA)).toEqual(JSON.parse(JSON.stringify(summaryOfState(pool.state))))
})

describe('projectEvents, for a pick', () => {
  const picked = (pool: RecordedPool) => pool.events.find((event) => event.type === 'PickSubmitted')!
  const teams = async (entryId: number) => {
    const { rows } = await sql<{ week_id: number; team: string }>`
      SELECT week_id, team FROM ${LIVE.picks} WHERE entry_id = ${entryId} ORDER BY week_id`.execute(db)
    return rows
  }

  it('stores the team exactly as recorded, whatever characters it has', async () => {
    const pool = new RecordedPool()
    const [entryId, weekId] = [pool.addEntry(pool.register(), 'One'), pool.addWeek(2025, 1)]
    pool.pick(entryId, weekId, 'KC')
    await tablesAfter(pool, new RandomChoices(44), 400)
    const pick = picked(pool)
    const team = `K"C\\",{S'F},NULL`
    await projectEvents(db, [{ ...pick, data: { ...pick.data, team } } as typeof pick])
    expect(await teams(entryId)).toContainEqual({ week_id: weekId, team })
  })

  it('changes only the checkpoint if the entry or the week was deleted', async () => {
    const pool = randomPool(44, 250)
    await tablesAfter(pool, new RandomChoices(44), 400)
    const before = await summaryOfTables(db, LIVE_SCHEMA)
    const pick = picked(pool)
    const { id: entryId } = pool.state.entries.values().next().value!
    const { id: weekId } = pool.state.rounds.values().next().value!
    const position = pool.events.length as typeof pick.position
    const ofNobody = { ...pick, position, data: { ...pick.data, entryId: 987_654, weekId } } as typeof pick
    const forNoWeek = { ...pick, position, data: { ...pick.data, entryId, weekId: 987_654 } } as typeof pick
    await projectEvents(db, [ofNobody, forNoWeek])
    expect(await teams(987_654)).toEqual([])
    expect(await summaryOfTables(db, LIVE_SCHEMA)).toEqual(before)
  })
})
