import type { BroadcastBody, BroadcastPreview } from '@outlast/contract'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { AUDIENCE_LABELS, AudienceField, useAudience } from '../../desk/audience-field.tsx'
import { addressProblem, mailProblem, MissingPartNote, useServerStatus } from '../../desk/server-status.tsx'
import { followBroadcast } from '../../desk/follow-sending.ts'
import { useAskBeforeMail } from '../../desk/use-ask-before-mail.ts'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { TextArea, TextField } from '../../ui/forms/text-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { PageHeader, TO_DESK } from '../../ui/page-header.tsx'
import { toast } from '../../ui/toast.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { useUser } from '../../session/session.ts'
import styles from './broadcast.module.css'
import { EMPTY_MESSAGE, LENGTH_LIMITS, lengthNotice, useMessageDraft } from './message-draft.ts'

/** Sends an email to every account, or to some of the members (`/admin/broadcast`). */
export function BroadcastScreen() {
  const recipients = useTopicView('admin', (view) => view.users.length)
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Admin Broadcast"
        help="season#people"
        back={TO_DESK}
        lead="Send one email to every account, including admins, or to some of them."
      />
      <Card>
        <BroadcastForm recipients={recipients} />
      </Card>
    </div>
  )
}

function BroadcastForm({ recipients }: { readonly recipients: number | undefined }) {
  const [message, setMessage] = useMessageDraft(useUser().id)
  const [audience, setAudience] = useAudience()
  const [sent, setSent] = useState<string | null>(null)
  const subject = message.subject.trim()
  const text = message.text.trim()
  const notices = {
    subject: lengthNotice(message.subject, LENGTH_LIMITS.subject),
    text: lengthNotice(message.text, LENGTH_LIMITS.text),
  }
  const isReady = subject !== '' && text !== '' && notices.subject?.isOver !== true && notices.text?.isOver !== true
  const body = { subject, text, ...(audience === 'all' ? {} : { audience }) }
  const ask = useAskBeforeMail()
  const send = useAction(
    async () => {
      if (!(await ask(body))) return undefined
      setSent(null)
      await write('broadcast', { body })
      const arrived = await followBroadcast()
      toast(arrived)
      return arrived
    },
    { fallback: 'Failed to send' },
  )
  const preview = useBroadcastPreview(body)
  const submit = async (): Promise<void> => {
    if (!isReady) return
    const arrived = await send.run()
    if (arrived === undefined) return
    preview.clear()
    setSent(arrived)
    setMessage(EMPTY_MESSAGE)
  }
  const edit = (change: Partial<typeof message>): void => {
    setMessage({ subject: message.subject, text: message.text, ...change })
    send.clearError()
    preview.clear()
  }
  return (
    <Form onSubmit={submit} label="Broadcast">
      <TextField
        label="Subject"
        value={message.subject}
        readOnly={send.pending}
        autoComplete="off"
        {...noticeProps(notices.subject)}
        onChange={(event) => edit({ subject: event.target.value })}
      />
      <TextArea
        label="Message body"
        className={styles.body}
        value={message.text}
        readOnly={send.pending}
        {...noticeProps(notices.text)}
        onChange={(event) => edit({ text: event.target.value })}
      />
      <AudienceField
        value={audience}
        disabled={send.pending}
        onChange={(chosen) => {
          setAudience(chosen)
          preview.clear()
        }}
      />
      {preview.shown !== undefined && <MailPreview preview={preview.shown} />}
      <ErrorText>{send.error ?? preview.error}</ErrorText>
      <FormActions>
        <Button type="submit" variant="primary" disabled={!isReady} pending={send.pending}>
          Send Broadcast
        </Button>
        <Button disabled={!isReady} pending={preview.pending} onClick={() => preview.run(false)}>
          Preview
        </Button>
        <Button disabled={!isReady} pending={preview.pending} onClick={() => preview.run(true)}>
          Send me a test
        </Button>
        {audience === 'all' && recipients !== undefined && sent === null && (
          <p className={styles.recipients}>Goes to {formatCount(recipients, 'recipient')} immediately.</p>
        )}
        {sent !== null && <p className={styles.sent}>{sent}.</p>}
      </FormActions>
    </Form>
  )
}

/** What the broadcast would do. It is gone as soon as something changes. */
function useBroadcastPreview(body: BroadcastBody) {
  const [shown, setShown] = useState<BroadcastPreview>()
  const { run, pending, error, clearError } = useAction(
    async (test: boolean) => {
      const preview = await write('previewBroadcast', { body: { ...body, test } })
      setShown(preview)
      if (preview.test_sent_to !== null) toast(`A test is on its way to ${preview.test_sent_to}`)
    },
    { fallback: 'Failed to preview' },
  )
  const clear = (): void => {
    setShown(undefined)
    clearError()
  }
  return { shown, run, pending, error, clear }
}

function MailPreview({ preview: { audience, recipients, mail } }: { readonly preview: BroadcastPreview }) {
  const server = useServerStatus()
  return (
    <section className={styles.preview} aria-label="Preview">
      <p>
        {AUDIENCE_LABELS[audience]}: <strong>{formatCount(recipients, 'recipient')}</strong>
      </p>
      <p className={styles.recipients}>From {mail.from}</p>
      <p className="strong">{mail.subject}</p>
      <p className={styles.mail}>{mail.text}</p>
      <MissingPartNote of={server && mailProblem(server)} />
      <MissingPartNote of={server && addressProblem(server)} />
    </section>
  )
}

function noticeProps(notice: ReturnType<typeof lengthNotice>) {
  if (notice === undefined) return {}
  return notice.isOver ? { error: notice.text } : { hint: notice.text }
}
