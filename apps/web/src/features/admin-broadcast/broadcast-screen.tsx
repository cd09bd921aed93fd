import { useState } from 'react'
import { write } from '../../api/client.ts'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import { Form, FormActions } from '../../components/forms/form.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { TextArea, TextField } from '../../components/forms/text-field.tsx'
import { useAction } from '../../components/forms/use-action.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { useUser } from '../../session/session.ts'
import styles from './broadcast.module.css'
import { BLANK, useMessage } from './message-draft.ts'
import { LIMITS, limitNotice } from './message-draft.ts'

const sentTo = (count: number): string => `Sent to ${count} recipients`

/** A mail to everybody with an account: `/admin/broadcast`. */
export function BroadcastScreen() {
  const recipients = useTopicView('admin', (view) => view.users.length)
  return (
    <div className={styles.screen}>
      <PageHeader title="Admin Broadcast" lead="One mail to everybody with an account, admins too." />
      <Card>
        <BroadcastForm recipients={recipients} />
      </Card>
    </div>
  )
}

function BroadcastForm({ recipients }: { readonly recipients: number | undefined }) {
  const [message, setMessage] = useMessage(useUser().id)
  const [sent, setSent] = useState<number | null>(null)
  const subject = message.subject.trim()
  const text = message.text.trim()
  const notices = { subject: limitNotice(message.subject, LIMITS.subject), text: limitNotice(message.text, LIMITS.text) }
  const ready = subject !== '' && text !== '' && notices.subject?.over !== true && notices.text?.over !== true
  const send = useAction(() => write('broadcast', { body: { subject, text } }), {
    success: (answer) => sentTo(answer.sent),
    fallback: 'Failed to send',
  })
  const submit = async (): Promise<void> => {
    if (!ready) return
    setSent(null)
    const answer = await send.run()
    if (answer === undefined) return
    setSent(answer.sent)
    setMessage(BLANK)
  }
  const type = (part: Partial<typeof message>): void => {
    setMessage({ subject: message.subject, text: message.text, ...part })
    send.clearError()
  }
  return (
    <Form onSubmit={submit} label="Broadcast">
      <TextField
        label="Subject"
        value={message.subject}
        readOnly={send.pending}
        autoComplete="off"
        {...wordsOf(notices.subject)}
        onChange={(event) => type({ subject: event.target.value })}
      />
      <TextArea
        label="Message body"
        className={styles.body}
        value={message.text}
        readOnly={send.pending}
        {...wordsOf(notices.text)}
        onChange={(event) => type({ text: event.target.value })}
      />
      <ErrorText>{send.error}</ErrorText>
      <FormActions>
        <Button type="submit" variant="primary" disabled={!ready} pending={send.pending}>
          Send Broadcast
        </Button>
        {recipients !== undefined && sent === null && (
          <p className={styles.recipients}>
            Goes to {recipients} {recipients === 1 ? 'recipient' : 'recipients'} at once.
          </p>
        )}
        {sent !== null && <p className={styles.sent}>On its way to {sent === 1 ? 'one person' : `${sent} people`}.</p>}
      </FormActions>
    </Form>
  )
}

function wordsOf(notice: ReturnType<typeof limitNotice>) {
  if (notice === undefined) return {}
  return notice.over ? { error: notice.words } : { hint: notice.words }
}
