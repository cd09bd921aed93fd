import { autoPicksOf } from '@outlast/contract/live/season-picks'
import type { SeasonEntry, SeasonView } from '@outlast/contract/live/wire'
import { type EntryId, parsePickId, type PickId, type PoolState, type WeekId } from '@outlast/domain'
import { leaderboardOf } from '@outlast/views/leaderboard'
import { type MatrixCell, type MatrixEntry, matrixOf } from '@outlast/views/matrix'
import { playerOf } from '../people/directory.ts'
import { weekReveal } from '../reveal/reveal.ts'
import type { Source } from '../source.ts'
import { weeksByNumber } from '../week/weeks.ts'
import type { COLUMNS, RelationName } from './tables.ts'

/** What is derived and written at once: a locked week of the reveal, or a season. */
export type Part =
  | { readonly relation: 'reveal'; readonly key: WeekId; readonly seasonYear: number }
  | { readonly relation: 'matrix' | 'leaderboard'; readonly key: number; readonly seasonYear: number }

/** A row with the columns of its table. */
export type Row<R extends RelationName = RelationName> = { readonly [C in keyof (typeof COLUMNS)[R]]: unknown } & {
  readonly entry_id: number
}

/** Returns all parts that have rows, if any entry has: those of locked weeks, and of seasons with weeks or eliminations. */
export function partsOf(pool: PoolState): readonly Part[] {
  const rounds = weeksByNumber(pool)
  const byHand = [...pool.entries.values()].flatMap(({ eliminatedByHand }) =>
    eliminatedByHand.map(({ contestId }) => Number(contestId)),
  )
  const years = [...new Set([...rounds.map(({ seasonYear }) => seasonYear), ...byHand])].sort((a, b) => a - b)
  return [
    ...rounds.flatMap(({ id, locked, seasonYear }): Part[] =>
      locked === null ? [] : [{ relation: 'reveal', key: id, seasonYear }],
    ),
    ...years.flatMap((year): Part[] => [
      { relation: 'matrix', key: year, seasonYear: year },
      { relation: 'leaderboard', key: year, seasonYear: year },
    ]),
  ]
}

/** Derives the rows of a part. */
export function rowsOf(source: Source, part: Part, season: SeasonView): readonly Row[] {
  if (part.relation === 'reveal') return revealRows(source, part.key, season)
  return part.relation === 'matrix' ? matrixRows(season) : leaderboardRows(season)
}

function revealRows({ pool, people }: Source, weekId: WeekId, season: SeasonView): readonly Row<'reveal'>[] {
  const found = weekReveal({ pool, people }, weekId, () => season)
  if (found === undefined) return []
  const { week, picks } = found
  const nameOf = (id: number) => {
    const entry = pool.entries.get(id as EntryId)
    return entry === undefined ? '' : playerOf(people, entry)
  }
  return picks.map((pick) => {
    const { id, is_paper: _paper, made_by: _maker, no_pick, more, is_override = false, is_auto = false, ...row } = pick
    return {
      ...row,
      week_id: weekId,
      season_year: week.season_year,
      week_number: week.week_number,
      user_name: nameOf(row.entry_id),
      is_override,
      is_auto,
      slot: no_pick === true ? null : slotOf(id),
      more:
        more?.map((pick) => ({
          slot: slotOf(pick.id),
          team_abbr: pick.team_abbr,
          result: pick.result,
          result_at: pick.result_at,
          is_override: pick.is_override ?? false,
          is_auto: pick.is_auto ?? false,
        })) ?? null,
    }
  })
}

const slotOf = (id: unknown) => parsePickId(id as PickId).slot

function matrixRows(season: SeasonView): readonly Row<'matrix'>[] {
  const { entries, champion_entry_ids: champions } = matrixOf(season)
  const rows = new Map(season.entries.map((entry) => [entry.id, entry]))
  return entries.map(({ id, name, picks, ...entry }) => ({
    season_year: season.season_year,
    entry_id: id,
    entry_name: name,
    ...entry,
    teams: column(picks, 'team_abbr'),
    results: column(picks, 'result'),
    ...autoColumns(rows.get(id)),
    more: rows.get(id)?.more ?? null,
    is_champion: champions.includes(id),
  }))
}

function column(picks: MatrixEntry['picks'], name: keyof MatrixCell) {
  return Object.fromEntries(Object.entries(picks).map(([week, cell]) => [week, cell[name]]))
}

function autoColumns(entry: SeasonEntry | undefined) {
  const picks = entry === undefined ? [] : autoPicksOf(entry)
  return { auto: picks.map(({ week }) => week), auto_teams: picks.map(({ team }) => team) }
}

function leaderboardRows(season: SeasonView): readonly Row<'leaderboard'>[] {
  const { season_year } = season
  return leaderboardOf(matrixOf(season)).map(({ entry, ...row }) => ({ season_year, entry_name: entry, ...row }))
}
