import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { formatCount } from '../../lib/numbers.ts'
import { HomeCard } from './home-card.tsx'

const fetchWebhooks = () => api.call('listWebhooks')

/** The club's chats, with a note when one of them gets no news any more. */
export function ChatCard() {
  const { data } = useQuery(fetchWebhooks, 'Failed to load webhooks')
  const off = data?.filter((webhook) => !webhook.is_on) ?? []
  const failing = data?.filter((webhook) => webhook.is_on && webhook.failing_since !== null) ?? []
  return (
    <HomeCard
      to="/admin/webhooks"
      title="Club Chat"
      lead="Tell Discord, Slack or GroupMe what happens."
      number={off.length > 0 ? [off.length, 'switched off'] : failing.length > 0 ? [failing.length, 'failing'] : undefined}
      detail={data && data.length > 0 ? `${formatCount(data.length, 'chat')} connected` : undefined}
    />
  )
}
