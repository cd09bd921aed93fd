import type { WeekProof } from '@outlast/contract'
import type { WeekEntry } from '@outlast/contract/live'
import { pickCommitment, merkleRoot } from '@outlast/domain/rules'
import { describe, expect, test } from 'vitest'
import { hashing, isSound, verifyWeek } from './verify-week.ts'

const WEEK = 7
const nonceOf = (entry: number): string => entry.toString(16).padStart(64, '0')

function leaf(entry: number, team: string | null): WeekProof['leaves'][number] {
  if (team === null) return { entry_id: entry, team_abbr: null, nonce: null, commitment: null }
  const commitment = pickCommitment(hashing, nonceOf(entry), entry as never, WEEK as never, team as never)
  return { entry_id: entry, team_abbr: team, nonce: nonceOf(entry), commitment }
}

function proofOf(leaves: WeekProof['leaves'], changed: number[] = []): WeekProof {
  const root = merkleRoot(
    hashing,
    leaves.map(({ entry_id, commitment }) => ({ entryId: entry_id, commitment })),
  )
  const week = { week_id: WEEK, season_year: 2031, week_number: 3, position: 99 }
  return { ...week, merkle_root: root, leaves, changed_after_lock: changed }
}

const shown = (id: number, team: string | null): WeekEntry => ({ id, name: `Entry ${id}`, team, is_override: false })

const LEAVES = [leaf(1, 'KC'), leaf(2, null), leaf(3, 'DAL')]
const REVEAL = [shown(1, 'KC'), shown(2, null), shown(3, 'DAL')]

describe('verifyWeek', () => {
  test('accepts a proof that matches the reveal', () => {
    const verdict = verifyWeek(proofOf(LEAVES), REVEAL)
    expect(verdict).toMatchObject({ rootHolds: true, leaves: 3, picks: 2, broken: [], differing: [], missing: [] })
    expect(isSound(verdict)).toBe(true)
  })

  test('rejects a proof with a different root', () => {
    const verdict = verifyWeek({ ...proofOf(LEAVES), merkle_root: 'ab'.repeat(32) }, REVEAL)
    expect(verdict.rootHolds).toBe(false)
    expect(isSound(verdict)).toBe(false)
  })

  test('reports entries whose team does not match the commitment', () => {
    const forged = { ...leaf(3, 'DAL'), team_abbr: 'GB' }
    const verdict = verifyWeek(proofOf([leaf(1, 'KC'), leaf(2, null), forged]), [shown(1, 'KC'), shown(2, null), shown(3, 'GB')])
    expect(verdict).toMatchObject({ rootHolds: true, broken: [3] })
    expect(isSound(verdict)).toBe(false)
  })

  test('reports entries with a different revealed team and entries missing from the proof', () => {
    const verdict = verifyWeek(proofOf(LEAVES), [shown(1, 'BUF'), shown(2, 'NE'), shown(3, 'DAL'), shown(4, 'KC')])
    expect(verdict).toMatchObject({ differing: [1, 2], missing: [4] })
    expect(isSound(verdict)).toBe(false)
  })

  test('accepts changes that an admin made on record', () => {
    const verdict = verifyWeek(proofOf(LEAVES, [3]), [shown(1, 'KC'), shown(2, null), shown(3, 'NYG')])
    expect(verdict.changedOnRecord).toEqual([3])
    expect(isSound(verdict)).toBe(true)
  })
})
