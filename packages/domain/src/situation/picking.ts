import type { Refusal } from '../pool-rules/index.ts'
import { deriveStanding } from '../standing/standing.ts'
import { gameOfTeam, hasKickedOff, obstacleTo, opponentsOf, type Time } from '../values/game-life.ts'
import { type Obstacles, obstaclesIn } from '../values/obstacles.ts'
import { unpaidIn } from '../values/unpaid.ts'
import { isWeekClosed } from '../values/week.ts'
import type { PickingFacts, SituationFacts, TeamFacts } from './facts.ts'

/** Why the picks of an entry in a week are closed, whatever it owes and picks; undefined while they are open. The first reason counts. */
export function closedRefusal<T extends Time>(facts: PickingFacts<T>, now: T): Refusal | undefined {
  const { season, record, week, absence } = facts
  if (isWeekClosed(week, now)) return { code: 'week_locked' }
  if (absence !== undefined) return { code: absence, details: { season: season.seasonYear } }
  if (deriveStanding(record, season).status === 'out') return { code: 'entry_eliminated' }
  // When the week is open again after it was played, its results are known (docs/rules.md §2.6).
  const played = season.weeks.find(({ id }) => id === week.id)
  if (played && played.playedLockPosition !== null && record.joinedPosition > (played.firstLockPosition ?? Infinity))
    return { code: 'joined_after_lock', details: { week: week.weekNumber } }
  // Decides before any team is looked at: a refusal for a used team would reveal the sealed pick (docs/rules.md §11.6).
  return facts.hasSealedPick ? { code: 'picks_sealed' } : undefined
}

/** Why an entry may not pick in a week, whatever the team; undefined if it may. */
export function pickRefusal<T extends Time>(facts: SituationFacts<T>, now: T): Refusal | undefined {
  const { rules, week, isPaid } = facts
  const isRefused = unpaidIn(rules.unpaidAfterWeek, week.weekNumber, isPaid) === 'refused'
  return closedRefusal(facts, now) ?? (isRefused ? { code: 'entry_unpaid' } : undefined)
}

/** What speaks against a team in a slot of the week, with what a refusal names. */
interface Against {
  readonly obstacles: Obstacles
  /** The number of the last week of use; that of the week itself, if another slot has the team. */
  readonly usedIn: number | undefined
  /** The pick of another slot against which it plays. */
  readonly opponent: string | undefined
}

/**
 * Collects what speaks against a new pick of a team.
 * @param now null: kickoffs don't matter, as for an admin
 */
export function against<T extends Time>(facts: TeamFacts<T>, slot: number, team: string, now: T | null): Against {
  const { rules, weekNumber, ineligible, games, used, picks } = facts
  const beside = picks.flatMap((pick) => (pick.slot === slot || pick.team === null ? [] : [pick.team]))
  const rivals = rules.opponents === 'allowed' || beside.length === 0 ? NOBODY : opponentsOf(games, team)
  const opponent = beside.find((other) => rivals.has(other))
  const obstacles = obstaclesIn(
    {
      team_picked_twice: beside.includes(team),
      team_used: used.has(team),
      opponents_picked: opponent !== undefined,
      team_ineligible: ineligible.includes(team),
      team_kicked_off: now !== null && isTeamShut(facts, team, now),
    },
    obstacleTo(games, team, weekNumber),
  )
  return { obstacles, usedIn: beside.includes(team) ? weekNumber : used.get(team), opponent }
}

const NOBODY: ReadonlySet<string> = new Set()

/** Whether a team can be neither picked nor given up any more, because its game has kicked off. */
export function isTeamShut<T extends Time>(
  { rules, games }: Pick<TeamFacts<T>, 'rules' | 'games'>,
  team: string,
  now: T,
): boolean {
  const game = rules.teamLock === 'kickoff' ? gameOfTeam(games, team) : undefined
  return game !== undefined && hasKickedOff(game, now)
}
