import type { AdminView, WeekView } from '@outlast/contract/live'
import { Bar } from '../../components/ui/bar.tsx'
import { Card } from '../../components/ui/card.tsx'
import { useTopicView } from '../../live/use-topic.ts'
import styles from './admin-weeks.module.css'
import { counted } from './counted.ts'

/** So many names are a glance; the rest is in the table. */
const NAMES = 8

/** How many of the entries in the week have picked, and who has not. */
export function PicksSummary({ view }: { readonly view: WeekView }) {
  const { week, entries, pick_count } = view
  const admin = useTopicView('admin', ({ picked }: AdminView) => ({ picked: picked[week.id] }))
  const picked = new Set(admin?.picked)
  const without = entries.filter((entry) => (week.is_locked ? entry.team === null : !picked.has(entry.id)))
  const isKnown = week.is_locked || admin !== undefined
  return (
    <Card title="Picks so far">
      <p className={styles.count}>
        <span className={styles.large}>{pick_count}</span> of {counted(entries.length, 'entry', 'entries')}
      </p>
      <Bar value={pick_count} max={entries.length} />
      {isKnown && (
        <p className={styles.muted}>
          {namesText(
            without.map((entry) => entry.name),
            entries.length,
          )}
        </p>
      )}
    </Card>
  )
}

function namesText(names: readonly string[], all: number): string {
  if (all === 0) return 'No entries are in this week.'
  if (names.length === 0) return 'Everybody has picked.'
  const more = names.length - NAMES
  return `No pick: ${names.slice(0, NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
