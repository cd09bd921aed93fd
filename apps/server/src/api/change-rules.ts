import { toRules, toRulesChange } from '@outlast/contract/rest/rules'
import { commandCall } from '../http/command-call.ts'
import { handlers } from '../http/handler.ts'

/** The rules of the pool, which admins change. */
export const changeRulesRoutes = () =>
  handlers({
    updateRules: commandCall('updateRules', {
      toCommand: ({ body }) => ({ type: 'ChangeRules', data: { rules: toRulesChange(body) } }),
      toResponse: ({ pool: after }) => toRules(after),
      answer: (body) => ({ status: 200, body }),
    }),
  })
