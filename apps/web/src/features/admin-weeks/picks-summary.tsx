import type { AdminView, WeekView } from '@outlast/contract/live'
import { useEntryNames } from '../../desk/use-entry-names.ts'
import { Bar } from '../../ui/bar.tsx'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { useTopicView } from '../../live/use-topic.ts'
import styles from './admin-weeks.module.css'

/** The maximum number of names to list. The table has the others. */
const MAX_NAMES = 8

/** How many entries have picked, and which have not. */
export function PicksSummary({ view }: { readonly view: WeekView }) {
  const { week, entries, pick_count } = view
  const admin = useTopicView('admin', ({ picked }: AdminView) => ({ picked: picked[week.id] }))
  const nameOf = useEntryNames()
  const picked = new Set(admin?.picked)
  const without = entries.filter((entry) => (week.is_locked ? entry.team === null : !picked.has(entry.id)))
  const isLoaded = week.is_locked || admin !== undefined
  return (
    <Card title="Picks so far">
      <p className={styles.count}>
        <span className={styles.large}>{pick_count}</span> of {formatCount(entries.length, 'entry', 'entries')}
      </p>
      <Bar value={pick_count} max={entries.length} />
      {isLoaded && <p className={styles.muted}>{describeMissing(without.map(nameOf), entries.length)}</p>}
    </Card>
  )
}

function describeMissing(names: readonly string[], entryCount: number): string {
  if (entryCount === 0) return 'No entries are in this week.'
  if (names.length === 0) return 'Everyone has picked.'
  const rest = names.length - MAX_NAMES
  return `No pick: ${names.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
