import { describeRequest, toWaiting } from '@outlast/contract/audit/waiting'
import type { PoolState } from '@outlast/domain'
import { readAccountIds, readAddresses } from '../accounts/accounts.ts'
import { emergencyMail } from '../channels/mail/templates.ts'
import { commandCall } from '../http/command-call.ts'
import { handlers, NO_CONTENT } from '../http/handler.ts'
import { ownerNames } from '../money/store.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import type { ReadDependencies } from './read-dependencies.ts'

interface FourEyesDependencies extends Pick<ReadDependencies, 'db' | 'pool'> {
  /** Called when mails are queued. */
  readonly onMail: () => void
}

/** What waits for a second admin, and its answers (docs/rules.md §11.12). */
export function fourEyesRoutes({ db, pool, onMail }: FourEyesDependencies) {
  return handlers({
    listWaiting: async (_input, { now }) => {
      const names = await ownerNames(db)
      return { status: 200, body: toWaiting(pool(), now, (id) => names.get(id)) }
    },
    confirmAction: commandCall('confirmAction', {
      toCommand: ({ params }) => ({ type: 'ConfirmAction', data: { actionId: params.id } }),
      toResponse: () => null,
      answer: () => NO_CONTENT,
    }),
    refuseAction: async ({ params }, { submit }) => {
      await submit('RefuseAction', { actionId: params.id }, { toResponse: () => null })
      return NO_CONTENT
    },
    withdrawAction: async ({ params }, { submit }) => {
      await submit('WithdrawAction', { actionId: params.id }, { toResponse: () => null })
      return NO_CONTENT
    },
    actAlone: commandCall('actAlone', {
      toCommand: ({ params, body }) => ({ type: 'ActAlone', data: { actionId: params.id, reason: body.reason } }),
      toResponse: () => null,
      effects: async (tx, accepted, { body }) => {
        const done = accepted.events.find((event) => event.type === 'ActionDoneAlone')
        const asked = done === undefined ? undefined : await accepted.eventAt(done.data.asked)
        if (done === undefined || asked?.type !== 'ActionRequested') return
        const by = (await ownerNames(tx)).get(done.data.userId) ?? 'An admin'
        const emails = await readAddresses(tx, await readAccountIds(tx))
        const mail = emergencyMail(emails, { by, what: describeRequest(accepted.pool, asked.data), reason: body.reason })
        await enqueueMail(tx, [{ ...mail, cause: done.position }])
      },
      answer: () => {
        onMail()
        return NO_CONTENT
      },
    }),
    switchFourEyes: async ({ body: { on } }, { submit }) => {
      const toResponse = (run: { readonly pool: PoolState }) => ({ on: run.pool.fourEyes })
      return { status: 200, body: await submit('SwitchFourEyes', { isOn: on }, { toResponse }) }
    },
  })
}
