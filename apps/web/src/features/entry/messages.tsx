import { type ReactNode, useCallback } from 'react'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { preciseTime } from '../../clock/format.ts'
import { formatCount } from '../../lib/numbers.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/errors.tsx'

/** For admins: which messages of the last week did not reach the entry's owner. */
export function Messages({ entryId, owner }: { readonly entryId: number; readonly owner: string }): ReactNode {
  const userId = useTopicView('admin', ({ entries }) => entries.find(({ id }) => id === entryId)?.user_id)
  const read = useCallback(() => api.call('deliveries'), [])
  const { data, error } = useQuery(read, 'Failed to load the messages')
  const failed = data?.not_delivered.filter(({ user_id }) => user_id === userId)
  return (
    <Card title="Messages">
      {failed?.length === 0 && <p className="muted">No message to {owner} is known to have failed in the last seven days.</p>}
      {failed?.map(({ channel, purpose, messages, since, error: why }) => (
        <p key={`${channel} ${purpose}`}>
          {formatCount(messages, 'message')} by {channel} ({purpose}) did not arrive since {preciseTime(since)}
          {why === null ? '.' : `: ${why}`}
        </p>
      ))}
      <ErrorBox message={error} />
    </Card>
  )
}
