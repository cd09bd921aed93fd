import { makerOf, type PoolState, type RecordedEvent, weekLabel } from '@outlast/domain'
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
  const columns = ['first_name', 'last_name'] as const
  const account = await tx.selectFrom('accounts').select(columns).where('user_id', '=', proxy).executeTakeFirst()
  const name = account === undefined ? 'Another member' : `${account.first_name} ${account.last_name}`
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
