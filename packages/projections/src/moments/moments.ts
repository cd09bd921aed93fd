import type { Moment, MomentPeople } from '@outlast/contract'
import { compareEntries, compareMoments } from '@outlast/contract/live/order'
import type { MomentInfo } from '@outlast/contract/live/wire'
import { type Entry, type EntryId, type GameTurn, joinedSeasonAt, type PoolState, type Round } from '@outlast/domain'
import { playerOf } from '../people/directory.ts'
import { entriesWith } from '../season/season-view.ts'
import type { Source } from '../source.ts'
import { type WeekMoment, weekMoments } from './week-moments.ts'

/** How many people of a group a moment names. */
const MAX_NAMED = 3

/** Returns what happened in a week, newest first. Nothing before its lock. */
export function momentsOf(source: Source, round: Round): readonly MomentInfo[] {
  const moments = weekMoments(source.pool, round)
  if (moments.length === 0) return []
  const namesakes = namesakesIn(source, round)
  const people = (ids: readonly EntryId[] | undefined) => groupOf(source, namesakes, ids ?? [])
  return moments.map((moment) => toMoment(moment, people)).sort(compareMoments)
}

interface Namesakes {
  readonly version: number
  readonly seasonYear: number
  readonly seasonStarts: PoolState['seasonStarts']
  readonly names: ReadonlySet<string>
}

/** The last names, by the map of entries that they are of. */
const lastNamesakes = new WeakMap<PoolState['entries'], Namesakes>()

/** Returns the names that several entries of a week's season have. */
function namesakesIn({ pool }: Source, { seasonYear }: Round): ReadonlySet<string> {
  const entries = pool.entries.origin
  const { version } = entries
  const { seasonStarts } = pool
  const last = lastNamesakes.get(entries)
  if (last?.version === version && last.seasonYear === seasonYear && last.seasonStarts === seasonStarts) return last.names
  const names = repeatedNames(pool, seasonYear)
  lastNamesakes.set(entries, { version, seasonYear, seasonStarts, names })
  return names
}

function repeatedNames(pool: PoolState, seasonYear: number): ReadonlySet<string> {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const entry of pool.entries.values()) {
    if (joinedSeasonAt(pool, entry, seasonYear) === undefined) continue
    const name = entry.name.toLowerCase()
    if (seen.has(name)) twice.add(name)
    seen.add(name)
  }
  return twice
}

/** The first of each group. A replay lists its groups anew when an entry changes. */
const firstOf = new WeakMap<readonly EntryId[], readonly Entry[]>()

function firstEntries(pool: PoolState, ids: readonly EntryId[]): readonly Entry[] {
  const known = firstOf.get(ids)
  if (known !== undefined) return known
  const first: Entry[] = []
  for (const entry of entriesWith(pool, ids)) {
    const place = first.findIndex((other) => compareEntries(entry, other) < 0)
    if (place === -1 && first.length >= MAX_NAMED) continue
    first.splice(place === -1 ? first.length : place, 0, entry)
    first.length = Math.min(first.length, MAX_NAMED)
  }
  firstOf.set(ids, first)
  return first
}

function groupOf({ pool, people }: Source, namesakes: ReadonlySet<string>, ids: readonly EntryId[]): MomentPeople | undefined {
  if (ids.length === 0) return undefined
  const named = firstEntries(pool, ids)
  return {
    people: named.map((entry) => ({
      entry_id: entry.id,
      entry_name: entry.name,
      user_id: entry.userId,
      user_name: playerOf(people, entry),
      ...(namesakes.has(entry.name.toLowerCase()) && { is_namesake: true as const }),
    })),
    more: ids.length - named.length,
  }
}

type People = (ids: readonly EntryId[] | undefined) => MomentPeople | undefined

function toMoment(moment: WeekMoment, people: People): Moment {
  const { kind, position, at, game, leader, isFirstLead, losing, entries, lastOn, alive, total, isUntrue } = moment
  const groups = {
    through: people(moment.through),
    out: people(moment.out),
    back: people(moment.back),
    lost_life: people(moment.lostLife),
    champions: people(moment.champions),
  }
  return {
    id: `${position}-${game?.gameId ?? kind}`,
    position,
    at,
    kind,
    game: game && toGameOf(game),
    ...(leader !== undefined && { leader }),
    ...(isFirstLead !== undefined && { is_first_lead: isFirstLead }),
    ...(losing !== undefined && { losing }),
    ...(entries !== undefined && { entries }),
    ...Object.fromEntries(Object.entries(groups).filter(([, group]) => group !== undefined)),
    ...(lastOn !== undefined && { last_on: lastOn }),
    ...(alive !== undefined && { alive }),
    ...(total !== undefined && { total }),
    ...(isUntrue && { is_untrue: true }),
  }
}

function toGameOf({ gameId, home, away, homeScore, awayScore, detail }: GameTurn): NonNullable<Moment['game']> {
  return {
    id: gameId,
    home_team_abbr: home,
    away_team_abbr: away,
    home_score: homeScore,
    away_score: awayScore,
    is_overtime: /\b(OT|overtime)\b/i.test(detail ?? ''),
  }
}
