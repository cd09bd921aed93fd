import type { BoardEntry } from '../board/board.ts'

/** What a champion reads about its entry. */
export const TITLES: Readonly<Record<NonNullable<BoardEntry['title']>, string>> = {
  alone: 'Won the season',
  shared: 'Shares the title',
}
