import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { Play } from '../../tests/play.ts'
import { store } from '../../tests/pool.ts'
import { lockProof } from './lock-proof.ts'

const db = useTestDatabase()
let play: Play
beforeAll(async () => {
  play = played()
  await store(db, play)
})

/** Weeks 1 and 2 are locked, 3 is open. Since their locks entry 1 has another pick in 2, 2 has none in 1, and 4 is gone. */
function played(): Play {
  const play = new Play()
  for (const id of [1, 2, 3, 4, 5]) play.enter(play.register(), `Entry ${id}`)
  for (const number of [1, 2, 3]) play.addWeek(2025, number)
  const teams = ['KC', 'BUF', 'SF']
  for (const entry of [1, 2, 3, 4]) for (const week of [1, 2, 3]) play.pick(entry, week, teams[week - 1] ?? '')
  play.must('ClearPick', { pickId: 3_000_002 }, 3)
  play.lock(1)
  play.lock(2)
  play.must('OverridePick', { entryId: 1, weekId: 2, team: 'GB', nonce: play.nonce(), reason: 'a mail' }, 1)
  play.must('RemovePick', { pickId: 2_000_001 }, 1)
  play.must('RemoveEntry', { entryId: 4 }, 1)
  return play
}

describe('lockProof', () => {
  const told = async (weekId: number) => {
    const proof = await lockProof(db, weekId)
    return { ...proof, leaves: proof?.leaves.map((leaf) => [leaf.entry_id, leaf.team_abbr]) }
  }
  const lockOf = (weekId: number) => {
    const event = play.events.find((one) => one.type === 'WeekLocked' && one.data.weekId === weekId)
    return event?.type === 'WeekLocked' ? { position: event.position, merkle_root: event.data.merkleRoot } : undefined
  }

  it('returns only the leaves and changes of its own week', async () => {
    const week = (id: number) => ({ week_id: id, season_year: 2025, week_number: id, ...lockOf(id) })
    const [one, two] = ['KC', 'BUF']
    expect(await told(1)).toEqual({
      ...week(1),
      leaves: [1, 2, 3, 4, 5].map((id) => [id, id === 5 ? null : one]),
      changed_after_lock: [2],
    })
    expect(await told(2)).toEqual({
      ...week(2),
      leaves: [1, 2, 3, 4, 5].map((id) => [id, id === 3 || id === 5 ? null : two]),
      changed_after_lock: [1],
    })
  })

  it('returns for each leaf what its pick event committed to, or nulls without a pick', async () => {
    const leaves = (await lockProof(db, 2))?.leaves
    const picked = play.events.find((event) => event.type === 'PickSubmitted' && event.data.pickId === 1_000_002)
    const { nonce, commitment } = picked?.type === 'PickSubmitted' ? picked.data : {}
    expect(leaves?.[0]).toEqual({ entry_id: 1, team_abbr: 'BUF', nonce, commitment })
    expect(leaves?.[2]).toEqual({ entry_id: 3, team_abbr: null, nonce: null, commitment: null })
  })

  it('returns undefined for an open week and for an unknown one', async () => {
    expect(await lockProof(db, 3)).toBeUndefined()
    expect(await lockProof(db, 99)).toBeUndefined()
  })
})
