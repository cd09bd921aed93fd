import * as domain from '@outlast/domain'
import type { GameInfo, PoolView, RulesInfo, SeasonView, UserEntry, WeekInfo, WeekView } from '@outlast/contract/live/wire'
import { voidReason } from './open-weeks.ts'
import { participantsOf, seasonOutcomeOf, takesPartInWeek, toEntryRecord, toSeasonResults } from './standings.ts'
import { teamUsesOf, usedTeams } from './team-uses.ts'

/** Times are milliseconds of site time. */
export type Situation = domain.Situation<number>

interface Rows {
  readonly pool: PoolView
  /** The games of a week count only for that week. */
  readonly week: WeekView | undefined
  readonly season: SeasonView | undefined
}

/**
 * Says what the rules make of a member's entry in a week, from the rows of live views; null while the season has not arrived, and for an entry
 * that is not in it. An automatic pick that a reopened week withdrew is not in the rows, and is not counted.
 */
export function situationIn(rows: Rows, entry: UserEntry, week: WeekInfo, now: number): Situation | null {
  const own = rows.season?.entries.find(({ id }) => id === entry.id)
  const results = rows.season?.weeks.find(({ id }) => id === week.id)
  if (rows.season === undefined || own === undefined) return null
  const { pool, season } = { ...rows, season: rows.season }
  const uses = teamUsesOf(pool.rules)
  const isLocked = (id: number): boolean => pool.weeks.some((other) => other.id === id && other.is_locked)
  const vote = results?.split_vote
  return domain.situationOf<number>(
    {
      season: toSeasonResults(season),
      record: toEntryRecord(own),
      week: {
        id: domain.weekId(week.week_number),
        weekNumber: week.week_number,
        lockTime: Date.parse(week.lock_time),
        locked: week.is_locked,
      },
      absence: participantsOf(season).includes(own) ? undefined : 'season_decided',
      hasSealedPick: entry.picks.some(({ hidden }) => hidden === true),
      rules: rulesOf(pool.rules),
      ineligible: week.ineligible_teams,
      games: rows.week?.week.id === week.id ? rows.week.games.map(toGame) : [],
      picks: entry.picks
        .filter(({ week_id }) => week_id === week.id)
        .map((pick) => ({
          slot: pick.slot ?? 1,
          team: pick.team_abbr,
          voidBy: voidReason(pick, entry.picks, pool.weeks, season, uses)?.code ?? null,
        })),
      used: usedTeams(entry.picks, week, uses),
      usedForGood: usedTeams(
        entry.picks.filter(({ week_id }) => isLocked(week_id)),
        week,
        uses,
      ),
      slots: week.picks ?? 1,
      isPaid: entry.is_paid,
      mayMiss: results === undefined || takesPartInWeek(own, results),
      autoPicks: entry.picks.filter((pick) => pick.is_auto && pick.season_year === week.season_year && pick.week_id !== week.id)
        .length,
      ranking: entry.ranking,
      openWeeks: pool.weeks
        .filter((other) => other.season_year === week.season_year && !other.is_locked)
        .map(({ week_number, lock_time }) => ({ weekNumber: week_number, lockTime: Date.parse(lock_time) })),
      buyback: {
        requests: entry.buybacks.flatMap(({ status, season_year, week_number }) =>
          season_year !== week.season_year || status === 'withdrawn'
            ? []
            : [{ status, isFor: ({ weekId }) => weekId === week_number }],
        ),
        isDecided: seasonOutcomeOf(season).status === 'finished',
        isOver: pool.weeks.find(({ id }) => id === pool.current_week_id)?.season_year !== week.season_year,
      },
      vote: vote?.closed === null && vote.entry_ids.includes(entry.id) ? { choice: entry.split_choice ?? null } : null,
    },
    now,
  )
}

function rulesOf(rules: RulesInfo): domain.SituationRules {
  const { buyback } = rules
  return {
    autoPick: rules.auto_pick,
    buyback: buyback && { untilWeek: buyback.until_week, maxPerEntry: buyback.max_per_entry, feeCents: buyback.fee_cents },
    currency: rules.currency,
    maxAutoPicks: rules.max_auto_picks,
    opponents: rules.opponents,
    teamLock: rules.team_lock,
    unpaidAfterWeek: rules.unpaid_after_week,
  }
}

function toGame({ home_team_abbr: home, away_team_abbr: away, status, phase, unread, start_time, kickoff_known }: GameInfo) {
  return { home, away, status, phase, unread, kickoff: Date.parse(start_time), kickoffKnown: kickoff_known }
}
