import { seasonMatrix } from '../src/matrix/matrix.ts'
import { type PoolState, type UserId } from '@outlast/domain'
import { type Kysely } from 'kysely'
import { expect } from 'vitest'
import * as sql from './sql-readers.ts'
import { adminEntries, adminPicksList, adminView } from '../src/admin/admin-views.ts'
import { championsOf } from '../src/people/champions.ts'
import { entryPicks } from '../src/entry/entry-picks.ts'
import { seasonRecord } from '../src/hall-of-fame/season-record.ts'
import { poolView } from '../src/pool/pool.ts'
import { weekReveal } from '../src/reveal/reveal.ts'
import { seasonView } from '../src/season/season-view.ts'
import type { Source } from '../src/source.ts'
import { userView } from '../src/user/user-view.ts'
import { lockedPickCount, openPickCount, weekView } from '../src/week/week-view.ts'

export function sourceOf(pool: PoolState): Source {
  const people = {
    of: (id: UserId) =>
      pool.users.has(id) ? { email: `u${id}@example.org`, first_name: 'First', last_name: `L${id}`, mobile: `+1555${id}` } : undefined,
  }
  return { pool, people }
}

export async function expectSameViews(db: Kysely<unknown>, pool: PoolState): Promise<void> {
  const source = sourceOf(pool)
  expect(withoutSince(poolView(source, 'A club'))).toEqual(withoutSince(await sql.poolView(db, { clubName: 'A club' })))
  expect(adminView(source)).toEqual(await sql.adminView(db))
  expect(adminEntries(source)).toEqual(await sql.adminEntries(db))
  const years = new Set([...pool.rounds.values()].map((r) => r.seasonYear))
  for (const year of [...years, 1999]) {
    const view = seasonView(source, year)
    expect(view).toEqual(await sql.seasonView(db, year))
    expect(seasonMatrix(view)).toEqual(await sql.readMatrix(db, year))
    for (const isOver of [true, false]) expect(seasonRecord(source, view, isOver)).toEqual(await sql.readSeasonRecord(db, year, isOver))
    expect(championsOf(source, year)).toEqual(await sql.readChampions(db, year))
  }
  for (const round of pool.rounds.values()) {
    const week = weekView(source, round.id)
    expect(week).toEqual(await sql.weekView(db, round.id))
    const counts = await sql.pickCounts(db, [round.id])
    const count = round.locked === null ? openPickCount(pool, round.id) : lockedPickCount(seasonView(source, round.seasonYear), round)
    expect(count).toEqual(counts.get(round.id) ?? 0)
    const info = await sql.weekInfo(db, round.id)
    if (round.locked !== null) expect(weekReveal(source, round.id)).toEqual({ week: info, picks: await sql.readReveal(db, { id: round.id, season_year: round.seasonYear }) })
    for (const id of [...pool.users.values()].slice(0, 2).map((u) => u.id)) {
      const viewer = { kind: 'admin', userId: id } as const
      expect(adminPicksList(source, viewer, round.id)).toEqual(await sql.adminPicksList(db, viewer, round.id))
    }
  }
  for (const user of pool.users.values()) expect(userView(source, user.id)).toEqual(await sql.userView(db, user.id))
  for (const entry of pool.entries.values()) {
    for (const viewer of [{ kind: 'visitor' }, { kind: 'member', userId: entry.userId }, { kind: 'admin', userId: 1 as UserId }] as const) {
      expect(entryPicks(source, viewer, entry.id)).toEqual(await sql.entryPicks(db, viewer, entry.id))
    }
  }
}

function withoutSince({ site_time, ...view }: sql_PoolView) {
  return { ...view, site_time: site_time && { ...site_time, since: site_time.running ? site_time.since : null } }
}
type sql_PoolView = Awaited<ReturnType<typeof sql.poolView>>
