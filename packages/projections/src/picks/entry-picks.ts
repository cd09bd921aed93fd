import type { Pick } from '@outlast/contract'
import type { EntryId } from '@outlast/domain'
import { toMaskedPick, toPick, toUserPick } from '@outlast/contract/rest/picks'
import type { QueryExecutorProvider } from 'kysely'
import { type Outcomes, readOutcomes } from '../schedule/outcomes.ts'
import { query } from '../tables/query.ts'
import { type Viewer, viewerId } from './viewer.ts'
import { type VisiblePick, visiblePicks } from './visible-picks.ts'

/** Reads an entry's picks, newest week first and those of a week in the order of their slots, for its owner or an admin. For anyone else the entry does not exist: `undefined`. */
export async function entryPicks(
  db: QueryExecutorProvider,
  viewer: Viewer,
  entryId: number,
): Promise<readonly Pick[] | undefined> {
  const entry = await query(db)
    .selectFrom('projections.entries')
    .select('user_id')
    .where('id', '=', entryId as EntryId)
    .executeTakeFirst()
  if (entry === undefined || (viewer.kind !== 'admin' && entry.user_id !== viewerId(viewer))) return undefined
  const picks = await visiblePicks(db, viewer, { entryIds: [entryId] })
  const outcomes = await readOutcomes(
    db,
    picks.map((pick) => pick.weekId),
  )
  const rows = picks.flatMap((pick) => pickRow(pick, outcomes))
  return rows.sort((a, b) => b.season_year - a.season_year || b.week_number - a.week_number)
}

function pickRow(pick: VisiblePick, outcomes: Outcomes): readonly Pick[] {
  const row = outcomes.weeks.get(pick.weekId)
  if (row === undefined) return []
  const week = { id: row.id, seasonYear: row.season_year, weekNumber: row.week_number }
  if (pick.team === null) return [toMaskedPick(pick.entryId, pick, week)]
  return [toPick(pick.entryId, toUserPick(week, pick), outcomes.of(pick.weekId, pick.team))]
}
