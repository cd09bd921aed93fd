import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { RecordedPool } from '../../tests/recorded-pool.ts'
import { store } from '../../tests/store.ts'
import { lockProof } from './lock-proof.ts'

const db = useTestDatabase()
let pool: RecordedPool
beforeAll(async () => {
  pool = createPool()
  await store(db, pool)
})

/** Weeks 1 and 2 are locked, 3 is open. Since their locks entry 1 has another pick in 2, 2 has none in 1, and 4 is gone. */
function createPool(): RecordedPool {
  const pool = new RecordedPool()
  for (const id of [1, 2, 3, 4, 5]) pool.addEntry(pool.register(), `Entry ${id}`)
  for (const number of [1, 2, 3]) pool.addWeek(2025, number)
  const teams = ['KC', 'BUF', 'SF']
  for (const entry of [1, 2, 3, 4]) for (const week of [1, 2, 3]) pool.pick(entry, week, teams[week - 1] ?? '')
  pool.runAccepted('ClearPick', { pickId: 3_000_002 }, 3)
  pool.lock(1)
  pool.lock(2)
  pool.runAccepted('OverridePick', { entryId: 1, weekId: 2, team: 'GB', nonce: pool.nonce(), reason: 'a mail' }, 1)
  pool.runAccepted('RemovePick', { pickId: 2_000_001 }, 1)
  pool.runAccepted('RemoveEntry', { entryId: 4 }, 1)
  return pool
}

describe('lockProof', () => {
  const proofOf = async (weekId: number) => {
    const proof = await lockProof(db, weekId)
    return { ...proof, leaves: proof?.leaves.map((leaf) => [leaf.entry_id, leaf.team_abbr]) }
  }
  const lockOf = (weekId: number) => {
    const event = pool.events.find((one) => one.type === 'WeekLocked' && one.data.weekId === weekId)
    return event?.type === 'WeekLocked' ? { position: event.position, merkle_root: event.data.merkleRoot } : undefined
  }

  it('returns only the leaves and changes of its own week', async () => {
    const week = (id: number) => ({ week_id: id, season_year: 2025, week_number: id, ...lockOf(id) })
    const [one, two] = ['KC', 'BUF']
    expect(await proofOf(1)).toEqual({
      ...week(1),
      leaves: [1, 2, 3, 4, 5].map((id) => [id, id === 5 ? null : one]),
      changed_after_lock: [2],
    })
    expect(await proofOf(2)).toEqual({
      ...week(2),
      leaves: [1, 2, 3, 4, 5].map((id) => [id, id === 3 || id === 5 ? null : two]),
      changed_after_lock: [1],
    })
  })

  it('returns for each leaf what its pick event committed to, or nulls without a pick', async () => {
    const leaves = (await lockProof(db, 2))?.leaves
    const picked = pool.events.find((event) => event.type === 'PickSubmitted' && event.data.pickId === 1_000_002)
    const { nonce, commitment } = picked?.type === 'PickSubmitted' ? picked.data : {}
    expect(leaves?.[0]).toEqual({ entry_id: 1, team_abbr: 'BUF', nonce, commitment })
    expect(leaves?.[2]).toEqual({ entry_id: 3, team_abbr: null, nonce: null, commitment: null })
  })

  it('returns undefined for an open week and for an unknown one', async () => {
    expect(await lockProof(db, 3)).toBeUndefined()
    expect(await lockProof(db, 99)).toBeUndefined()
  })
})
