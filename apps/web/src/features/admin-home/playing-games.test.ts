import { gameInfo, weekEntry } from '@outlast/contract/live/test-support'
import { expect, it } from 'vitest'
import { inOrderOfInterest } from './playing-games.ts'

const entries = (count: number) => Array.from({ length: count }, (_, i) => weekEntry(i + 1, 'Entry'))

it('inOrderOfInterest: puts what needs a hand first, then games being played, then those with most entries', () => {
  const games = [
    { game: gameInfo({ id: 1 }), entries: entries(1) },
    { game: gameInfo({ id: 2 }), entries: entries(9) },
    { game: gameInfo({ id: 3, status: 'in_progress' }), entries: entries(0) },
    { game: gameInfo({ id: 4, status: 'postponed' }), entries: entries(0) },
  ]
  const now = Date.parse('2025-09-07T18:00:00.000Z')
  expect(inOrderOfInterest(games, now).map(({ game }) => game.id)).toEqual([4, 3, 2, 1])
})
