import { noTeamLine } from '@outlast/contract/situation/missing-text'
import { areGamesOver, isWipedOut, standingsOf } from '@outlast/views'
import { weekEndText } from '../../../pool/week-end-text.ts'
import { isOnItsWay, type PickDraft } from '../../../pick-drafts/pick-drafts.ts'
import { hasBuyback, isDrafted, isOpenPlace, lacksTeam, needsPick, placesOf } from '../board/places.ts'
import type { Board, BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'

/**
 * The state of a choice that is not saved, the one that needs the member first. `elsewhere`: another device has saved another team.
 * `unconfirmed`: it is submitted, and the pool has not answered. `sending`: it will in a moment.
 */
const CHOICE_STATES = ['chosen', 'elsewhere', 'unconfirmed', 'sending'] as const
export type ChoiceState = (typeof CHOICE_STATES)[number]

/** What the hero needs to know about one of the member's entries. */
export interface HeroEntry extends Pick<
  BoardEntry,
  'id' | 'name' | 'standing' | 'pick' | 'several' | 'seal' | 'lives' | 'buyback' | 'missedCosts' | 'teamsLeft'
> {
  /** Whether it was alive when the week began. An entry that joined after the lock plays from the next week on. */
  readonly hasBegun: boolean
  readonly canBuyBack: boolean
  /** Whether it was out of the week on this device and is in again. */
  readonly isBack: boolean
  /** What the member must know about the teams that are chosen for it; null without one that is not saved. */
  readonly choice: ChoiceState | null
  /** Whether it lacks a pick for which no team is chosen either. */
  readonly isMissing: boolean
  /** That no team is left for the pick that it lacks, and what follows by the rules; null otherwise. */
  readonly noTeam: string | null
}

/** What the hero needs to know about the week, the pool and the member. */
export interface HeroFacts {
  readonly week: Pick<BoardWeek, 'season_year' | 'week_number' | 'is_locked'>
  /** Whether picks of the week are closed. */
  readonly isClosed: boolean
  /** Whether picks close within minutes. */
  readonly isLastMinutes: boolean
  /** Whether the season's first week has locked. */
  readonly hasSeasonStarted: boolean
  readonly games: readonly BoardGame[]
  /** Whether nothing keeps the locked week from being complete. */
  readonly isOver: boolean
  /** Whether all entries that were left fell in the week and came back. */
  readonly isWipedOut: boolean
  /** When the last game ends: "tonight", "on Monday". */
  readonly weekEnd: string
  /** Site time in milliseconds. */
  readonly now: number
  /** The member's entries that take part in the season. */
  readonly entries: readonly HeroEntry[]
  /** How many other members' entries began the week and are alive; null when unknown. */
  readonly others: number | null
  /** Ids of the season's winners; empty until it is decided. */
  readonly championIds: readonly number[]
}

/** Before the lock, the hero says this early what to tap. */
const LAST_MINUTES_MS = 600_000

/** What the hero needs besides the board. */
interface Moment {
  readonly week: BoardWeek
  readonly isClosed: boolean
  readonly hasSeasonStarted: boolean
  /** The entries that were out of the week on this device and are in again. */
  readonly backIds: ReadonlySet<number>
  /** The choices that are not saved. */
  readonly unsaved: readonly PickDraft[]
  /** Site time in milliseconds. */
  readonly now: number
}

/** Collects the facts of the hero; null while a standing is loading. */
export function heroFactsOf(board: Board, { week, isClosed, hasSeasonStarted, backIds, unsaved, now }: Moment): HeroFacts | null {
  const { view } = board
  const games = board.games ?? []
  const playing = board.entries.filter(({ takesPart }) => takesPart)
  if (playing.some(({ standing }) => standing === null)) return null
  const began = view === undefined || !week.is_locked ? null : new Set(view.entries.map(({ id }) => id))
  return {
    week,
    isClosed,
    isLastMinutes: Date.parse(week.lock_time) - now <= LAST_MINUTES_MS,
    hasSeasonStarted,
    games,
    isOver: view !== undefined && areGamesOver(view.games),
    isWipedOut: board.season !== undefined && isWipedOut(board.season, week.week_number),
    weekEnd: weekEndText(games, now),
    now,
    entries: playing.map((entry) => ({
      ...entry,
      hasBegun: began === null || began.has(entry.id),
      canBuyBack: hasBuyback(entry),
      isBack: backIds.has(entry.id),
      choice: choiceOf(unsaved.filter(({ entryId }) => entryId === entry.id)),
      isMissing: needsPick(entry) && placesOf(entry).some((place) => isOpenPlace(place) && !isDrafted(unsaved, place)),
      noTeam: lacksTeam(entry) && entry.outlook !== null ? noTeamLine(entry.outlook, week.week_number) : null,
    })),
    others: othersAlive(board),
    championIds: board.championIds,
  }
}

function choiceOf(drafts: readonly PickDraft[]): ChoiceState | null {
  const states = drafts.map((draft) =>
    draft.other !== null ? 'elsewhere' : isOnItsWay(draft) ? 'unconfirmed' : draft.status === 'sending' ? 'sending' : 'chosen',
  )
  return CHOICE_STATES.find((state) => states.includes(state)) ?? null
}

/** Returns how many entries of others that began the week are alive; null when unknown. */
function othersAlive({ view, season, entries }: Board): number | null {
  if (view === undefined || season === undefined) return null
  const own = new Set(entries.map(({ id }) => id))
  const standings = standingsOf(season)
  return view.entries.filter(({ id }) => !own.has(id) && standings.get(id)?.status === 'alive').length
}
