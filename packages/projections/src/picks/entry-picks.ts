import type { Pick } from '@outlast/contract'
import { toMaskedPick, toPick, toUserPick } from '@outlast/contract/rest/picks'
import { type QueryExecutorProvider, sql } from 'kysely'
import { LIVE } from '../tables/rows.ts'
import { type Outcomes, readOutcomes } from '../schedule/outcomes.ts'
import { type Viewer, viewerId } from './viewer.ts'
import { type VisiblePick, visiblePicks } from './visible-picks.ts'

/**
 * An entry's picks, newest week first, for its owner or an admin; undefined for anybody else, as if there were no such entry
 * (docs/rules.md §3.1, §10.1).
 */
export async function entryPicks(
  db: QueryExecutorProvider,
  viewer: Viewer,
  entryId: number,
): Promise<readonly Pick[] | undefined> {
  const { rows } = await sql<{ user_id: number }>`SELECT user_id FROM ${LIVE.entries} WHERE id = ${entryId}`.execute(db)
  const owner = rows[0]?.user_id
  if (owner === undefined || (viewer.kind !== 'admin' && owner !== viewerId(viewer))) return undefined
  const picks = await visiblePicks(db, viewer, { entryIds: [entryId] })
  const outcomes = await readOutcomes(
    db,
    picks.map((pick) => pick.weekId),
  )
  return picks.flatMap((pick) => pickRow(pick, outcomes)).toReversed()
}

function pickRow(pick: VisiblePick, outcomes: Outcomes): readonly Pick[] {
  const row = outcomes.weeks.get(pick.weekId)
  if (row === undefined) return []
  const week = { id: row.id, seasonYear: row.season_year, weekNumber: row.week_number }
  if (pick.team === null) return [toMaskedPick(pick.entryId, pick.id, week)]
  return [toPick(pick.entryId, toUserPick(week, pick), outcomes.of(pick.weekId, pick.team))]
}
