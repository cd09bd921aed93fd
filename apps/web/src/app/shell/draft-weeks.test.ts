import { expect, test } from 'vitest'
import type { PickDraft } from '../../pick-drafts/pick-drafts.ts'
import { draftWeeks } from './draft-weeks.ts'

const NOW = Date.parse('2026-09-13T16:00:00.000Z')
const draft = (weekId: number, minutes: number) =>
  ({ weekId, lockTime: new Date(NOW + minutes * 60_000).toISOString() }) as PickDraft

test('an open choice is not judged by the week of another, and what is over comes first, together', () => {
  const [over, late, early, before] = [draft(1, -9_000), draft(4, 4_000), draft(3, 9), draft(2, -100)]
  expect(draftWeeks([over, late, early, before], [], NOW)).toEqual([
    { weekId: null, drafts: [over, before], left: -9_000 * 60_000 },
    { weekId: 3, drafts: [early], left: 9 * 60_000 },
    { weekId: 4, drafts: [late], left: 4_000 * 60_000 },
  ])
})

test('choices for entries that the member no longer picks for are apart from the others of the week', () => {
  const [open, gone] = [draft(3, 9), draft(3, 9)]
  expect(draftWeeks([open, gone], [], NOW, (one) => one === gone)).toEqual([
    { weekId: 3, drafts: [open], left: 9 * 60_000 },
    { weekId: null, drafts: [gone], left: 9 * 60_000, isGone: true },
  ])
})

test('a week that the pool has locked is over, also on a device whose clock is slow', () => {
  const [locked, open] = [draft(3, 2), draft(4, 9)]
  expect(draftWeeks([open, locked], [3], NOW)).toEqual([
    { weekId: null, drafts: [locked], left: 0 },
    { weekId: 4, drafts: [open], left: 9 * 60_000 },
  ])
})
