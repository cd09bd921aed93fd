import { leaderboardOf } from '@outlast/views/leaderboard'
import {
  deriveStanding,
  enteredWeekAlive,
  type Entry,
  entryRecord,
  mainContest,
  participantsOf,
  pickAt,
  type PickResult,
  type PoolState,
  type Round,
  seasonOutcome,
  seasonResults,
  takesPartInWeek,
  teamByAbbr,
  weekResults,
} from '@outlast/domain'
import type { RecordedPool } from './recorded-pool.ts'

/** Derives the rows of `reveal`, `matrix` and `leaderboard` from the folded state with the domain, each ordered by its key. */
export function expectedRelations({ state, events }: RecordedPool) {
  const entries = [...state.entries.values()].sort((a, b) => a.id - b.id)
  const weeks = [...state.rounds.values()].sort((a, b) => a.id - b.id)
  const years = new Set([
    ...weeks.map((week) => week.seasonYear),
    ...entries.flatMap((entry) => entry.eliminatedByHand.map((elimination) => Number(elimination.contestId))),
  ])
  const pickOf = (entry: Entry, week: Round) => pickAt(entry, week.id)
  const resultOf = (week: Round, team: string): PickResult => weekResults(state, week).results.get(team as never) ?? 'tbd'

  const reveal = weeks.flatMap((week) => {
    if (week.locked === null) return []
    const participants = new Map(participantsIn(state, week.seasonYear).map((participant) => [participant.entry.id, participant]))
    return entries.flatMap((entry) => {
      const pick = pickOf(entry, week)
      const participant = participants.get(entry.id)
      if (participant === undefined || !enteredWeekAlive(participant.standing, week.weekNumber)) return []
      if (pick === undefined && !takesPartInWeek(participant, weekResults(state, week))) return []
      return [
        {
          season_year: week.seasonYear,
          week_number: week.weekNumber,
          week_id: week.id,
          entry_id: entry.id,
          entry_name: entry.name,
          user_name: userName(entry),
          team_abbr: pick?.team ?? null,
          team_city: pick === undefined ? null : teamByAbbr(pick.team).city,
          team_name: pick === undefined ? null : teamByAbbr(pick.team).name,
          result: pick === undefined ? null : resultOf(week, pick.team),
          is_override: events.some((event) => event.position === pick?.version && event.type === 'PickOverridden'),
          is_auto: pick !== undefined && pick.assignedBy !== null,
          ...livesAfter(state, entry, week),
        },
      ]
    })
  })

  const seasons = [...years]
    .sort((a, b) => a - b)
    .map((year) => {
      const outcome = seasonOutcome(state, seasonResults(state, mainContest(year)))
      const champions: readonly number[] = outcome.status === 'finished' ? outcome.champions : []
      const matrix = participantsIn(state, year).map(({ entry, standing }) => {
        const picks = weeks.flatMap((week) => {
          const pick = week.seasonYear === year && week.locked !== null ? pickOf(entry, week) : undefined
          return pick === undefined
            ? []
            : [
                [
                  week.weekNumber,
                  {
                    team_abbr: pick.team,
                    result: resultOf(week, pick.team),
                    ...(pick.assignedBy === null ? {} : { is_auto: true as const }),
                  },
                ] as const,
              ]
        })
        return {
          season_year: year,
          entry_id: entry.id,
          entry_name: entry.name,
          user_name: userName(entry),
          picks: Object.fromEntries(picks),
          is_eliminated: standing.status === 'out',
          eliminated_week: standing.status === 'out' ? standing.eliminatedWeek : null,
          lives_left: standing.livesLeft,
          losses: standing.losses,
          is_champion: champions.includes(entry.id),
        }
      })
      return { year, matrix, champions }
    })

  return {
    reveal,
    matrix: seasons.flatMap(({ matrix }) =>
      matrix.map(({ picks, ...row }) => ({
        ...row,
        teams: column(picks, 'team_abbr'),
        results: column(picks, 'result'),
        auto: Object.keys(picks)
          .filter((week) => picks[week]?.is_auto === true)
          .map(Number),
      })),
    ),
    leaderboard: seasons.flatMap(({ year, matrix, champions }) => {
      const rows = matrix.map((row) => ({ ...row, id: row.entry_id, name: row.entry_name }))
      return leaderboardOf({ entries: rows, champion_entry_ids: champions })
        .map(({ entry, ...row }) => ({ season_year: year, entry_name: entry, ...row }))
        .sort((a, b) => a.entry_id - b.entry_id)
    }),
  }
}

const participantsIn = (state: PoolState, year: number) => participantsOf(state, seasonResults(state, mainContest(year)))
const userName = (entry: Entry) => `First L${entry.userId}`

function column<T extends object>(picks: Readonly<Record<string, T>>, name: keyof T) {
  return Object.fromEntries(Object.entries(picks).map(([week, cell]) => [week, cell[name]]))
}

/** The standing without the weeks after one. */
function livesAfter(state: PoolState, entry: Entry, { contestId, weekNumber }: Round) {
  const season = seasonResults(state, contestId)
  const record = entryRecord(state, entry, contestId)
  const isOutByHand = (record.eliminatedByHandIn ?? Infinity) <= weekNumber
  const { livesLeft, losses } = deriveStanding(
    { ...record, eliminatedByHandIn: isOutByHand ? record.eliminatedByHandIn : null },
    { ...season, weeks: season.weeks.filter((week) => week.weekNumber <= weekNumber) },
  )
  return { lives_left: livesLeft, losses }
}
