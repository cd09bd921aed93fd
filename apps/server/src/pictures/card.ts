import type { PickResult, SettledResult } from '@outlast/domain'

/** What a card shows: everything that its picture depends on, and nothing else. It names entries, never people. */
export type Card = CountdownCard | WeekCard | EntryCard | ChampionCard

/** What every card shows of the club. */
export interface CardClub {
  readonly name: string
  /** `#rrggbb`, from which the accent is derived; null: the app's own accent. */
  readonly color: string | null
  /** The version of the crest; null: none. */
  readonly crest: string | null
  /** The host of the pool's address, to type in; null if it is not a name. */
  readonly host: string | null
}

interface CardBase {
  readonly club: CardClub
  readonly season: number
}

/** A week that is open. The card contains nothing about its picks, not even their number. */
export interface CountdownCard extends CardBase {
  readonly kind: 'countdown'
  readonly week: number
  /** `Sunday, September 8` and `12:00 PM ET`. */
  readonly day: string
  readonly time: string
}

/** A team with the number of entries that picked it. */
export interface CardBar {
  readonly team: string
  readonly picks: number
  readonly result: SettledResult | null
}

/** A locked week, as far as it has been played. */
export interface WeekCard extends CardBase {
  readonly kind: 'week'
  readonly week: number
  readonly gamesLeft: number
  readonly entered: number
  readonly alive: number
  readonly out: number
  /** The names of the entries that went out, in alphabetical order, as many as fit. */
  readonly outNames: readonly string[]
  /** Set where a pick wins when its team loses. */
  readonly objective?: 'lose'
  /** The most popular team first. */
  readonly bars: readonly CardBar[]
}

/** A revealed week of an entry. */
export interface CardPick {
  readonly week: number
  readonly team: string | null
  readonly result: PickResult | null
}

/** An entry with its run of revealed weeks. */
export interface EntryCard extends CardBase {
  readonly kind: 'entry'
  readonly name: string
  readonly survived: number
  /** The number of entries that are alive. */
  readonly alive: number
  readonly state: 'in' | 'out' | 'champion'
  /** Why the entry is out, in a sentence; empty while it is in. */
  readonly headline: string
  readonly reason: string
  readonly picks: readonly CardPick[]
}

/** Who won a season. */
export interface ChampionCard extends CardBase {
  readonly kind: 'champion'
  readonly names: readonly string[]
  readonly week: number
  readonly entries: number
  readonly hasSurvivor: boolean
  /** The picks of a sole champion; otherwise empty. */
  readonly picks: readonly CardPick[]
  /** The number of entries alive at the start and after each week. */
  readonly curve: readonly number[]
}
