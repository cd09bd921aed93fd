import type { AdminView } from '@outlast/contract/live'
import { write } from '../../api/client.ts'
import { easternTime } from '../../clock/format.ts'
import { useAction } from '../../components/forms/use-action.ts'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import styles from './admin-home.module.css'

type AdminEntry = AdminView['entries'][number]

/** The requests to buy entries back in, oldest first, with the buttons that answer them. Nothing without a request. */
export function BuybackRequests() {
  const entries = viewOf(useTopic('admin'))?.entries ?? []
  const requests = entries
    .flatMap((entry) => entry.buybacks.filter(({ status }) => status === 'requested').map((request) => ({ entry, request })))
    .sort((a, b) => (a.request.asked_at < b.request.asked_at ? -1 : 1))
  if (requests.length === 0) return null
  return (
    <Card title={`Asking to buy back in (${requests.length})`}>
      <ul className={styles.requests}>
        {requests.map(({ entry, request }) => (
          <Request key={entry.id} entry={entry} request={request} />
        ))}
      </ul>
    </Card>
  )
}

interface RequestProps {
  readonly entry: AdminEntry
  readonly request: AdminEntry['buybacks'][number]
}

function Request({ entry, request }: RequestProps) {
  const answer = useAction(
    (action: 'confirm' | 'decline') => write('answerBuyback', { params: { id: entry.id }, body: { action } }),
    {
      success: ({ status }) => (status === 'confirmed' ? `${entry.name} is back in` : `Declined for ${entry.name}`),
      fallback: 'Failed to answer the request',
    },
  )
  return (
    <li className={styles.request}>
      <p className={styles.requester}>
        <strong>{entry.name}</strong> <span>{entry.user_name}</span>
      </p>
      <p className={styles.detail}>
        Out in week {request.week_number ?? '–'} · asked {easternTime(request.asked_at)}
        {entry.is_paid ? '' : ' · entry unpaid'}
      </p>
      <div className={styles.answers}>
        <Button
          size="small"
          variant="primary"
          pending={answer.pending}
          aria-label={`Confirm the buyback of ${entry.name}`}
          onClick={() => answer.run('confirm')}
        >
          Confirm
        </Button>
        <Button
          size="small"
          pending={answer.pending}
          aria-label={`Decline the buyback of ${entry.name}`}
          onClick={() => answer.run('decline')}
        >
          Decline
        </Button>
      </div>
      <ErrorText>{answer.error}</ErrorText>
    </li>
  )
}
