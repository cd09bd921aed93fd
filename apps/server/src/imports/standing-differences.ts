import type { ImportDifference } from '@outlast/contract'
import {
  currentSiteTime,
  type Entry,
  entryStanding,
  enteredWeekAlive,
  type Instant,
  joinedSeasonAt,
  mainContest,
  picksOf,
  type PoolState,
  type Round,
  roundsOf,
  scheduledNoon,
  seasonResults,
  type Standing,
  type WeekId,
} from '@outlast/domain'
import type { MatchedRow } from './match-past-picks.ts'
import type { StatedOutcome } from './outcomes.ts'
import type { Cell } from './sheet.ts'

/** What the pool says once a list is imported. */
export interface Foreseen {
  /** Returns what the list states otherwise. */
  readonly differences: (rows: readonly MatchedRow[]) => ImportDifference[]
  /** Whether an entry was in when a week began. */
  readonly wasAlive: (entry: Entry, weekNumber: number) => boolean
  /** The team that an entry picked in a week. */
  readonly teamIn: (entry: Entry, weekId: WeekId) => string | undefined
}

/** Says what follows from the picks of a pool to which a list was added. */
export function foreseeStandings(after: PoolState, seasonYear: number, now: Instant): Foreseen {
  const contestId = mainContest(seasonYear)
  const rounds = new Map(roundsOf(after, contestId).map((round) => [round.weekNumber, round]))
  const season = rounds.size === 0 ? undefined : seasonResults(after, contestId)
  const siteNow = currentSiteTime(after, now)
  const standings = new Map<number, Standing>()
  const standingOf = (entry: Entry): Standing | undefined => {
    const own = after.entries.get(entry.id)
    if (season === undefined || own === undefined || joinedSeasonAt(after, own, seasonYear) === undefined) return undefined
    const standing = standings.get(entry.id) ?? entryStanding(after, own, season)
    standings.set(entry.id, standing)
    return standing
  }
  const resultOf = (round: Round, team: string) => {
    const found = season?.weeks.find(({ id }) => id === round.id)?.results
    return [...(found ?? [])].find(([other]) => other === team)?.[1]
  }
  /** What follows from the picks up to the last week of the list. */
  const standingAt = (entry: Entry, lastWeek: number): StatedOutcome | undefined => {
    const standing = standingOf(entry)
    if (standing === undefined) return undefined
    const isOut = standing.status === 'out' && standing.eliminatedWeek <= lastWeek
    return isOut ? { status: 'out', week: standing.eliminatedWeek } : { status: 'alive', week: null }
  }
  const resultIn = (entry: Entry, weekNumber: number | null, team?: string): StatedOutcome | undefined => {
    const round = rounds.get(weekNumber ?? NaN)
    if (round === undefined) return undefined
    const own = after.entries.get(entry.id)
    const [picked, ...others] = own === undefined ? [] : picksOf(own, round.id)
    const one = team ?? (others.length === 0 ? picked?.team : undefined)
    const result = one === undefined ? undefined : resultOf(round, one)
    if (result !== 'win' && result !== 'loss') return undefined
    return { status: result === 'win' ? 'won' : 'lost', week: weekNumber }
  }
  return {
    differences: (rows) => {
      const weeks = rows.flatMap(({ picks }) =>
        picks.flatMap(({ weekNumber, team }) => (team === undefined ? [] : (weekNumber ?? []))),
      )
      const lastWeek = Math.max(0, ...new Set(weeks.filter((week) => rounds.get(week)?.locked)))
      return rows.flatMap(({ entry, isHeld, outcomes, matched }) => {
        if (entry === undefined || isHeld || lastWeek === 0) return []
        const stated = outcomes.flatMap(({ cell, stated: sheet }) => {
          if (sheet === null) return []
          const isStanding = sheet.status === 'alive' || sheet.status === 'out'
          return differenceOf(entry, cell, sheet, isStanding ? standingAt(entry, lastWeek) : resultIn(entry, sheet.week))
        })
        const beside = matched.flatMap(({ cell, result, problem, team, weekNumber = null }) => {
          if (result === undefined || problem !== null) return []
          return differenceOf(entry, cell, { status: result, week: weekNumber }, resultIn(entry, weekNumber, team))
        })
        return [...stated, ...beside]
      })
    },
    wasAlive: (entry, weekNumber) => {
      const [standing, round] = [standingOf(entry), rounds.get(weekNumber)]
      const hasLocked = round === undefined ? scheduledNoon(seasonYear, weekNumber) <= siteNow : round.locked !== null
      return hasLocked && standing !== undefined && enteredWeekAlive(standing, weekNumber)
    },
    teamIn: (entry, weekId) => {
      const own = after.entries.get(entry.id)
      return own && picksOf(own, weekId)[0]?.team
    },
  }
}

function differenceOf(
  entry: Entry,
  { line, column, text }: Cell,
  sheet: StatedOutcome,
  pool: StatedOutcome | undefined,
): readonly ImportDifference[] {
  if (pool === undefined) return []
  const isSame = sheet.status === pool.status && (sheet.status === 'alive' || sheet.week === null || sheet.week === pool.week)
  if (isSame) return []
  const weeks = [sheet.week, pool.week].filter((week) => week !== null)
  const week = weeks.length === 0 ? null : Math.min(...weeks)
  return [{ line, column, text, entry: entry.name, entry_id: entry.id, sheet: { ...sheet }, pool: { ...pool }, week }]
}
