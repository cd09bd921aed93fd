import { expect, test } from 'vitest'
import { useDraftStore } from '../../../pick-drafts/pick-drafts.ts'
import type { BoardEntry, BoardWeek } from '../board/board.ts'
import { choose } from './choose.ts'

const week = { id: 3, lock_time: '2026-09-13T16:00:00.000Z' } as BoardWeek
const entry = { id: 2, name: 'Ace', pick: { id: 9, team: 'KC', receipt: 10 } } as BoardEntry

test('the team of a pick needs no choice, and leaves none against it', () => {
  choose(entry, week, 1, 'LV')
  expect(useDraftStore.getState().drafts).toMatchObject([{ entryId: 2, weekId: 3, slot: 1, team: 'LV', pickId: 9, receipt: 10 }])
  choose(entry, week, 1, 'KC')
  expect(useDraftStore.getState().drafts).toEqual([])
})
