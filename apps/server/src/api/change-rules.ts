import { toRules, toRulesChange } from '@outlast/contract/rest/rules'
import { changedRules, type PoolRules } from '@outlast/domain'
import { commandCall } from '../http/command-call.ts'
import { handlers } from '../http/handler.ts'
import { HttpError } from '../lib/http-error.ts'
import type { ReadDependencies } from './read-dependencies.ts'

/** The rules of the pool, which admins change. */
export const changeRulesRoutes = ({ pool }: Pick<ReadDependencies, 'pool'>) =>
  handlers({
    updateRules: commandCall('updateRules', {
      toCommand: ({ body }) => {
        const rules = toRulesChange(body)
        requireCurrency(changedRules(pool().rules, rules), rules)
        return { type: 'ChangeRules', data: { rules } }
      },
      toResponse: ({ pool: after }) => toRules(after),
      answer: (body) => ({ status: 200, body }),
    }),
  })

const NO_CURRENCY = 'Name the currency of the fee by its three letters, like USD'

/**
 * A pool whose fee never had a currency can still change its other rules.
 * @throws HttpError `invalid_input` if a fee that the change sets, or any fee where it takes the currency away, would have none
 */
function requireCurrency({ currency, entryFeeCents, buyback }: PoolRules, change: Partial<PoolRules>): void {
  if (currency !== null) return
  const isAsked = (rule: 'entryFeeCents' | 'buyback') => rule in change || 'currency' in change
  const hasFee = (isAsked('entryFeeCents') && (entryFeeCents ?? 0) > 0) || (isAsked('buyback') && (buyback?.feeCents ?? 0) > 0)
  if (hasFee) throw new HttpError('invalid_input', { message: NO_CURRENCY, extras: { fields: { currency: NO_CURRENCY } } })
}
