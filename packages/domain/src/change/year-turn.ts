import { joiningSeason, renewableSeason } from '../standing/participation.ts'
import { championsOf } from '../standing/season-change.ts'
import type { SeasonTable } from '../standing/season-table.ts'
import { currentRound, type PoolState, type Round } from '../state/state.ts'
import { celebratedSeason, championLeavesAt } from '../values/celebrated-season.ts'
import { type ContestId, type EntryId, mainContest } from '../values/ids.ts'
import { type Instant, instantFromMs, instantToMs } from '../values/instant.ts'

// What a command changes between the seasons: which of them the screens show with its champion, who is asked to play on, and
// who won the others (docs/rules.md §16).

/** A champion on dashboard, desk and big screen. */
interface Celebrated {
  readonly seasonYear: number
  readonly champions: readonly EntryId[]
  /** When it leaves them, if the season after it is the current one. */
  readonly until: Instant | null
}

interface SeasonScreens {
  /** The season of the current week. */
  readonly seasonYear: number | null
  /** Null while there is no champion. */
  readonly celebrated: Celebrated | null
}

/** The started season: how many entries play it, and how many are asked “Same again?”. */
interface Joining {
  readonly seasonYear: number
  readonly joined: number
  readonly asked: number
}

/** Other champions of a season that is not the current one. Null without a decision. */
export interface FormerTitle {
  readonly seasonYear: number
  readonly before: readonly EntryId[] | null
  readonly after: readonly EntryId[] | null
}

export interface YearTurn {
  readonly before: SeasonScreens
  readonly after: SeasonScreens
  /** Null if no season is started. */
  readonly joining: Joining | null
}

interface Side {
  readonly state: PoolState
  /** Site time. */
  readonly siteNow: Instant
  /** The table of a season as far as a preview may know it. */
  readonly tableOf: (contestId: ContestId) => SeasonTable
}

/** Returns what a command changes about the season that the screens show, or about the one that is joined; null if nothing. */
export function yearTurn(before: Side, after: Side): YearTurn | null {
  const [was, is] = [screensOf(before), screensOf(after)]
  const isSame = JSON.stringify(shownIn(was)) === JSON.stringify(shownIn(is))
  if (was.seasonYear === null || (isSame && startedSeason(before.state) === startedSeason(after.state))) return null
  return { before: was, after: is, joining: joiningIn(after.state) }
}

/** What is compared. Whether the current season has a champion is a matter of its results. */
const shownIn = ({ seasonYear, celebrated }: SeasonScreens) => [
  seasonYear,
  celebrated?.until === null ? null : celebrated && [celebrated.seasonYear, celebrated.until],
]

/** Returns the seasons besides one whose champions are not the same any more. */
export function formerTitles(before: Side, after: Side, shown: ContestId | undefined): readonly FormerTitle[] {
  const years = [...new Set([...before.state.rounds.values()].map(({ seasonYear }) => seasonYear))].sort((a, b) => a - b)
  return years.flatMap((seasonYear) => {
    const contestId = mainContest(seasonYear)
    if (contestId === shown) return []
    const [was, is] = [championsOf(before.tableOf(contestId)), championsOf(after.tableOf(contestId))]
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ seasonYear, before: was, after: is }]
  })
}

function screensOf({ state, siteNow, tableOf }: Side): SeasonScreens {
  const seasonYear = currentRound(state)?.seasonYear ?? null
  if (seasonYear === null) return { seasonYear, celebrated: null }
  const weeks = [...state.rounds.values()].map(asWeekOfSeason)
  const celebrated = celebratedSeason(weeks, seasonYear, instantToMs(siteNow))
  const champions = championsOf(tableOf(mainContest(celebrated))) ?? []
  if (champions.length === 0) return { seasonYear, celebrated: null }
  const locks = weeks.filter((week) => week.seasonYear === seasonYear).map(({ lockTime }) => lockTime)
  const until = celebrated === seasonYear ? null : instantFromMs(championLeavesAt(Math.min(...locks)))
  return { seasonYear, celebrated: { seasonYear: celebrated, champions, until } }
}

const asWeekOfSeason = ({ seasonYear, locked, lockTime }: Round) => ({
  seasonYear,
  isLocked: locked !== null,
  lockTime: instantToMs(lockTime),
})

function startedSeason(state: PoolState): number | undefined {
  const season = joiningSeason(state)
  return state.seasonStarts.some(({ seasonYear }) => seasonYear === season) ? season : undefined
}

function joiningIn(state: PoolState): Joining | null {
  const seasonYear = startedSeason(state)
  if (seasonYear === undefined) return null
  const entries = [...state.entries.values()]
  const asked = entries.filter((entry) => renewableSeason(state, entry) !== undefined).length
  return { seasonYear, joined: entries.length - asked, asked }
}
