import { type RevealRow, revealOf } from '@outlast/views/reveal'
import type { AdminPickRow } from '@outlast/contract'
import type { QueryExecutorProvider } from 'kysely'
import { adminEntries } from '../people/entries.ts'
import { gamesOf, weekInfo } from '../schedule/weeks.ts'
import { roster, toWeekEntry } from '../reveal/week-view.ts'
import type { Viewer } from '../picks/viewer.ts'
import { picksForAdminList, type VisiblePick } from '../picks/visible-picks.ts'

/**
 * Reads `GET /api/weeks/{id}/picks` for an admin: a row by name for every entry that went into the week alive. Before the lock a team is masked,
 * unless the pick is the admin's own or the mask was lifted for the week. Returns `undefined` if there is no such week.
 */
export async function adminPicksList(
  db: QueryExecutorProvider,
  viewer: Extract<Viewer, { kind: 'admin' }>,
  weekId: number,
): Promise<readonly AdminPickRow[] | undefined> {
  const week = await weekInfo(db, weekId)
  if (week === undefined) return undefined
  const picks = Map.groupBy(await picksForAdminList(db, viewer, weekId), (pick): number => pick.entryId)
  const picksOf = (entryId: number): readonly VisiblePick[] => picks.get(entryId) ?? []
  const entries = (await roster(db, week))
    .filter((entry) => entry.isIn || (entry.isAlive && picks.has(entry.id)))
    .map((entry) => toWeekEntry(entry, picksOf(entry.id)))
  const { rows } = revealOf({ week, pick_count: picks.size, games: await gamesOf(db, weekId), entries })
  const people = new Map((await adminEntries(db)).map((entry) => [entry.id, entry]))
  return rows.flatMap((row) => {
    const person = people.get(row.entry_id)
    // The entry was deleted after the week was read.
    if (person === undefined) return []
    const { user_id, user_name, user_email, user_mobile } = person
    const count = week.picks === undefined ? {} : { picked: picksOf(row.entry_id).length }
    return [{ ...pickFields(row, picksOf(row.entry_id)), ...count, user_id, user_name, user_email, user_mobile }]
  })
}

function pickFields({ more, ...row }: RevealRow, picks: readonly VisiblePick[]) {
  const [first] = picks
  if (first === undefined) return { ...row, id: `nopick-${row.entry_id}` as const }
  const { no_pick: _, ...fields } = row
  if (row.team_abbr === null) return { ...fields, id: first.id, result: 'tbd' as const, hidden: true as const }
  return { ...fields, ...(more === undefined ? {} : { more: [...more] }) }
}
