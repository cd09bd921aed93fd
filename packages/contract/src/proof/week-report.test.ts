import { describe, expect, test } from 'vitest'
import type { Verdict } from './verify-week.ts'
import { headlineOf, type WeekVerification } from './week-report.ts'

const SOUND: Verdict = {
  rootHolds: true,
  root: 'ab'.repeat(32),
  leaves: 3,
  picks: 2,
  broken: [],
  forged: [],
  tampered: [],
  scores: [],
  changedOnRecord: [],
  correctedOnRecord: [],
}
const names = { entry: () => undefined, user: (id: number) => (id === 1 ? 'Ada Admin' : undefined) }
const headline = (verdict: Partial<Verdict>, others: Partial<WeekVerification> = {}) =>
  headlineOf({ weekNumber: 3, verdict: { ...SOUND, ...verdict }, standings: [], outside: [], ...others }, names)
const pick = (position: number, actor: number | null) => ({ position, actor, reason: 'a mail', entryId: 4, team: 'KC' })

describe('headlineOf', () => {
  test('says that nothing was changed only if nothing was', () => {
    expect(headline({})).toBe('✓ Week 3 is proved: no pick and no result was changed')
  })

  test('counts what was changed on record, and says by whom and with which events', () => {
    expect(headline({ changedOnRecord: [pick(12, 1)] })).toBe(
      '✓ Week 3 is proved: nothing was changed without a record. 1 pick was changed after the lock by Ada Admin, on record as event #12',
    )
    const correctedOnRecord = [{ position: 40, actor: null, reason: null, gameId: 9 }]
    expect(headline({ changedOnRecord: [pick(12, 1), pick(14, 2)], correctedOnRecord })).toBe(
      '✓ Week 3 is proved: nothing was changed without a record. 2 picks were changed after the lock by Ada Admin and an admin, on record as events #12, #14. 1 final score was changed afterwards by the pool itself, on record as event #40',
    )
  })

  test('says what failed, whatever else is on record', () => {
    const tampered = [{ entryId: 4, shown: 'KC', recorded: 'GB' }]
    expect(headline({ tampered, changedOnRecord: [pick(12, 1)] })).toBe('✕ Week 3 failed verification: a pick was tampered with')
    expect(headline({}, { outside: [12] })).toBe('✕ Week 3 failed verification')
    expect(headline({}, { standings: [{ entryId: 4, shown: null, recorded: 3 }] })).toBe(
      '✕ Week 3 failed verification: an elimination was tampered with',
    )
  })
})
