import type { EntryId, TeamAbbr } from '@outlast/domain'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { LIVE } from '../tables/rows.ts'
import type { TableSeasonFacts } from '../schedule/season-facts.ts'

/**
 * Weeks of settled losses that nobody forgave and whose picks are hidden still (Set All to Final before the lock), by entry:
 * that an entry is out is public, the team is not, and never leaves the database.
 */
export async function hiddenLosses(
  db: QueryExecutorProvider,
  season: TableSeasonFacts,
  entryIds?: readonly number[],
): Promise<ReadonlyMap<EntryId, readonly number[]>> {
  const lost = season.weeks
    .filter((week) => !week.isLocked)
    .flatMap((week) => [...week.results].map(([team, result]) => ({ week_id: week.id, number: week.weekNumber, team, result })))
    .filter(({ result }) => result === 'loss')
  if (lost.length === 0) return new Map()
  const { rows } = await sql<{ entry_id: EntryId; numbers: readonly number[] }>`
    SELECT p.entry_id, json_agg(lost.number ORDER BY lost.number) AS numbers
    FROM json_to_recordset(${JSON.stringify(lost)}::json) AS lost(week_id bigint, number integer, team text)
    JOIN ${LIVE.picks} AS p ON p.week_id = lost.week_id AND p.team = lost.team
    WHERE ${ofEntries(sql`p.entry_id`, entryIds)} AND NOT EXISTS (
      SELECT FROM ${LIVE.forgiven} AS f WHERE f.entry_id = p.entry_id AND f.week_id = p.week_id AND f.team = p.team)
    GROUP BY p.entry_id`.execute(db)
  return new Map(rows.map((row) => [row.entry_id, row.numbers]))
}

/** A forgiven loss that may be told. */
export interface RevealedWaivedLoss {
  readonly week: number
  readonly team: TeamAbbr | null
}

/** Forgiven losses of a season's revealed weeks, by entry. Those of hidden weeks would tell the team. */
export async function revealedWaivedLosses(
  db: QueryExecutorProvider,
  seasonYear: number,
  entryIds?: readonly number[],
): Promise<ReadonlyMap<EntryId, readonly RevealedWaivedLoss[]>> {
  const { rows } = await sql<{ entry_id: EntryId; forgiven: readonly RevealedWaivedLoss[] }>`
    SELECT f.entry_id,
      json_agg(json_build_object('week', w.week_number, 'team', f.team) ORDER BY w.week_number, f.team) AS forgiven
    FROM ${LIVE.forgiven} AS f JOIN ${LIVE.weeks} AS w ON w.id = f.week_id
    WHERE w.season_year = ${seasonYear} AND w.locked_position IS NOT NULL AND ${ofEntries(sql`f.entry_id`, entryIds)}
    GROUP BY f.entry_id`.execute(db)
  return new Map(rows.map((row) => [row.entry_id, row.forgiven]))
}

/** Weeks of a season, by number, that an entry went into alive and without a pick, as their standing locks say. */
export async function missedWeeks(
  db: QueryExecutorProvider,
  seasonYear: number,
  entryIds?: readonly number[],
): Promise<ReadonlyMap<EntryId, readonly number[]>> {
  const { rows } = await sql<{ entry_id: EntryId; numbers: readonly number[] }>`
    SELECT m.entry_id, json_agg(w.week_number ORDER BY w.week_number) AS numbers
    FROM ${LIVE.missed} AS m JOIN ${LIVE.weeks} AS w ON w.id = m.week_id
    WHERE w.season_year = ${seasonYear} AND w.locked_position IS NOT NULL AND ${ofEntries(sql`m.entry_id`, entryIds)}
    GROUP BY m.entry_id`.execute(db)
  return new Map(rows.map((row) => [row.entry_id, row.numbers]))
}

function ofEntries(column: RawBuilder<unknown>, entryIds: readonly number[] | undefined): RawBuilder<unknown> {
  return entryIds === undefined ? sql`true` : sql`${column} = ANY (${entryIds}::bigint[])`
}
