import { joinedAt } from '@outlast/domain/rules'
import type { PoolView, SeasonView, UserEntry } from '@outlast/contract/live/wire'
import { memoize } from './memoize.ts'
import { participantsOf } from './standings.ts'

type JoiningEntry = Pick<UserEntry, 'id' | 'created_position' | 'renewals'>
type Starts = PoolView['season_starts']

const participants = memoize((season: SeasonView): ReadonlySet<number> => new Set(participantsOf(season).map(({ id }) => id)))

/** Whether an entry takes part in a season (docs/rules.md §16.2). */
export function takesPartIn(entry: JoiningEntry, starts: Starts, season: SeasonView): boolean {
  return hasJoined(entry, starts, season.season_year) && participants(season).has(entry.id)
}

/** Returns the started season that an entry can be renewed for, or null. */
export function renewSeasonOf(entry: JoiningEntry, starts: Starts, currentSeason: number | null): number | null {
  const latest = Math.max(0, ...starts.map((start) => start.season_year))
  return latest === 0 || latest < (currentSeason ?? 0) || hasJoined(entry, starts, latest) ? null : latest
}

function hasJoined({ created_position: createdPosition, renewals }: JoiningEntry, starts: Starts, seasonYear: number): boolean {
  return joinedAt({ createdPosition, renewals: renewals.map(toStart) }, starts.map(toStart), seasonYear) !== undefined
}

function toStart({ season_year: seasonYear, position }: Starts[number]) {
  return { seasonYear, position }
}
