import type { Pick } from '@outlast/contract'
import { type QueryExecutorProvider, sql } from 'kysely'
import { LIVE } from '../tables/rows.ts'
import { type Outcomes, readOutcomes } from '../schedule/outcomes.ts'
import { type Viewer, viewerId } from './viewer.ts'
import { type VisiblePick, visiblePicks } from './visible-picks.ts'

/**
 * An entry's picks, newest week first, for its owner or an admin; undefined for anybody else, as if there were no such entry
 * (decisions.md §API shapes).
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
  const week = outcomes.weeks.get(pick.weekId)
  if (week === undefined) return []
  const place = {
    id: pick.id,
    entry_id: pick.entryId,
    week_id: week.id,
    season_year: week.season_year,
    week_number: week.week_number,
  }
  return [{ ...place, ...(pick.team === null ? HIDDEN : knownFields(pick, outcomes)) }]
}

const HIDDEN = {
  team_abbr: null,
  hidden: true,
  result: 'tbd',
  result_at: null,
  created_at: null,
  updated_at: null,
  version: null,
} as const

function knownFields(pick: Extract<VisiblePick, { readonly isOverride: boolean }>, outcomes: Outcomes) {
  return {
    team_abbr: pick.team,
    ...outcomes.of(pick.weekId, pick.team),
    ...(pick.isOverride ? { is_override: true as const } : {}),
    created_at: pick.createdAt,
    updated_at: pick.updatedAt,
    version: pick.version,
  }
}
