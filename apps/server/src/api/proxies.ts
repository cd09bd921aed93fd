import { type EntryId, type PoolState, RuleViolation } from '@outlast/domain'
import { memberProxies, proxyRow } from '@outlast/projections'
import { handlers, NO_CONTENT } from '../http/handler.ts'
import type { Notifier } from '../messages/notify.ts'
import { tellProxy } from '../messages/proxy-pick.ts'
import { memberId } from './account.ts'
import type { ReadDependencies } from './read-dependencies.ts'

interface ProxyOptions extends Pick<ReadDependencies, 'reader'> {
  readonly notifier: Pick<Notifier, 'notify' | 'wake'>
}

/** Who picks for the owner of an entry (docs/rules.md §3.12). */
export function proxyRoutes({ reader, notifier }: ProxyOptions) {
  const rowIn = (pool: PoolState, id: EntryId) =>
    reader.read(({ source: { people } }) => {
      const entry = pool.entries.get(id)
      const row = entry && proxyRow({ pool, people }, entry)
      if (row === undefined) throw new RuleViolation('proxy_not_found')
      return row
    })
  return handlers({
    listProxies: async (_input, { viewer }) => ({
      status: 200,
      body: await reader.read(({ source }) => memberProxies(source, memberId(viewer))),
    }),
    nameProxy: async ({ params: { id: entryId }, body: { user_id: userId, ends_at: endsAt, week_id: weekId } }, { submit }) => {
      const until = endsAt !== undefined ? { endsAt } : weekId !== undefined ? { weekId } : undefined
      if (until === undefined) throw new RuleViolation('proxy_end_out_of_range')
      const data = { entryId, userId, until }
      const body = await submit('NameProxy', data, {
        effects: (tx, accepted) => tellProxy(notifier, tx, accepted),
        toResponse: ({ pool }) => rowIn(pool, entryId),
      })
      notifier.wake()
      return { status: 200, body }
    },
    endProxy: async ({ params }, { submit }) => {
      await submit('EndProxy', { entryId: params.id }, { toResponse: () => null })
      return NO_CONTENT
    },
  })
}
