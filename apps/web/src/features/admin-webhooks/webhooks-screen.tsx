import type { NewWebhook } from '@outlast/contract'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { PageHeader, TO_DESK } from '../../ui/page-header.tsx'
import { toast } from '../../ui/toast.tsx'
import { copyText } from '../../lib/copy-text.ts'
import { AddWebhookForm } from './add-webhook-form.tsx'
import { useWebhooks } from './use-webhooks.ts'
import { WebhookCard } from './webhook-card.tsx'
import styles from './webhooks.module.css'

/** Connects the club's chat to the pool's public news (`/admin/webhooks`). */
export function WebhooksScreen() {
  const { data: webhooks, error, refetch } = useWebhooks()
  const [added, setAdded] = useState<NewWebhook>()
  const onAdded = (webhook: NewWebhook): void => {
    setAdded(webhook)
    refetch()
  }
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Club Chat"
        help="season#the-club"
        back={TO_DESK}
        lead="The pool tells your chat when a week locks, who is out and who won. Only what everybody may see is sent, and nothing during a rehearsal."
      />
      <div className={styles.columns}>
        <div className={styles.column}>
          {added !== undefined && <Secret webhook={added} />}
          {webhooks === undefined && (error === null ? <Skeleton lines={4} /> : <ErrorBox message={error} />)}
          {webhooks?.length === 0 && (
            <EmptyState title="No chat is connected yet">Connect Discord, Slack, GroupMe or a program of your own.</EmptyState>
          )}
          {webhooks?.map((webhook) => (
            <WebhookCard key={webhook.id} webhook={webhook} refresh={refetch} />
          ))}
        </div>
        <Card title="Connect a chat" className={styles.form}>
          <AddWebhookForm onAdded={onAdded} />
        </Card>
      </div>
    </div>
  )
}

/** The secret of a new webhook, which cannot be shown again. */
function Secret({ webhook: { label, preset, secret } }: { readonly webhook: NewWebhook }) {
  const copy = async (): Promise<void> => {
    toast((await copyText(secret)) ? 'Secret copied' : 'Your browser did not allow copying. Select the secret and copy it')
  }
  return (
    <Card title={`${label} is connected`} actions={<Badge tone="win">New</Badge>}>
      <p>
        {preset === 'standard'
          ? 'Your program checks the signature of each message with this secret. It is shown only now.'
          : 'Send a test to see it arrive. Messages are signed with this secret, which is shown only now; a chat does not need it.'}
      </p>
      <p className={`line ${styles.secret}`}>
        <code>{secret}</code>
        <Button size="small" onClick={copy}>
          Copy secret
        </Button>
      </p>
    </Card>
  )
}
