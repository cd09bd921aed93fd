import type { Moment, MomentPeople } from '@outlast/contract'
import { compareEntries, compareMoments } from '@outlast/contract/live/order'
import type { MomentInfo } from '@outlast/contract/live/wire'
import { type EntryId, type GameTurn, joinedSeasonAt, type Round } from '@outlast/domain'
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

/** Returns the names that several entries of a week's season have. */
function namesakesIn({ pool }: Source, { seasonYear }: Round): ReadonlySet<string> {
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

function groupOf({ pool, people }: Source, namesakes: ReadonlySet<string>, ids: readonly EntryId[]): MomentPeople | undefined {
  if (ids.length === 0) return undefined
  const named = [...entriesWith(pool, ids)].sort(compareEntries).slice(0, MAX_NAMED)
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
