import type { GameInfo, PoolView, SeasonView, WeekInfo, WeekView } from '@outlast/contract/live'
import {
  areGamesOver,
  championshipOf,
  decidedGameOf,
  type OutCause,
  pickedTeams,
  type PoolCount,
  resultsOf,
  standingsOf,
  survivalOf,
  weekCountOf,
  weekSurvivorsOf,
} from '@outlast/views'
import { memberAndEntry, type NameLines } from '@outlast/contract/entry-label'
import type { Scene } from '@outlast/domain/rules'
import { type AliveCounts, aliveCountsOf } from '../../pool/live-board/alive-counts.ts'
import { naturalOrder } from '../../lib/natural-order.ts'

/** What happens in the pool, as far as it decides what the screen shows. */
export type Phase = 'empty' | 'open' | 'revealed' | 'playing' | 'over' | 'decided'

/** The public views of a week and its season. They are undefined while the pool has no week. */
export interface WeekViews {
  readonly week: WeekView | undefined
  readonly season: SeasonView | undefined
  /** The season before, while its champion stays on the screens. */
  readonly former?: SeasonView | undefined
}

/** The public views that the screen shows. */
export interface ScreenViews extends WeekViews {
  readonly pool: PoolView
}

/** An entry that is out, and why. */
export interface Fall extends NameLines {
  readonly weekNumber: number
  /** `earlier`: it went out in an earlier week than the one on the screen. */
  readonly cause: OutCause | 'earlier'
  /** The team that it picked, and the game that this team lost. */
  readonly team: string | null
  readonly gameId: number | null
}

/** Who is out, and why. */
export type Falls = ReadonlyMap<number, Fall>

/** What the planner of scenes needs to know. */
export interface ScreenFacts {
  /** The views that all facts are from. */
  readonly views: WeekViews
  readonly phase: Phase
  /** The season whose champion is shown. */
  readonly titleSeason: SeasonView | undefined
  readonly weekId: number | null
  readonly isLocked: boolean
  /** When the week locks, in milliseconds of Unix time; null without a week. */
  readonly lockAt: number | null
  readonly isOver: boolean
  /** Whether a week of the season is locked, so that there is a curve. */
  readonly hasCurve: boolean
  /** The entries that began the week. */
  readonly total: number
  /** How many are alive, counted as on every other screen. */
  readonly count: PoolCount
  /** How those that began the week stand; null before the lock. */
  readonly counts: AliveCounts | null
  /** Those of them that are out by the results so far, the latest first. */
  readonly out: Falls
  /** Every entry that is out of the season by the results so far. */
  readonly gone: Falls
  /** Every entry of the season. */
  readonly entryIds: ReadonlySet<number>
  readonly games: readonly GameInfo[]
  /** The teams that somebody picked; none while the week is open. */
  readonly pickedTeams: ReadonlySet<string>
}

export const currentWeek = ({ weeks, current_week_id: id }: PoolView): WeekInfo | undefined =>
  weeks.find((week) => week.id === id)

const NOBODY: PoolCount = { alive: 0, total: 0, later: 0 }
const NO_TEAM: ReadonlySet<string> = new Set()

export function factsOf(views: WeekViews): ScreenFacts {
  const { week, season } = views
  const isLocked = week?.week.is_locked === true
  const games = week?.games ?? []
  const isOver = isLocked && areGamesOver(games)
  const out = fallsOf(views)
  return {
    views,
    phase: phaseOf(week, season, isOver),
    titleSeason: [season, views.former].find(isDecided),
    weekId: week?.week.id ?? null,
    isLocked,
    lockAt: week === undefined ? null : Date.parse(week.week.lock_time),
    isOver,
    hasCurve: season !== undefined && survivalOf(season).length > 1,
    total: week?.entries.length ?? 0,
    count: week === undefined ? NOBODY : weekCountOf(week, season),
    counts: week !== undefined && season !== undefined && isLocked ? aliveCountsOf(week, season) : null,
    out,
    gone: goneOf(out, views),
    entryIds: new Set(season?.entries.map(({ id }) => id)),
    games,
    pickedTeams: week !== undefined && isLocked ? new Set(week.entries.flatMap(pickedTeams)) : NO_TEAM,
  }
}

