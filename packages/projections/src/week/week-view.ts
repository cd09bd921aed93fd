import { pickCountOf } from '@outlast/views/reveal'
import { participantsOf, standingsOf, takesPartInWeek } from '@outlast/views/standings'
import type { SeasonView, WeekEntry, WeekView } from '@outlast/contract/live/wire'
import { toWeek } from '@outlast/contract/rest/weeks'
import {
  type Entry,
  type EntryId,
  enteredWeekAlive,
  isByHand,
  picksOf,
  type PoolState,
  type Round,
  type WeekId,
} from '@outlast/domain'
import { momentsOf } from '../moments/moments.ts'
import { type VisiblePick, visiblePicks } from '../picks/visible-picks.ts'
import { VISITOR } from '../picks/viewer.ts'
import type { Directory } from '../people/directory.ts'
import { madeByField } from '../user/proxies.ts'
import { seasonView } from '../season/season-view.ts'
import type { Source } from '../source.ts'
import { weekGames } from './weeks.ts'

/** Returns topic `week:<id>`; `undefined` when there is no such week. */
export function weekView(
  source: Source,
  weekId: number,
  seasonOf = (year: number) => seasonView(source, year),
): WeekView | undefined {
  const round = source.pool.rounds.get(weekId as WeekId)
  if (round === undefined) return undefined
  const entries = weekEntries(source, round, seasonOf(round.seasonYear))
  const pick_count = round.locked === null ? countPicks(source.pool, round.id) : pickCountOf(entries)
  const moments = momentsOf(source, round)
  return {
    week: toWeek(source.pool, round),
    pick_count,
    games: weekGames(source, round),
    entries,
    ...(moments.length > 0 && { moments }),
  }
}

/**
 * Counts the picks of a week. Before the lock the number is public too (docs/rules.md §10.1). After it, the picks of entries that were already
 * out do not count.
 */
export function pickCount(source: Source, round: Round, seasonOf: (year: number) => SeasonView): number {
  if (round.locked === null) return countPicks(source.pool, round.id)
  return pickCountOf(weekEntries(source, round, seasonOf(round.seasonYear)))
}

function countPicks({ entries }: PoolState, weekId: WeekId): number {
  let count = 0
  for (const entry of entries.values()) count += picksOf(entry, weekId).length
  return count
}

/** An entry, and whether it went into a week alive. */
interface RosterEntry {
  readonly id: number
  readonly name: string
  /** Whether it went into the week alive, by the current results, and takes part in the season: it is listed if it has a pick. */
  readonly isAlive: boolean
  /** Whether it also takes part in the week, so that it is listed without a pick too. */
  readonly isIn: boolean
}

/** Returns every entry of a season by name and whether it takes part in a week. */
export function rosterIn(season: SeasonView, { id: weekId, weekNumber }: Round): readonly RosterEntry[] {
  const standings = standingsOf(season)
  const participants = new Set(participantsOf(season))
  const own = season.weeks.find(({ id }) => id === weekId)
  return season.entries.map((entry) => {
    const standing = standings.get(entry.id)
    const isAlive = standing !== undefined && enteredWeekAlive(standing, weekNumber) && participants.has(entry)
    return { id: entry.id, name: entry.name, isAlive, isIn: isAlive && (own === undefined || takesPartInWeek(entry, own)) }
  })
}

/** Returns the rows of a week's view. Entries that are not in the week are left out. */
export function weekEntries({ pool, people }: Source, round: Round, season: SeasonView): readonly WeekEntry[] {
  return rosterIn(season, round).flatMap((listed) => {
    const entry = listed.isAlive ? pool.entries.get(listed.id as EntryId) : undefined
    if (entry === undefined) return []
    const picks = round.locked === null ? [] : visiblePicks(pool, VISITOR, entry, { weekId: round.id })
    return listed.isIn || picks.length > 0 ? [toWeekEntry(people, entry, picks)] : []
  })
}

/** Maps an entry, and its picks as far as the viewer may see them, in the order of their slots, to a row of the week. */
export function toWeekEntry(
  people: Directory,
  entry: Pick<Entry, 'name' | 'keepers'> & { readonly id: number },
  picks: readonly VisiblePick[],
): WeekEntry {
  const named = { id: entry.id, name: entry.name, ...(isByHand(entry) && { is_paper: true as const }) }
  const [first, ...more] = picks.flatMap((pick) =>
    pick.team === null
      ? []
      : [
          {
            slot: pick.slot,
            team: pick.team,
            is_override: pick.isOverride,
            is_auto: pick.isAuto,
            ...madeByField(people, pick.madeBy),
          },
        ],
  )
  if (first === undefined) return { ...named, team: null, is_override: false, is_auto: false }
  const { slot, ...shown } = first
  return { ...named, ...shown, ...(more.length > 0 && { more }), ...(slot > 1 && { slot }) }
}
