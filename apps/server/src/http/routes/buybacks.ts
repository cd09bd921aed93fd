import type { Buyback } from '@outlast/contract'
import { toBuybacks } from '@outlast/contract/rest/entries'
import { type EntryId, type PoolState, RuleViolation } from '@outlast/domain'
import { handlers } from '../handler.ts'

/** Members ask to buy an entry back in, and admins answer. */
export const buybackRoutes = handlers({
  requestBuyback: async ({ params }, { submit }) => {
    const toResponse = ({ pool }: { pool: PoolState }) => lastBuyback(pool, params.id)
    return { status: 201, body: await submit('RequestBuyback', { entryId: params.id }, { toResponse }) }
  },
  answerBuyback: async ({ params, body }, { submit }) => {
    const toResponse = ({ pool }: { pool: PoolState }) => lastBuyback(pool, params.id)
    const data = { entryId: params.id, action: body.action }
    return { status: 200, body: await submit('AnswerBuyback', data, { toResponse }) }
  },
})

/** Returns the buyback that the command changed, which is the last one. */
function lastBuyback(pool: PoolState, id: EntryId): Buyback {
  const entry = pool.entries.get(id)
  const buyback = entry === undefined ? undefined : toBuybacks(pool, entry).at(-1)
  if (buyback === undefined) throw new RuleViolation('entry_not_found')
  return buyback
}
