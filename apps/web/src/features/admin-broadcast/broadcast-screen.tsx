import { useState } from 'react'
import { write } from '../../api/client.ts'
import { Form, FormActions } from '../../components/forms/form.tsx'
import { TextArea, TextField } from '../../components/forms/text-field.tsx'
import { useAction } from '../../components/forms/use-action.ts'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { useUser } from '../../session/session.ts'
import styles from './broadcast.module.css'
import { EMPTY_MESSAGE, LENGTH_LIMITS, lengthNotice, useMessageDraft } from './message-draft.ts'

/** Sends an email to every account (`/admin/broadcast`). */
export function BroadcastScreen() {
  const recipients = useTopicView('admin', (view) => view.users.length)
  return (
    <div className={styles.screen}>
      <PageHeader title="Admin Broadcast" lead="Send one email to every account, including admins." />
      <Card>
        <BroadcastForm recipients={recipients} />
      </Card>
    </div>
  )
}

function BroadcastForm({ recipients }: { readonly recipients: number | undefined }) {
  const [message, setMessage] = useMessageDraft(useUser().id)
  const [sent, setSent] = useState<number | null>(null)
  const subject = message.subject.trim()
  const text = message.text.trim()
  const notices = {
    subject: lengthNotice(message.subject, LENGTH_LIMITS.subject),
    text: lengthNotice(message.text, LENGTH_LIMITS.text),
  }
  const isReady = subject !== '' && text !== '' && notices.subject?.isOver !== true && notices.text?.isOver !== true
  const send = useAction(() => write('broadcast', { body: { subject, text } }), {
    success: (result) => `Sent to ${result.sent} recipients`,
    fallback: 'Failed to send',
  })
  const submit = async (): Promise<void> => {
    if (!isReady) return
    setSent(null)
    const result = await send.run()
    if (result === undefined) return
    setSent(result.sent)
    setMessage(EMPTY_MESSAGE)
  }
  const edit = (change: Partial<typeof message>): void => {
    setMessage({ subject: message.subject, text: message.text, ...change })
    send.clearError()
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
      <ErrorText>{send.error}</ErrorText>
      <FormActions>
        <Button type="submit" variant="primary" disabled={!isReady} pending={send.pending}>
          Send Broadcast
        </Button>
        {recipients !== undefined && sent === null && (
          <p className={styles.recipients}>Goes to {formatCount(recipients, 'recipient')} immediately.</p>
        )}
        {sent !== null && <p className={styles.sent}>Sent to {formatCount(sent, 'person', 'people')}.</p>}
      </FormActions>
    </Form>
  )
}

function noticeProps(notice: ReturnType<typeof lengthNotice>) {
  if (notice === undefined) return {}
  return notice.isOver ? { error: notice.text } : { hint: notice.text }
}
