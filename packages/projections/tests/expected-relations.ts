import { leaderboardOf } from '@outlast/views/leaderboard'
import {
  deriveStanding,
  enteredWeekAlive,
  type Entry,
  entryRecord,
  isByHand,
  mainContest,
  participantsOf,
  type Pick,
  picksOf,
  type PickResult,
  type PoolState,
  type Round,
  seasonOutcome,
  seasonResults,
  takesPartInWeek,
  teamByAbbr,
  weekResults,
} from '@outlast/domain'
import type { StoredPool } from './store.ts'

/** Derives the rows of `reveal`, `matrix` and `leaderboard` from the folded state with the domain, each ordered by its key. */
export function expectedRelations({ state, events }: StoredPool) {
  const entries = [...state.entries.values()].sort((a, b) => a.id - b.id)
  const weeks = [...state.rounds.values()].sort((a, b) => a.id - b.id)
  const years = new Set([
    ...weeks.map((week) => week.seasonYear),
    ...entries.flatMap((entry) => entry.eliminatedByHand.map((elimination) => Number(elimination.contestId))),
  ])
  const resultOf = (week: Round, team: string): PickResult => weekResults(state, week).results.get(team as never) ?? 'tbd'
  const isOverride = ({ version }: Pick) => events.some(({ position, type }) => position === version && type === 'PickOverridden')

  const reveal = weeks.flatMap((week) => {
    if (week.locked === null) return []
    const participants = new Map(participantsIn(state, week.seasonYear).map((participant) => [participant.entry.id, participant]))
    return entries.flatMap((entry) => {
      const [pick, ...others] = picksOf(entry, week.id)
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
          is_override: pick !== undefined && isOverride(pick),
          is_auto: pick !== undefined && pick.assignedBy !== null,
          slot: pick?.slot ?? null,
          more:
            others.length === 0
              ? null
              : others.map((other) => ({
                  slot: other.slot,
                  team_abbr: other.team,
                  result: resultOf(week, other.team),
                  is_override: isOverride(other),
                  is_auto: other.assignedBy !== null,
                })),
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
          const picked = week.seasonYear === year && week.locked !== null ? picksOf(entry, week.id) : []
          const [pick, ...others] = picked
          return pick === undefined
            ? []
            : [
                [
                  week.weekNumber,
                  {
                    team_abbr: pick.team,
                    result: resultOf(week, pick.team),
                    auto: picked.flatMap(({ assignedBy, team }) =>
                      assignedBy === null ? [] : [{ week: week.weekNumber, team }],
                    ),
                    more: others.map(({ team }) => ({ team_abbr: team, result: resultOf(week, team) })),
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
        auto: autoOf(picks).map(({ week }) => week),
        auto_teams: autoOf(picks).map(({ team }) => team),
        more: othersOf(picks),
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
const userName = (entry: Entry) => `First L${entry.userId}${isByHand(entry) ? ' (by hand)' : ''}`

function column<T extends object>(picks: Readonly<Record<string, T>>, name: keyof T) {
  return Object.fromEntries(Object.entries(picks).map(([week, cell]) => [week, cell[name]]))
}

type AutoPicks = readonly { readonly week: number; readonly team: string }[]

const autoOf = (picks: Readonly<Record<string, { readonly auto: AutoPicks }>>): AutoPicks =>
  Object.values(picks)
    .flatMap(({ auto }) => auto)
    .toSorted((a, b) => a.week - b.week)

/** The teams besides the first of each week that has several; null if none has. */
function othersOf(picks: Readonly<Record<string, { readonly more: readonly { readonly team_abbr: string }[] }>>) {
  const several = Object.entries(picks).filter(([, { more }]) => more.length > 0)
  return several.length === 0
    ? null
    : Object.fromEntries(several.map(([week, { more }]) => [week, more.map(({ team_abbr }) => team_abbr)]))
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
