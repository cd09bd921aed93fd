import { describe, it } from 'vitest'
import { accounts } from '../../tests/pool.ts'
import { admin, by, given, system, user, visitor } from '../../tests/specification.ts'

const add = (existing: number) =>
  admin('AddWebhook', { webhookId: 7, preset: 'discord', events: ['lock', 'entries_out'], existing })

describe('AddWebhook', () => {
  it('records the service and its news, but no address', () => {
    given(...accounts)
      .when(add(9))
      .thenEvents(['WebhookAdded', { webhookId: 7, preset: 'discord', events: ['lock', 'entries_out'] }])
  })
  it('is rejected when the pool has 10 webhooks', () => {
    given(...accounts)
      .when(add(10))
      .thenRejected('too_many_webhooks', { max: 10 })
  })
})

describe('RemoveWebhook', () => {
  it('records the removal of a webhook that exists', () => {
    given(...accounts)
      .when(admin('RemoveWebhook', { webhookId: 7, exists: true }))
      .thenEvents(['WebhookRemoved', { webhookId: 7 }])
    given(...accounts)
      .when(admin('RemoveWebhook', { webhookId: 8, exists: false }))
      .thenRejected('webhook_not_found')
  })
})

describe('SwitchWebhook', () => {
  it('records each switch once, also when the pool itself switches', () => {
    given(...accounts)
      .when(by(system, admin('SwitchWebhook', { webhookId: 7, isOn: false, exists: true })))
      .thenEvents(['WebhookSwitched', { webhookId: 7, isOn: false }])
    given(...accounts)
      .when(by(system, admin('SwitchWebhook', { webhookId: 7, isOn: false, exists: false })))
      .thenNoEvents()
  })
})

describe('webhooks', () => {
  it('are for admins only', () => {
    for (const step of [
      add(0),
      admin('RemoveWebhook', { webhookId: 7, exists: true }),
      admin('SwitchWebhook', { webhookId: 7, isOn: true, exists: true }),
    ]) {
      given(...accounts)
        .when(by(user(2), step))
        .thenRejected('forbidden')
      given(...accounts)
        .when(by(visitor, step))
        .thenRejected('unauthenticated')
    }
  })
})
