import { describe, expect, test } from 'vitest'
import { type DeviceRecord, EMPTY_RECORD, type Problem } from '../../device/log-record.ts'
import { withFindings } from './findings.ts'

const FOUND = '2031-09-20T12:00:00.000Z'
const LATER = '2031-09-21T12:00:00.000Z'

const problem = (more: Partial<Problem> = {}): Problem => ({
  kind: 'rewritten',
  subject: 'chain',
  sentence: 'An event was changed.',
  found_at: FOUND,
  evidence: null,
  ...more,
})
const recordWith = (...problems: readonly Problem[]): DeviceRecord => ({ ...EMPTY_RECORD, problems })

describe('withFindings', () => {
  test('adds a problem once, also one whose sentence counts events', () => {
    const found = { checked: [], problems: [problem()] }
    const once = withFindings(EMPTY_RECORD, found, FOUND)
    expect(once.problems).toEqual([problem()])
    expect(withFindings(once, { checked: [], problems: [problem({ found_at: LATER })] }, LATER)).toEqual(once)
    const shorter = recordWith(problem({ kind: 'shorter', sentence: 'The log has 8 events.' }))
    const again = { checked: [], problems: [problem({ kind: 'shorter', sentence: 'The log has 9 events.' })] }
    expect(withFindings(shorter, again, LATER)).toEqual(shorter)
    expect(withFindings(once, { checked: [], problems: [problem({ sentence: 'Another.' })] }, LATER).problems).toHaveLength(2)
  })

  test('withdraws a problem when its subject was checked as a whole and fits, and keeps it with its evidence', () => {
    const evidence = { position: 4 }
    const record = recordWith(problem({ evidence }), problem({ subject: 'season:2031', kind: 'tampered' }))
    const { problems, withdrawn } = withFindings(record, { checked: ['chain'], problems: [] }, LATER)
    expect(problems).toEqual([problem({ subject: 'season:2031', kind: 'tampered' })])
    expect(withdrawn).toEqual([{ ...problem({ evidence }), withdrawn_at: LATER }])
  })

  test('keeps all problems of a subject while one of them is there, and of one that was not checked as a whole', () => {
    const two = recordWith(problem(), problem({ sentence: 'Another.' }))
    expect(withFindings(two, { checked: ['chain'], problems: [problem()] }, LATER)).toBe(two)
    expect(withFindings(two, { checked: [], problems: [] }, LATER)).toBe(two)
    expect(withFindings(two, { checked: ['season:2031', 'entry:4'], problems: [] }, LATER)).toBe(two)
  })

  test('withdraws what an earlier version of the app said about the chain, and nothing else without a subject', () => {
    const { subject: _subject, ...old } = problem({ kind: 'shorter' })
    const { subject: _other, ...tampered } = problem({ kind: 'tampered' })
    const { problems, withdrawn } = withFindings(
      recordWith(old, tampered),
      { checked: ['chain', 'season:2031'], problems: [] },
      LATER,
    )
    expect([problems, withdrawn]).toEqual([[tampered], [{ ...old, withdrawn_at: LATER }]])
  })
})
