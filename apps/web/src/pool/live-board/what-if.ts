import type { GameInfo } from '@outlast/contract/live'
import type { AssumedEnd } from '@outlast/views'
import { isStillOpen } from '@outlast/domain/rules'

/** The ends of games that somebody assumes, by the game's id. */
export type Assumed = ReadonlyMap<number, AssumedEnd>

/**
 * Writes assumed ends for the address: the winners' teams, and both teams of a tie, separated by dots (`KC.BUF.DAL-GB`). Teams and not
 * ids, so that a reader understands the link.
 */
export function formatAssumed(assumed: Assumed, games: readonly GameInfo[]): string {
  return games
    .flatMap(({ id, home_team_abbr: home, away_team_abbr: away }) => {
      const end = assumed.get(id)
      return end === undefined ? [] : [{ home, away, tie: `${away}-${home}` }[end]]
    })
    .join('.')
}

/** Reads assumed ends from the address. Ignores what names no game of the week. */
export function parseAssumed(text: string, games: readonly GameInfo[]): Assumed {
  const assumed = new Map<number, AssumedEnd>()
  const named = new Set(text.split('.'))
  for (const { id, home_team_abbr: home, away_team_abbr: away } of games.filter(isStillOpen)) {
    if (named.has(home)) assumed.set(id, 'home')
    else if (named.has(away)) assumed.set(id, 'away')
    else if (named.has(`${away}-${home}`)) assumed.set(id, 'tie')
  }
  return assumed
}

/** Assumes an end of a game; assuming the same end again takes it back. */
export function toggleAssumed(assumed: Assumed, gameId: number, end: AssumedEnd): Assumed {
  const next = new Map(assumed)
  if (assumed.get(gameId) === end) next.delete(gameId)
  else next.set(gameId, end)
  return next
}
