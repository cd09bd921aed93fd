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
        // A pool whose fee never had a currency can change its other rules.
        if ('entryFeeCents' in rules || 'currency' in rules) requireCurrency(changedRules(pool().rules, rules))
        return { type: 'ChangeRules', data: { rules } }
      },
      toResponse: ({ pool: after }) => toRules(after),
      answer: (body) => ({ status: 200, body }),
    }),
  })

const NO_CURRENCY = 'Name the currency of the fee by its three letters, like USD'

/** @throws HttpError `invalid_input` if entries would have to pay an amount without a currency */
function requireCurrency({ currency, entryFeeCents }: PoolRules): void {
  if (currency === null && (entryFeeCents ?? 0) > 0)
    throw new HttpError('invalid_input', { message: NO_CURRENCY, extras: { fields: { currency: NO_CURRENCY } } })
}
