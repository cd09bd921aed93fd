import * as domain from '@outlast/domain'
import type { GameInfo, PoolView, RulesInfo, SeasonView, UserEntry, WeekInfo, WeekView } from '@outlast/contract/live/wire'
import { voidReason } from './open-weeks.ts'
import { seasonOutcomeOf, takesPartInWeek, toEntryRecord, toSeasonResults } from './standings.ts'
import { teamUsesOf, usedTeams } from './team-uses.ts'

/** Times are milliseconds of site time. */
export type Outlook = domain.Outlook<number>

interface Rows {
  readonly pool: PoolView
  /** Its games count only for its own week. */
  readonly week: WeekView | undefined
  readonly season: SeasonView | undefined
}

type JudgedEntry = Pick<UserEntry, 'id' | 'picks' | 'is_paid' | 'ranking' | 'buybacks'>

/**
 * Says what the rules make of a member's entry in a week, from the rows of live views; null while the season has not arrived, and for an entry
 * that is not in it. An automatic pick that a reopened week withdrew is not in the rows, and is not counted.
 */
export function outlookIn({ pool, week: view, season }: Rows, entry: JudgedEntry, week: WeekInfo, now: number): Outlook | null {
  const own = season?.entries.find(({ id }) => id === entry.id)
  if (season === undefined || own === undefined) return null
  const { id, season_year, is_locked: isLocked } = week
  const uses = teamUsesOf(pool.rules)
  const weeks = pool.weeks.filter((other) => other.season_year === season_year)
  const openWeeks = weeks.filter((other) => !other.is_locked)
  const isOpen = (weekId: number): boolean => openWeeks.some((other) => other.id === weekId)
  const results = season.weeks.find((other) => other.id === id)
  const facts: domain.OutlookFacts<number> = {
    season: toSeasonResults(season),
    record: toEntryRecord(own),
    ...weekFacts(week, view?.week.id === id ? view.games : [], pool.rules),
    isLocked,
    picks: entry.picks
      .filter(({ week_id }) => week_id === id)
      .map((pick) => ({
        slot: pick.slot ?? 1,
        team: pick.team_abbr,
        voidBy: voidReason(pick, entry.picks, weeks, season, uses)?.code ?? null,
      })),
    used: usedTeams(entry.picks, week, uses),
    usedForGood: usedTeams(
      entry.picks.filter(({ week_id }) => !isOpen(week_id)),
      week,
      uses,
    ),
    isPaid: entry.is_paid,
    mayMiss: results === undefined || takesPartInWeek(own, results),
    autoPicks: entry.picks.filter((pick) => pick.is_auto && pick.season_year === season_year && pick.week_id !== id).length,
    ranking: entry.ranking,
    openWeeks: openWeeks.map(({ week_number, lock_time }) => ({ weekNumber: week_number, lockTime: Date.parse(lock_time) })),
    buyback: {
      requests: entry.buybacks.flatMap((request) =>
        request.season_year !== season_year || request.status === 'withdrawn'
          ? []
          : [{ status: request.status, isFor: ({ weekId }) => weekId === request.week_number }],
      ),
      isDecided: seasonOutcomeOf(season).status === 'finished',
      isOver: false,
    },
  }
  return domain.outlookOf(facts, now)
}

type GameRow = Pick<
  GameInfo,
  'home_team_abbr' | 'away_team_abbr' | 'start_time' | 'kickoff_known' | 'status' | 'phase' | 'unread'
>

/** Maps the rows of a week, of its games and of the rules to what decides an outlook, whichever entry it is. */
export function weekFacts(
  {
    week_number: weekNumber,
    picks: slots = 1,
    ineligible_teams: ineligible,
  }: Pick<WeekInfo, 'week_number' | 'picks' | 'ineligible_teams'>,
  games: readonly GameRow[],
  rules: RulesInfo,
) {
  return { weekId: domain.weekId(weekNumber), weekNumber, slots, ineligible, games: games.map(toGame), rules: rulesOf(rules) }
}

function rulesOf({
  auto_pick,
  buyback,
  currency,
  max_auto_picks,
  team_lock,
  unpaid_after_week,
}: RulesInfo): domain.OutlookFacts<number>['rules'] {
  return {
    autoPick: auto_pick,
    buyback: buyback && { untilWeek: buyback.until_week, maxPerEntry: buyback.max_per_entry, feeCents: buyback.fee_cents },
    currency,
    maxAutoPicks: max_auto_picks,
    teamLock: team_lock,
    unpaidAfterWeek: unpaid_after_week,
  }
}

const toGame = (row: GameRow) => ({
  home: row.home_team_abbr,
  away: row.away_team_abbr,
  status: row.status,
  phase: row.phase,
  unread: row.unread,
  kickoff: Date.parse(row.start_time),
  kickoffKnown: row.kickoff_known,
})
