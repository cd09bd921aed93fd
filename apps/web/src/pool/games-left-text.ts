import { gamesLeft } from '@outlast/views'
import type { GameInfo } from '@outlast/contract/live'
import { formatCount } from '../lib/numbers.ts'

/** Says how many games of a week are left: "2 games on, 3 to come", "3 games to come". Undefined when none is. */
export function gamesLeftText(games: readonly GameInfo[]): string | undefined {
  const { playing, toCome } = gamesLeft(games)
  if (playing === 0) return toCome === 0 ? undefined : `${formatCount(toCome, 'game')} to come`
  return `${formatCount(playing, 'game')} on${toCome === 0 ? '' : `, ${toCome} to come`}`
}