/** Returns who went out in the week on the screen. Those whose game ended last come first. */
function fallsOf({ week, season }: WeekViews): Falls {
  if (week === undefined || !week.week.is_locked) return new Map()
  const { out } = weekSurvivorsOf(week, season)
  const { week_number: weekNumber } = week.week
  const results = resultsOf(week)
  const names = namesIn(season)
  const falls = naturalOrder(week.entries, ({ name }) => name).flatMap((entry) => {
    const { id } = entry
    const cause = out.get(id)
    if (cause === undefined) return []
    const teams = pickedTeams(entry)
    const team = teams.find((picked) => results.get(picked) === 'loss') ?? teams[0] ?? null
    const game = cause === 'loss' && team !== null ? decidedGameOf(week, team) : undefined
    const { main, detail } = names.get(id) ?? memberAndEntry(entry)
    return [{ id, at: game?.result_at ?? '', fall: { main, detail, weekNumber, cause, team, gameId: game?.id ?? null } }]
  })
  return new Map(falls.sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1)).map(({ id, fall }) => [id, fall]))
}

/** Adds the entries that are out only in the season's view: since an earlier week, or by hand while the week is open. */
function goneOf(out: Falls, { season }: WeekViews): Falls {
  const gone = new Map(out)
  const names = namesIn(season)
  for (const [id, standing] of season === undefined ? [] : standingsOf(season)) {
    const name = names.get(id)
    if (standing.status !== 'out' || gone.has(id) || name === undefined) continue
    const cause = standing.cause === 'hand' ? 'hand' : 'earlier'
    gone.set(id, { ...name, weekNumber: standing.eliminatedWeek, cause, team: null, gameId: null })
  }
  return gone
}

const namesIn = (season: SeasonView | undefined): ReadonlyMap<number, NameLines> =>
  new Map(season?.entries.map((entry) => [entry.id, memberAndEntry(entry)]))

/**
 * Whether the views of the week and the season agree. A result changes both, and one arrives before the other: in between, the screen
 * would name entries as out or back that are not.
 */
export function areInStep({ week, season }: WeekViews): boolean {
  const own = season?.weeks.find(({ id }) => id === week?.week.id)
  if (week === undefined || season === undefined || own === undefined) return true
  if (own.is_locked !== week.week.is_locked) return false
  if (!own.is_locked) return true
  const results = resultsOf(week)
  const standings = standingsOf(season)
  return (
    Object.keys(own.results).length === results.size &&
    [...results].every(([team, result]) => own.results[team] === result) &&
    own.is_complete === areGamesOver(week.games) &&
    week.entries.every(({ id }) => {
      const standing = standings.get(id)
      return standing?.status !== 'out' || standing.eliminatedWeek >= own.week_number
    })
  )
}

function phaseOf(week: WeekView | undefined, season: SeasonView | undefined, isOver: boolean): Phase {
  if (week === undefined) return 'empty'
  if (isDecided(season)) return 'decided'
  if (!week.week.is_locked) return 'open'
  if (isOver) return 'over'
  return week.games.some(({ status }) => status === 'in_progress' || status === 'final') ? 'playing' : 'revealed'
}

const isDecided = (season: SeasonView | undefined): boolean => season !== undefined && championshipOf(season) !== null

/** Whether there is something to show in a scene. */
export function canShow(scene: Scene, facts: ScreenFacts): boolean {
  switch (scene) {
    case 'join':
      return true
    case 'countdown':
      return facts.weekId !== null && !facts.isLocked
    case 'reveal':
    case 'survivors':
    case 'distribution':
      return facts.isLocked
    case 'games':
      return facts.games.some((game) => isLiveOrUpcoming(game) && isPicked(game, facts))
    case 'out':
      return facts.isLocked && facts.out.size > 0
    case 'summary':
      return facts.isOver
    case 'curve':
      return facts.hasCurve
    case 'champion':
      return facts.titleSeason !== undefined
    default:
      return scene satisfies never
  }
}

/** Whether a game is being played, or is still to come. */
export const isLiveOrUpcoming = ({ status }: Pick<GameInfo, 'status'>): boolean =>
  status === 'in_progress' || status === 'scheduled'

export const isPicked = (game: GameInfo, { pickedTeams }: Pick<ScreenFacts, 'pickedTeams'>): boolean =>
  pickedTeams.has(game.home_team_abbr) || pickedTeams.has(game.away_team_abbr)
