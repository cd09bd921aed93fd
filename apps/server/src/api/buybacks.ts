import type { Buyback } from '@outlast/contract'
import { toBuybacks } from '@outlast/contract/rest/entries'
import { type EntryId, type PoolState, RuleViolation } from '@outlast/domain'
import { commandCall } from '../http/command-call.ts'
import { handlers } from '../http/handler.ts'

/** Members ask to buy an entry back in, and admins answer. */
export const buybackRoutes = handlers({
  requestBuyback: async ({ params, ifMatch }, { submit }) => {
    const toResponse = ({ pool }: { pool: PoolState }) => lastBuyback(pool, params.id, 'requested')
    return { status: 201, body: await submit('RequestBuyback', { entryId: params.id, ifVersion: ifMatch }, { toResponse }) }
  },
  answerBuyback: commandCall('answerBuyback', {
    toCommand: ({ params, body, ifMatch }) => ({
      type: 'AnswerBuyback',
      data: { entryId: params.id, action: body.action, seasonYear: body.season_year, ifVersion: ifMatch },
    }),
    toResponse: ({ pool }, { params, body }) => lastBuyback(pool, params.id, ANSWERS[body.action]),
    answer: (body) => ({ status: 200, body }),
  }),
})

const ANSWERS = { confirm: 'confirmed', decline: 'declined' } as const

/** Returns the buyback that the command changed: the last one with the status that it gives. */
function lastBuyback(pool: PoolState, id: EntryId, changedTo: Buyback['status']): Buyback {
  const entry = pool.entries.get(id)
  const buyback = entry === undefined ? undefined : toBuybacks(pool, entry).findLast(({ status }) => status === changedTo)
  if (buyback === undefined) throw new RuleViolation('entry_not_found')
  return buyback
}
