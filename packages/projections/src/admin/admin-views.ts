import { compareEntries } from '@outlast/contract/live/order'
import type { AdminEntry, AdminView } from '@outlast/contract/live/wire'
import type { AdminPickRow } from '@outlast/contract'
import { toSetup } from '@outlast/contract/rest/club'
import { toWeek } from '@outlast/contract/rest/weeks'
import { allPicks, type EntryId, type PoolState, slotCount, type WeekId } from '@outlast/domain'
import { type RevealRow, revealOf } from '@outlast/views/reveal'
import type { Viewer } from '../picks/viewer.ts'
import { type VisiblePick, visiblePicks } from '../picks/visible-picks.ts'
import { seasonView } from '../season/season-view.ts'
import type { Source } from '../source.ts'
import { adminEntry, userInfos } from '../user/user-view.ts'
import { rosterIn, toWeekEntry } from '../week/week-view.ts'
import { weekGames } from '../week/weeks.ts'

/** Returns topic `admin`. */
export function adminView(source: Source): AdminView {
  const { pool } = source
  const waiting = waitingIds(pool)
  return {
    users: userInfos(source),
    entries: adminEntries(source),
    setup: toSetup(pool.setup),
    picked: openPicks(pool),
    ...(waiting.length > 0 && { waiting }),
  }
}

/** Returns the ids of what was asked a second admin for and not answered, whether or not it has lapsed: a view depends on no time. */
export function waitingIds({ waiting }: PoolState): number[] {
  return waiting.map(({ id }) => id)
}

/** Returns all entries by name, with their owners' addresses. */
export function adminEntries(source: Source): readonly AdminEntry[] {
  return [...source.pool.entries.values()].map((entry) => adminEntry(source, entry)).sort(compareEntries)
}

/** Which entries have a pick in each open week, once for each pick, by week id, in ascending order. Weeks without picks are left out. */
function openPicks({ rounds, entries }: PoolState): AdminView['picked'] {
  const picked = new Map<WeekId, EntryId[]>()
  for (const entry of entries.values()) {
    for (const { weekId } of allPicks(entry)) {
      if (rounds.get(weekId)?.locked !== null) continue
      const ids = picked.get(weekId) ?? []
      ids.push(entry.id)
      picked.set(weekId, ids)
    }
  }
  for (const ids of picked.values()) ids.sort((a, b) => a - b)
  return Object.fromEntries([...picked].sort(([a], [b]) => a - b))
}

/**
 * Returns `GET /api/weeks/{id}/picks` for an admin: a row by name for every entry that went into the week alive. Before the lock a team is
 * masked, unless the pick is the admin's own or the mask was lifted for the week. Returns `undefined` if there is no such week.
 */
export function adminPicksList(
  source: Source,
  viewer: Extract<Viewer, { kind: 'admin' }>,
  weekId: WeekId,
): readonly AdminPickRow[] | undefined {
  const { pool } = source
  const round = pool.rounds.get(weekId)
  if (round === undefined) return undefined
  const listed = rosterIn(seasonView(source, round.seasonYear), round).flatMap(({ id, isAlive, isIn }) => {
    const entry = pool.entries.get(id as EntryId)
    if (entry === undefined) return []
    const picks = isAlive ? visiblePicks(pool, viewer, entry, { weekId, unmasks: true }) : []
    return isIn || picks.length > 0 ? [{ entry, picks }] : []
  })
  const entries = listed.map(({ entry, picks }) => toWeekEntry(source.people, entry, picks))
  const games = weekGames(source, round)
  const { rows } = revealOf({ week: toWeek(pool, round), pick_count: listed.length, games, entries })
  const picks = new Map<number, readonly VisiblePick[]>(listed.map((one) => [one.entry.id, one.picks]))
  return rows.flatMap((row) => {
    const entry = pool.entries.get(row.entry_id as EntryId)
    if (entry === undefined) return []
    const { user_id, user_name, user_email, user_mobile } = adminEntry(source, entry)
    const own = picks.get(row.entry_id) ?? []
    const count = slotCount(pool, round) === 1 ? {} : { picked: own.length }
    return [{ ...pickFields(row, own), ...count, user_id, user_name, user_email, user_mobile }]
  })
}

function pickFields({ more, ...row }: RevealRow, picks: readonly VisiblePick[]) {
  const [first] = picks
  if (first === undefined) return { ...row, id: `nopick-${row.entry_id}` as const }
  const { no_pick: _, ...fields } = row
  if (row.team_abbr === null) return { ...fields, id: first.id, result: 'tbd' as const, hidden: true as const }
  return { ...fields, ...(more === undefined ? {} : { more: [...more] }) }
}
