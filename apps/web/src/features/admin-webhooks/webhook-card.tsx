import type { Webhook, WebhookDelivery } from '@outlast/contract'
import { write } from '../../api/client.ts'
import { preciseTime } from '../../clock/format.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { useConfirm } from '../../ui/overlays/confirm.tsx'
import { preloadDialog } from '../../ui/overlays/dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { deliveryText, newsText, PRESETS, stateOf } from './webhook-text.ts'
import styles from './webhooks.module.css'

interface WebhookCardProps {
  readonly webhook: Webhook
  readonly refresh: () => void
}

/** A connected chat: its state, what it gets, and what became of the last messages. */
export function WebhookCard({ webhook, refresh }: WebhookCardProps) {
  const { id, label, preset, address, events, is_on, deliveries } = webhook
  const confirm = useConfirm()
  const state = stateOf(webhook)
  const test = useAction(() => write('testWebhook', { params: { id }, body: {} }), {
    success: (delivery) =>
      delivery.status === 'delivered' ? `The test arrived at ${label}` : `The test did not arrive at ${label}`,
    fallback: 'Failed to test the webhook',
  })
  const remove = useAction(() => write('deleteWebhook', { params: { id } }), {
    success: `${label} is disconnected`,
    fallback: 'Failed to delete the webhook',
  })
  const sendTest = async (): Promise<void> => {
    await test.run()
    refresh()
  }
  const disconnect = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Disconnect ${label}?`,
      message: 'It gets no more news. To connect it again, you need its address.',
      confirmLabel: 'Disconnect',
      danger: true,
    })
    if (!isSure) return
    await remove.run()
    refresh()
  }
  return (
    <Card title={label} actions={<Badge tone={state.tone}>{state.text}</Badge>}>
      <dl className={styles.facts}>
        <dt>Service</dt>
        <dd>
          {PRESETS[preset].name} at {address}
        </dd>
        <dt>News</dt>
        <dd>{newsText(events)}</dd>
      </dl>
      {!is_on && (
        <p className={styles.off}>
          No message arrived for 24 hours, so it was switched off. A test that arrives switches it on again.
        </p>
      )}
      {deliveries.length > 0 && <Deliveries deliveries={deliveries} />}
      <div className="wrap">
        <Button pending={test.pending} onClick={sendTest}>
          Send a test
        </Button>
        <Button variant="quiet" pending={remove.pending} onFocus={preloadDialog} onClick={disconnect}>
          Disconnect
        </Button>
      </div>
      <ErrorText>{test.error ?? remove.error}</ErrorText>
    </Card>
  )
}

function Deliveries({ deliveries }: { readonly deliveries: readonly WebhookDelivery[] }) {
  return (
    <ol className={styles.deliveries} aria-label="Last messages">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className={styles.delivery} data-status={delivery.status}>
          <span className="breaks">{delivery.text}</span>
          <span className="note">
            {deliveryText(delivery)} · {preciseTime(delivery.delivered_at ?? delivery.created_at)}
          </span>
        </li>
      ))}
    </ol>
  )
}
