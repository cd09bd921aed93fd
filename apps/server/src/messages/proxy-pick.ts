import { makerOf, type PoolState, type RecordedEvent, type UserId, weekLabel } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Notifier } from './notify.ts'

type Told = { readonly pool: PoolState; readonly events: readonly RecordedEvent[] }

/**
 * Tells the owner of an entry of a pick that somebody else made or cleared for it, in the transaction that records it. Until the lock, neither
 * the team nor, for anybody but the owner, that there was a message may leave the pool.
 */
export async function tellOwner(notifier: Pick<Notifier, 'notify'>, tx: Kysely<Tables>, { pool, events }: Told): Promise<void> {
  const event = events.find((one) => makerOf(one)?.proxy !== undefined)
  if (event?.type !== 'PickSubmitted' && event?.type !== 'PickCleared') return
  const proxy = makerOf(event)?.proxy
  const [entry, week] = [pool.entries.get(event.data.entryId), pool.rounds.get(event.data.weekId)]
  if (proxy === undefined || entry === undefined || week === undefined) return
  const name = await nameIn(tx, proxy)
  const what = event.type === 'PickCleared' ? 'cleared a pick of' : 'picked for'
  const message = {
    title: `${name} ${what} “${entry.name}”`,
    summary: `${name} ${what} “${entry.name}” in week ${weekLabel(week.weekNumber)}.`,
    details: ['Nobody else can see the team before the lock. You can change it, and you can end that somebody picks for you.'],
    path: '/dashboard',
    action: 'See your picks',
  }
  const notice = { kind: 'proxy_pick', memberIds: [entry.userId], message, expiresAt: week.lockTime } as const
  await notifier.notify(tx, { pool, now: event.recordedAt }, [notice])
}

/** Tells a member for which entry its owner lets them pick, in the transaction that records it. */
export async function tellProxy(notifier: Pick<Notifier, 'notify'>, tx: Kysely<Tables>, { pool, events }: Told): Promise<void> {
  const event = events.find(({ type }) => type === 'ProxyNamed')
  const entry = event?.type === 'ProxyNamed' ? pool.entries.get(event.data.entryId) : undefined
  if (event?.type !== 'ProxyNamed' || entry === undefined) return
  const { userId, endsAt, weekId } = event.data
  const week = weekId === undefined ? undefined : pool.rounds.get(weekId)
  const name = await nameIn(tx, entry.userId)
  const message = {
    title: `You pick for “${entry.name}”`,
    summary: `${name} lets you pick for “${entry.name}”${week === undefined ? '' : `, until week ${weekLabel(week.weekNumber)} locks`}.`,
    details: ['You see and make the picks of this entry. You can give it back at any time.'],
    path: '/dashboard',
    action: 'See the entry',
  }
  const expiresAt = week?.lockTime ?? endsAt ?? event.recordedAt
  await notifier.notify(tx, { pool, now: event.recordedAt }, [{ kind: 'proxy_pick', memberIds: [userId], message, expiresAt }])
}

async function nameIn(tx: Kysely<Tables>, userId: UserId): Promise<string> {
  const columns = ['first_name', 'last_name'] as const
  const account = await tx.selectFrom('accounts').select(columns).where('user_id', '=', userId).executeTakeFirst()
  return account === undefined ? 'Another member' : `${account.first_name} ${account.last_name}`
}
