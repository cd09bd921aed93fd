import { useFold } from '../../desk/use-fold.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { CopyForward } from '../../desk/copy-forward.tsx'
import { CHANNELS, type NotDelivered, undeliveredText } from './delivery-text.ts'
import styles from './undelivered-notice.module.css'
import type { Notices } from './use-notices.ts'

/** More receivers than this appear on demand. */
const SHOWN = 4

/** Names whom messages do not reach, why, and what to do. Nothing while all arrive. */
export function UndeliveredNotice({ notices }: { readonly notices: Notices }) {
  const { data } = notices.deliveries
  if (data === undefined || data.not_delivered.length === 0) return null
  const count = data.not_delivered.reduce((sum, { messages }) => sum + messages, 0)
  const channels = Map.groupBy(data.not_delivered, ({ channel }) => channel)
  return (
    <Notice title={`Not delivered: ${formatCount(count, 'message')}`}>
      {[...channels].map(([channel, rows]) => (
        <ChannelSection key={channel} channel={channel} rows={rows} />
      ))}
    </Notice>
  )
}

interface ChannelSectionProps {
  readonly channel: NotDelivered['channel']
  readonly rows: readonly NotDelivered[]
}

function ChannelSection({ channel, rows }: ChannelSectionProps) {
  const { name, advice, forward, to, page } = CHANNELS[channel]
  const [shown, fold] = useFold(rows, SHOWN, 'receivers')
  return (
    <section className={styles.channel} aria-label={`${name}, not delivered`}>
      <p className="label">{name}</p>
      <ul className="stack2">
        {shown.map((row) => (
          <li key={`${row.purpose} ${row.to}`}>
            <p className="line">
              <strong>{row.to}</strong>
              {row.rests_until !== null && <Badge tone="warn">Rests</Badge>}
            </p>
            <p className="note">{undeliveredText(row)}</p>
          </li>
        ))}
      </ul>
      {fold}
      <p>{advice}</p>
      {forward !== undefined && <CopyForward text={forward} />}
      {to !== undefined && (
        <ButtonLink to={to} size="small">
          {page}
        </ButtonLink>
      )}
    </section>
  )
}
