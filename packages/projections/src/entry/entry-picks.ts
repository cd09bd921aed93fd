import type { Pick } from '@outlast/contract'
import { toMaskedPick, toPick, toUserPick } from '@outlast/contract/rest/picks'
import { toWeek } from '@outlast/contract/rest/weeks'
import { type EntryId, mayPickFor, type Round } from '@outlast/domain'
import { type TeamFields, teamFieldsOf } from '@outlast/views/reveal'
import { madeByField } from '../user/proxies.ts'
import { type Viewer, viewerId } from '../picks/viewer.ts'
import { type VisiblePick, visiblePicks } from '../picks/visible-picks.ts'
import type { Source } from '../source.ts'
import { weekGames } from '../week/weeks.ts'

/**
 * Returns an entry's picks, newest week first and those of a week in the order of their slots, for its owner, who picks for the owner, or an admin. For anyone else the
 * entry does not exist: `undefined`.
 */
export function entryPicks(source: Source, viewer: Viewer, id: number): readonly Pick[] | undefined {
  const entry = source.pool.entries.get(id as EntryId)
  if (entry === undefined || (viewer.kind !== 'admin' && !mayPickFor(source.pool, viewerId(viewer), entry))) return undefined
  return visiblePicks(source.pool, viewer, entry)
    .map((pick) => pickRow(source, pick))
    .sort((a, b) => b.season_year - a.season_year || b.week_number - a.week_number)
}

function pickRow(source: Source, pick: VisiblePick): Pick {
  if (pick.team === null) return toMaskedPick(pick.entryId, pick, pick.week)
  const { result, result_at } = outcomesIn(source, pick.week)(pick.team)
  return toPick(pick.entryId, toUserPick(pick.week, { ...pick, ...madeByField(source.people, pick.madeBy) }), {
    result,
    result_at,
  })
}

/** Returns what has become of picks of a week, by team. */
export function outcomesIn(source: Source, round: Round): (team: string) => TeamFields {
  return teamFieldsOf({ week: toWeek(source.pool, round), games: weekGames(source, round) })
}
