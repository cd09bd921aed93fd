import { merkleRoot } from '@outlast/domain'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { hashing, type Play } from '../../tests/play.ts'
import { Choices, inBatches, randomPlay } from '../../tests/random-play.ts'
import { summaryOfState, summaryOfTables } from '../../tests/summary.ts'
import { LIVE, LIVE_SCHEMA } from '../schema.ts'
import { createTables, dropTables } from '../tables.ts'
import { apply } from './apply.ts'

const db = useTestDatabase()

async function tablesAfter(play: Play, choose: Choices, most: number): Promise<void> {
  await dropTables(db, LIVE_SCHEMA)
  await createTables(db, LIVE_SCHEMA)
  for (const batch of inBatches(play.events, choose, most)) {
    await db.transaction().execute((trx) => apply(trx, batch))
  }
}

/** The standing locks' roots, and those that the leaves in the tables make. */
async function roots(play: Play) {
  const commitments = new Map(
    play.events.flatMap((event) => ('commitment' in event.data ? [[event.position as number, event.data.commitment]] : [])),
  )
  const weeks = await sql<{ id: number; merkle_root: string }>`
    SELECT id, merkle_root FROM ${LIVE.weeks} WHERE locked_position IS NOT NULL ORDER BY id`.execute(db)
  const leaves = await sql<{ week_id: number; entry_id: number; pick_position: number | null }>`
    SELECT * FROM ${LIVE.locked_picks} ORDER BY entry_id`.execute(db)
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

describe('the tables after random commands', () => {
  for (let seed = 0; seed < 40; seed += 1) {
    it(`say what the folded state says (seed ${seed})`, async () => {
      const play = randomPlay(seed, 250)
      await tablesAfter(play, new Choices(seed), [1, 5, 40, 400][seed % 4] ?? 1)
      expect(await summaryOfTables(db, LIVE_SCHEMA)).toEqual(JSON.parse(JSON.stringify(summaryOfState(play.state, play.events))))
      for (const root of await roots(play)) expect(root.recomputed).toBe(root.recorded)
    })
  }
})
