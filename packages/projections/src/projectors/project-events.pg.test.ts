import { merkleRoot } from '@outlast/domain'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { hashing, type RecordedPool } from '../../tests/recorded-pool.ts'
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
      .map((leaf) => ({
        entryId: leaf.entry_id,
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
      expect(await summaryOfTables(db, LIVE_SCHEMA)).toEqual(JSON.parse(JSON.stringify(summaryOfState(pool.state, pool.events))))
      for (const root of await roots(pool)) expect(root.recomputed).toBe(root.recorded)
    })
  }
})

describe('projectEvents, for a pick', () => {
  const picked = (pool: RecordedPool) => pool.events.find((event) => event.type === 'PickSubmitted')!
  const teams = async (entryId: number) => {
    const { rows } = await sql<{ week_id: number; team: string }>`
      SELECT week_id, team FROM ${LIVE.picks} WHERE entry_id = ${entryId} ORDER BY week_id`.execute(db)
    return rows
  }

  it('stores the team exactly as recorded, whatever characters it has', async () => {
    const pool = randomPool(44, 250)
    await tablesAfter(pool, new RandomChoices(44), 400)
    const pick = picked(pool)
    const { id: entryId } = pool.state.entries.values().next().value!
    const { id: weekId } = pool.state.rounds.values().next().value!
    const team = `K"C\\",{S'F},NULL`
    await projectEvents(db, [{ ...pick, data: { ...pick.data, entryId, weekId, team } } as typeof pick])
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
