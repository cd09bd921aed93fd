import { leaderboardOf } from '@outlast/contract/live/derive/leaderboard'
import {
  type Entry,
  participantsOf,
  seasonOutcome,
  type PickResult,
  type PoolState,
  seasonResults,
  settledResults,
  teamByAbbr,
  type Week,
  enteredWeekAlive,
} from '@outlast/domain'
import type { RecordedPool } from './recorded-pool.ts'

/** Derives the rows of `reveal`, `matrix` and `leaderboard` from the folded state with the domain, each ordered by its key. */
export function expectedRelations({ state, events }: RecordedPool) {
  const entries = [...state.entries.values()].sort((a, b) => a.id - b.id)
  const weeks = [...state.weeks.values()].sort((a, b) => a.id - b.id)
  const years = new Set([
    ...weeks.map((week) => week.seasonYear),
    ...entries.flatMap((entry) => entry.eliminatedByHand.map((elimination) => elimination.seasonYear)),
  ])
  const pickOf = (entry: Entry, week: Week) => entry.picks.find((pick) => pick.weekId === week.id)
  const resultOf = (week: Week, team: string): PickResult => settledResults(week.games, true).get(team as never) ?? 'tbd'

  const reveal = weeks.flatMap((week) => {
    const { locked } = week
    if (locked === null) return []
    const participants = new Map(participantsIn(state, week.seasonYear).map((participant) => [participant.entry.id, participant]))
    return entries.flatMap((entry) => {
      const pick = pickOf(entry, week)
      const participant = participants.get(entry.id)
      const hadJoined = participant !== undefined && participant.joinedPosition < locked.position
      const wasIn = hadJoined && enteredWeekAlive(participant.standing, week.weekNumber)
      if (pick === undefined && !wasIn) return []
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
        },
      ]
    })
  })

  const seasons = [...years]
    .sort((a, b) => a - b)
    .map((year) => {
      const outcome = seasonOutcome(state, seasonResults(state, year))
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

const participantsIn = (state: PoolState, year: number) => participantsOf(state, seasonResults(state, year))
const userName = (entry: Entry) => `First L${entry.userId}`

function column<T extends object>(picks: Readonly<Record<string, T>>, name: keyof T) {
  return Object.fromEntries(Object.entries(picks).map(([week, cell]) => [week, cell[name]]))
}
