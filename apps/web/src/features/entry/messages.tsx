import type { OwnReminder } from '@outlast/contract/rest/admin/reminders'
import { type ReactNode, useCallback } from 'react'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { preciseTime } from '../../clock/format.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { reminderText } from './answer-text.ts'
import styles from './entry.module.css'

/** Reads the reminders of an entry's owner, for who may see them. */
export function useReminders(userId: number | undefined) {
  const read = useCallback(() => api.call('userReminders', { params: { id: userId ?? 0 } }), [userId])
  return useQuery(userId === undefined ? null : read, 'Failed to load the messages')
}

interface MessagesProps {
  readonly userId: number
  readonly owner: string
  readonly isAdmin: boolean
  readonly reminders: ReturnType<typeof useReminders>
}

/** For the owner and admins: what was sent to the owner, and whether it arrived. */
export function Messages({ userId, owner, isAdmin, reminders: { data, error } }: MessagesProps): ReactNode {
  return (
    <Card title="Messages" className="stack3">
      {data?.length === 0 && <p className="muted">No reminder was sent to {owner}.</p>}
      {data !== undefined && data.length > 0 && (
        <ul className={styles.lines} aria-label="Reminders">
          {data.map((reminder: OwnReminder) => (
            <li key={`${reminder.week_id} ${reminder.at} ${reminder.offset}`}>{reminderText(reminder, preciseTime)}</li>
          ))}
        </ul>
      )}
      <ErrorBox message={error} />
      {isAdmin && <Failed userId={userId} owner={owner} />}
    </Card>
  )
}

/** Which messages of the last week did not reach somebody. */
function Failed({ userId, owner }: Pick<MessagesProps, 'userId' | 'owner'>): ReactNode {
  const read = useCallback(() => api.call('deliveries'), [])
  const { data, error } = useQuery(read, 'Failed to load the messages')
  const failed = data?.not_delivered.filter(({ user_id }) => user_id === userId)
  return (
    <>
      {failed?.length === 0 && <p className="muted">No message to {owner} is known to have failed in the last seven days.</p>}
      {failed?.map(({ channel, purpose, messages, since, error: why }) => (
        <p key={`${channel} ${purpose}`}>
          {formatCount(messages, 'message')} by {channel} ({purpose}) did not arrive since {preciseTime(since)}
          {why === null ? '.' : `: ${why}`}
        </p>
      ))}
      <ErrorBox message={error} />
    </>
  )
}
