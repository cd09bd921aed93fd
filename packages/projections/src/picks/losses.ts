import { costsEach } from '@outlast/domain/rules'
import type { EntryId, TeamAbbr } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { SeasonFacts } from '../schedule/season-facts.ts'
import { isAny } from '../tables/query.ts'
import { LIVE } from '../tables/rows.ts'

// Raw SQL, because each query aggregates the rows of all entries of a season into one JSON value per entry.

/**
 * Reads the numbers of weeks with a settled loss whose pick is still hidden, by entry. Happens when an admin set all games to
 * final before the lock. That an entry is out is public; the team is not, and does not leave the database. Waived losses are left out.
 */
export async function hiddenLosses(
  db: QueryExecutorProvider,
  season: SeasonFacts,
  entryIds?: readonly number[],
): Promise<ReadonlyMap<EntryId, readonly number[]>> {
  const lost = season.weeks
    .filter((week) => !week.isLocked)
    .flatMap((week) => [...week.results].map(([team, result]) => ({ week_id: week.id, number: week.weekNumber, team, result })))
    .filter(({ result }) => result === 'loss')
  if (lost.length === 0) return new Map()
  const { rows } = await sql<{ entry_id: EntryId; numbers: readonly number[] }>`
    SELECT p.entry_id, json_agg(${costsEach(season.slotLoss) ? sql`` : sql`DISTINCT`} lost.number ORDER BY lost.number) AS numbers
    FROM json_to_recordset(${JSON.stringify(lost)}::json) AS lost(week_id bigint, number double precision, team text)
    JOIN ${LIVE.picks} AS p ON p.week_id = lost.week_id AND p.team = lost.team
    WHERE ${isAny('p.entry_id', entryIds)} AND NOT EXISTS (
      SELECT FROM ${LIVE.waived_losses} AS f WHERE f.entry_id = p.entry_id AND f.week_id = p.week_id
        AND (f.team = p.team OR ${LIVE.waives_week}(f.week_id, f.entry_id)))
    GROUP BY p.entry_id`.execute(db)
  return new Map(rows.map((row) => [row.entry_id, row.numbers]))
}

/** A waived loss in a revealed week. */
export interface RevealedWaivedLoss {
  readonly week: number
  readonly team: TeamAbbr | null
}

/** Reads the waived losses in a season's revealed weeks, by entry. In a hidden week they would reveal the team. */
export async function revealedWaivedLosses(
  db: QueryExecutorProvider,
  seasonYear: number,
  entryIds?: readonly number[],
): Promise<ReadonlyMap<EntryId, readonly RevealedWaivedLoss[]>> {
  const { rows } = await sql<{ entry_id: EntryId; losses: readonly RevealedWaivedLoss[] }>`
    SELECT f.entry_id,
      json_agg(json_build_object('week', w.week_number, 'team', f.team) ORDER BY w.week_number, f.team) AS losses
    FROM ${LIVE.waived_losses} AS f JOIN ${LIVE.weeks} AS w ON w.id = f.week_id
    WHERE w.season_year = ${seasonYear} AND w.locked_position IS NOT NULL AND ${isAny('f.entry_id', entryIds)}
    GROUP BY f.entry_id`.execute(db)
  return new Map(rows.map((row) => [row.entry_id, row.losses]))
}

/** Reads the numbers of a season's weeks whose standing lock found an entry alive and without a pick, by entry. */
export async function missedWeeks(
  db: QueryExecutorProvider,
  seasonYear: number,
  entryIds?: readonly number[],
): Promise<ReadonlyMap<EntryId, readonly number[]>> {
  const { rows } = await sql<{ entry_id: EntryId; numbers: readonly number[] }>`
    SELECT m.entry_id, json_agg(w.week_number ORDER BY w.week_number) AS numbers
    FROM ${LIVE.missed} AS m JOIN ${LIVE.weeks} AS w ON w.id = m.week_id
    WHERE w.season_year = ${seasonYear} AND w.locked_position IS NOT NULL AND ${isAny('m.entry_id', entryIds)}
    GROUP BY m.entry_id`.execute(db)
  return new Map(rows.map((row) => [row.entry_id, row.numbers]))
}
