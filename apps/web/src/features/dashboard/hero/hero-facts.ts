import { standingsOf } from '@outlast/views'
import type { Board, BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'

/** What the hero needs to know about one of the member's entries. */
export interface HeroEntry extends Pick<BoardEntry, 'id' | 'name' | 'standing' | 'pick' | 'seal' | 'lives' | 'buyback'> {
  /** Whether it was alive when the week began. An entry that joined after the lock plays from the next week on. */
  readonly hasBegun: boolean
  readonly canBuyBack: boolean
}

/** What the hero needs to know about the week, the pool and the member. */
export interface HeroFacts {
  readonly week: Pick<BoardWeek, 'season_year' | 'week_number' | 'is_locked'>
  /** Whether picks of the week are closed. */
  readonly isClosed: boolean
  /** Whether the season's first week has locked. */
  readonly hasSeasonStarted: boolean
  /** Whether an entry without a pick may be lost by it. */
  readonly isMissedPickRisky: boolean
  readonly games: readonly BoardGame[]
  /** The member's entries that take part in the season. */
  readonly entries: readonly HeroEntry[]
  /** How many other members' entries began the week and are alive; null when unknown. */
  readonly others: number | null
  /** Ids of the season's winners; empty until it is decided. */
  readonly championIds: readonly number[]
}

/** Collects the facts of the hero; null while a standing is loading. */
export function heroFactsOf(board: Board, week: BoardWeek, isClosed: boolean, hasSeasonStarted: boolean): HeroFacts | null {
  const { games, view, rules } = board
  const playing = board.entries.filter(({ takesPart }) => takesPart)
  if (playing.some(({ standing }) => standing === null)) return null
  const began = view === undefined || !week.is_locked ? null : new Set(view.entries.map(({ id }) => id))
  return {
    week,
    isClosed,
    hasSeasonStarted,
    isMissedPickRisky: rules?.missed_pick !== 'survives',
    games: games ?? [],
    entries: playing.map((entry) => ({
      ...entry,
      hasBegun: began === null || began.has(entry.id),
      canBuyBack: entry.buybackOffer !== null,
    })),
    others: othersAlive(board),
    championIds: board.championIds,
  }
}

function othersAlive({ view, season, entries }: Board): number | null {
  if (view === undefined || season === undefined) return null
  const own = new Set(entries.map(({ id }) => id))
  const standings = standingsOf(season)
  return view.entries.filter(({ id }) => !own.has(id) && standings.get(id)?.status === 'alive').length
}
