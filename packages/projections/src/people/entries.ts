import { compareEntries } from '@outlast/contract/live/order'
import type { AdminEntry, BuybackInfo, UserEntry, UserPick, UserView } from '@outlast/contract/live/wire'
import { toSealedUserPick, toUserPick } from '@outlast/contract/rest/picks'
import type { UserId } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { rankings } from '../picks/rankings.ts'
import { splitBallots } from '../picks/split-ballots.ts'
import { type VisiblePick, visiblePicks } from '../picks/visible-picks.ts'
import { isAny, personName, query } from '../tables/query.ts'
import { LIVE } from '../tables/rows.ts'
import { userInfos } from './users.ts'

// Raw SQL fragments: the buybacks and renewals as JSON; the address of a deleted account is an empty string.

/** Reads topic `user:<id>`. Returns `undefined` if there is no such account. */
export async function userView(db: QueryExecutorProvider, userId: number): Promise<UserView | undefined> {
  const user = (await userInfos(db, [userId]))[0]
  return user === undefined ? undefined : { user, entries: await userEntries(db, userId) }
}

/** Reads a member's own entries, all or some, with all their picks. Entries of other members are left out. */
export async function userEntries(
  db: QueryExecutorProvider,
  userId: number,
  entryIds?: readonly number[],
): Promise<readonly UserEntry[]> {
  const rows = await selectEntries(db, entryIds)
    .select('e.refused_override')
    .where('e.user_id', '=', userId as UserId)
    .execute()
  const owner = { kind: 'member', userId: userId as UserId } as const
  const ids = rows.map((row) => row.id)
  const picks = await visiblePicks(db, owner, { entryIds: ids })
  const weeks = await readWeeks(db, picks)
  const byEntry = Map.groupBy(picks, (pick) => pick.entryId)
  const ranked = await rankings(db, owner.userId, ids)
  const ballots = await splitBallots(db, owner.userId, ids)
  return rows
    .map((row) => {
      const ownPicks = (byEntry.get(row.id) ?? []).flatMap((pick) => userPick(pick, weeks))
      const choice = ballots.get(row.id)
      return { ...row, picks: ownPicks, ranking: ranked.get(row.id) ?? null, ...(choice && { split_choice: choice }) }
    })
    .sort(compareEntries)
}

/** Reads all entries or some, with their owners' addresses. For admins. */
export async function adminEntries(db: QueryExecutorProvider, entryIds?: readonly number[]): Promise<readonly AdminEntry[]> {
  const rows = await selectEntries(db, entryIds)
    .leftJoin('accounts as a', 'a.user_id', 'e.user_id')
    .select([personName.as('user_name'), sql<string>`coalesce(a.email, '')`.as('user_email'), 'a.mobile as user_mobile'])
    .execute()
  return rows.sort(compareEntries)
}

/** What the rules of the season say that a buyback costs. */
const priceOf = sql`coalesce((
  SELECT coalesce((SELECT s.rules FROM ${LIVE.season_rules} AS s WHERE s.season_year = b.season_year), p.rules)
    #>> '{buyback,feeCents}' FROM ${LIVE.pool} AS p)::integer, 0)`

const renewalsOf = sql<UserEntry['renewals']>`coalesce((
  SELECT jsonb_agg(jsonb_build_object('season_year', r.season_year, 'position', r.position) ORDER BY r.position)
  FROM ${LIVE.renewals} AS r WHERE r.entry_id = e.id), '[]')`

function selectEntries(db: QueryExecutorProvider, entryIds: readonly number[] | undefined) {
  return query(db)
    .selectFrom('projections.entries as e')
    .select(['e.id', 'e.user_id', 'e.name'])
    .select((eb) => eb('e.payment_type', 'is not', null).$castTo<boolean>().as('is_paid'))
    .select(['e.payment_type', 'e.paid_date', 'e.payment_claimed_at', 'e.created_at', 'e.updated_at', 'e.version'])
    .select('e.created_position')
    .select([buybacksOf.as('buybacks'), renewalsOf.as('renewals')])
    .where(isAny('e.id', entryIds))
}

/** The team of the loss is left out: the row of the entry has it, as far as its viewer may know. */
const buybacksOf = sql<readonly BuybackInfo[]>`coalesce((
    SELECT json_agg(json_build_object('status', b.status, 'season_year', b.season_year, 'week_number', w.week_number,
      'fee_cents', CASE WHEN b.status = 'requested' THEN ${priceOf} ELSE b.fee_cents END, 'asked_at', b.asked_at,
      'lapsed', CASE WHEN b.lapsed_because IS NOT NULL
        THEN json_build_object('because', b.lapsed_because, 'week_number', b.lapsed_week) END)
      ORDER BY b.asked_at, b.answered_at NULLS LAST)
    FROM ${LIVE.buybacks} AS b LEFT JOIN ${LIVE.weeks} AS w ON w.id = b.week_id WHERE b.entry_id = e.id), '[]')`

type PickedWeek = Parameters<typeof toUserPick>[0]

async function readWeeks(db: QueryExecutorProvider, picks: readonly VisiblePick[]): Promise<ReadonlyMap<number, PickedWeek>> {
  const rows = await query(db)
    .selectFrom('projections.weeks')
    .select(['id', 'season_year as seasonYear', 'week_number as weekNumber'])
    .where(isAny('id', [...new Set(picks.map((pick) => pick.weekId))]))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Maps a pick of the owner. A pick whose week was deleted has no row. */
function userPick(pick: VisiblePick, weeks: ReadonlyMap<number, PickedWeek>): readonly UserPick[] {
  const week = weeks.get(pick.weekId)
  if (week === undefined) return []
  return [pick.team === null ? toSealedUserPick(week, pick) : toUserPick(week, pick)]
}
