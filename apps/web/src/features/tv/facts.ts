import {
  championshipOf,
  type GameInfo,
  type PoolView,
  type SeasonView,
  survivalOf,
  weekSurvivorsOf,
  type WeekInfo,
  type WeekView,
} from '@outlast/contract/live'
import { parseClock, type Scene } from '@outlast/domain/rules'

/** What happens in the pool, as far as it decides what the screen shows. */
export type Phase = 'empty' | 'open' | 'revealed' | 'playing' | 'over' | 'decided'

/** The public views that the screen shows. Week and season are undefined while the pool has no week. */
export interface ScreenViews {
  readonly pool: PoolView
  readonly week: WeekView | undefined
  readonly season: SeasonView | undefined
}

/** What the planner of scenes needs to know. */
export interface ScreenFacts {
  readonly phase: Phase
  readonly weekId: number | null
  readonly isLocked: boolean
  readonly isOver: boolean
  /** Whether a week of the season is locked, so that there is a curve. */
  readonly hasCurve: boolean
  /** The entries that began the week. */
  readonly total: number
  /** Those that are out after the results so far. */
  readonly out: ReadonlySet<number>
  readonly games: readonly GameInfo[]
  /** The teams that somebody picked; none while the week is open. */
  readonly pickedTeams: ReadonlySet<string>
}

export const currentWeek = ({ weeks, current_week_id: id }: PoolView): WeekInfo | undefined =>
  weeks.find((week) => week.id === id)

const NOBODY: ReadonlySet<number> = new Set()
const NO_TEAM: ReadonlySet<string> = new Set()

export function factsOf({ week, season }: ScreenViews): ScreenFacts {
  const isLocked = week?.week.is_locked === true
  const games = week?.games ?? []
  const isOver = isLocked && games.length > 0 && games.every(({ status }) => status === 'final' || status === 'cancelled')
  return {
    phase: phaseOf(week, season, isOver),
    weekId: week?.week.id ?? null,
    isLocked,
    isOver,
    hasCurve: season !== undefined && survivalOf(season).length > 1,
    total: week?.entries.length ?? 0,
    out: week !== undefined && isLocked ? weekSurvivorsOf(week, season).out : NOBODY,
    games,
    pickedTeams: week !== undefined && isLocked ? new Set(week.entries.flatMap(({ team }) => team ?? [])) : NO_TEAM,
  }
}

function phaseOf(week: WeekView | undefined, season: SeasonView | undefined, isOver: boolean): Phase {
  if (week === undefined) return 'empty'
  if (season !== undefined && championshipOf(season) !== null) return 'decided'
  if (!week.week.is_locked) return 'open'
  if (isOver) return 'over'
  return week.games.some(({ status }) => status === 'in_progress' || status === 'final') ? 'playing' : 'revealed'
}

/** Whether there is something to show in a scene. */
export function canShow(scene: Scene, facts: ScreenFacts): boolean {
  switch (scene) {
    case 'join':
      return true
    case 'countdown':
      return facts.weekId !== null && !facts.isLocked
    case 'reveal':
    case 'survivors':
    case 'games':
    case 'distribution':
      return facts.isLocked
    case 'out':
      return facts.isLocked && facts.out.size > 0
    case 'summary':
      return facts.isOver
    case 'curve':
      return facts.hasCurve
    case 'champion':
      return facts.phase === 'decided'
    default:
      return scene satisfies never
  }
}

/** Something that everybody in the room should see at once. */
export type News =
  | { readonly kind: 'reveal' }
  | { readonly kind: 'elimination'; readonly entryIds: readonly number[]; readonly gameIds: readonly number[] }
  | { readonly kind: 'lead'; readonly gameId: number }

/** An elimination of more than this share of the pool is news. */
const MANY = 0.05
const LAST_SECONDS = 120

/** Returns what is news between two states of the screen; null when nothing is. */
export function newsBetween(before: ScreenFacts, after: ScreenFacts): News | null {
  if (before.weekId === null || before.weekId !== after.weekId || !after.isLocked) return null
  if (!before.isLocked) return { kind: 'reveal' }
  const entryIds = [...after.out].filter((id) => !before.out.has(id))
  if (entryIds.length > after.total * MANY) {
    const ended = after.games.filter((game) => game.status === 'final' && scoreChanged(before, game))
    return { kind: 'elimination', entryIds, gameIds: ended.map(({ id }) => id) }
  }
  const game = after.games.find((candidate) => isPicked(candidate, after) && isLateLead(gameIn(before, candidate.id), candidate))
  return game === undefined ? null : { kind: 'lead', gameId: game.id }
}

const gameIn = ({ games }: ScreenFacts, id: number): GameInfo | undefined => games.find((game) => game.id === id)

const isPicked = (game: GameInfo, { pickedTeams }: ScreenFacts): boolean =>
  pickedTeams.has(game.home_team_abbr) || pickedTeams.has(game.away_team_abbr)

function scoreChanged(before: ScreenFacts, after: GameInfo): boolean {
  const game = gameIn(before, after.id)
  return game?.status !== 'final' || game.home_score !== after.home_score || game.away_score !== after.away_score
}

/** Who leads: 1 for the home team, −1 for the away team, 0 while the score is level. */
export const leadOf = ({ home_score: home, away_score: away }: GameInfo): number => Math.sign((home ?? 0) - (away ?? 0))

/** Whether the lead changed in the last two minutes, in overtime, or with the last play. A correction of a final score is another matter. */
function isLateLead(before: GameInfo | undefined, after: GameInfo): boolean {
  if (before?.status !== 'in_progress' || leadOf(before) === leadOf(after)) return false
  if (after.status !== 'in_progress' && after.status !== 'final') return false
  return isLate(after.status === 'in_progress' ? after : before)
}

function isLate({ detail }: GameInfo): boolean {
  const clock = parseClock(detail)
  return clock !== undefined && (clock.period === 'overtime' || clock.secondsLeft <= LAST_SECONDS)
}
