import { picksOf } from '../state/entry-picks.ts'
import type { ContestId, EntryId, Position } from '../values/ids.ts'
import { joinedAt } from '../values/season.ts'
import { entryStanding, haveSameStandings, teamsIn } from './season-results.ts'
import {
  deriveSeasonOutcome,
  type EntryStanding,
  participationIn,
  type SeasonOutcome,
  type SeasonResults,
  type Standing,
  tieBreaker,
} from './standing.ts'
import type { Entry, PoolState } from '../state/state.ts'

// The standings of all entries of a season. Many parts of the program ask for them, and most changes of the pool affect one entry. So a table
// reuses the last one of the same pool, or of the pool that it was forked from, and derives only what changed
// ([decision 61](../../../../docs/decisions/README.md)).

/** An entry of a season with its standing. */
export interface Participant extends EntryStanding {
  readonly entryId: EntryId
  readonly entry: Entry
  readonly joinedPosition: Position
}

/** The entries of a season, and whether it is decided. */
export class SeasonTable {
  readonly season: SeasonResults
  readonly seasonStarts: PoolState['seasonStarts']
  /** The entries that joined, also those that joined too late for the deciding week. */
  readonly joined: ReadonlyMap<EntryId, Participant>
  #outcome: SeasonOutcome | undefined
  #participants: readonly Participant[] | undefined

  constructor(season: SeasonResults, seasonStarts: PoolState['seasonStarts'], joined: ReadonlyMap<EntryId, Participant>) {
    this.season = season
    this.seasonStarts = seasonStarts
    this.joined = joined
  }

  get outcome(): SeasonOutcome {
    this.#outcome ??= deriveSeasonOutcome([...this.joined.values()], this.season.weeks, tieBreaker(this.season))
    return this.#outcome
  }

  /** The entries that take part, in the order of their ids. */
  get participants(): readonly Participant[] {
    this.#participants ??= [...this.joined.values()]
      .filter(participationIn(this.outcome, this.season.weeks))
      .sort((a, b) => a.entryId - b.entryId)
    return this.#participants
  }
}

/** The last table of each contest, by the map of entries that it was derived from. */
const tables = new WeakMap<PoolState['entries'], Map<ContestId, SeasonTable>>()

/**
 * Returns the table of a season. If there is a table with the same results, only the standings of entries that changed since are derived.
 * Entries are replaced and never mutated, so a changed entry is another object.
 */
export function seasonTable(state: PoolState, season: SeasonResults): SeasonTable {
  const known = lastTable(state, season)
  const joined = new Map<EntryId, Participant>()
  let isSame = known !== undefined
  for (const entry of state.entries.values()) {
    const last = known?.joined.get(entry.id)
    const participant = last?.entry === entry ? last : participantOf(state, season, entry)
    if (participant === undefined) continue
    isSame &&= participant === last
    joined.set(entry.id, participant)
  }
  const isUnchanged = known !== undefined && isSame && joined.size === known.joined.size
  const table = isUnchanged ? known : new SeasonTable(season, state.seasonStarts, joined)
  keep(state, table)
  return table
}

/** Returns a function that returns the standing of an entry, from the last table if it is there, otherwise derived. */
export function standingsIn(state: PoolState, season: SeasonResults): (entry: Entry) => Standing {
  const known = lastTable(state, season)?.joined
  return (entry) => {
    const last = known?.get(entry.id)
    return last?.entry === entry ? last.standing : entryStanding(state, entry, season)
  }
}

/** Returns the last table of the pool, or of one that it was forked from, with the same results and starts of seasons. */
function lastTable({ entries, seasonStarts }: PoolState, season: SeasonResults): SeasonTable | undefined {
  for (const origin of entries.origins()) {
    const table = tables.get(origin)?.get(season.contestId)
    if (table?.seasonStarts === seasonStarts && haveSameStandings(table.season, season)) return table
  }
  return undefined
}

/** Keeps a table for the pool, or for the one that it was forked from if the fork has the same entries. */
function keep({ entries }: PoolState, table: SeasonTable): void {
  const own = tables.get(entries.origin) ?? new Map<ContestId, SeasonTable>()
  tables.set(entries.origin, own.set(table.season.contestId, table))
}

function participantOf(state: PoolState, season: SeasonResults, entry: Entry): Participant | undefined {
  const joinedPosition = joinedAt(entry, state.seasonStarts, season.seasonYear)
  if (joinedPosition === undefined) return undefined
  return {
    entryId: entry.id,
    entry,
    joinedPosition: joinedPosition as Position,
    teamsOf: (weekId) => teamsIn(entry, weekId),
    countAuto: (weekId) => picksOf(entry, weekId).filter(({ assignedBy }) => assignedBy !== null).length,
    standing: entryStanding(state, entry, season),
  }
}
