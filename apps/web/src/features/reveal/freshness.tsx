import { type ReactNode, useState } from 'react'
import { easternTime, timeOfDay } from '../../clock/format.ts'
import { deviceNow, useSiteNow } from '../../clock/site-clock.ts'
import { Badge } from '../../ui/badge.tsx'
import { REFRESH_MS } from '../../live/live-client.ts'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import styles from './freshness.module.css'

const toIso = (ms: number): string => new Date(ms).toISOString()

/** When the page last updated, and the site time. */
export function Freshness({ weekId, override }: { readonly weekId: number; readonly override: boolean }): ReactNode {
  const updated = useUpdatedAt(weekId)
  const site = toIso(useSiteNow(60_000))
  return (
    <dl className={`wrap note ${styles.freshness}`}>
      <div>
        <dt>Updates</dt>
        <dd>live, and every {REFRESH_MS / 1000} s</dd>
      </div>
      <div>
        <dt>Last updated</dt>
        <dd>{updated === undefined ? '–' : <time dateTime={toIso(updated)}>{timeOfDay(toIso(updated))}</time>}</dd>
      </div>
      <div>
        <dt>Site time</dt>
        <dd>
          <time dateTime={site}>{easternTime(site)}</time> {override && <Badge tone="warn">override</Badge>}
        </dd>
      </div>
    </dl>
  )
}

/** Returns when the shown week last changed, by the device's clock. */
function useUpdatedAt(weekId: number): number | undefined {
  const view = viewOf(useTopic<`week:${number}`>(`week:${weekId}`))
  const [last, setLast] = useState<{ readonly view: unknown; readonly at: number }>()
  if (view !== undefined && view !== last?.view) setLast({ view, at: deviceNow() })
  return view === undefined ? undefined : last?.at
}
