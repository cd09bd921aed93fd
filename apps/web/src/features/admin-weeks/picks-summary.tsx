import type { AdminView, WeekEntry, WeekView } from '@outlast/contract/live'
import { pickedTeams } from '@outlast/views'
import { useMemo } from 'react'
import { picksByEntry } from '../../desk/slots.ts'
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
  const picks = week.picks ?? 1
  const madeBy = useMemo(() => picksByEntry(admin?.picked), [admin])
  const made = (entry: WeekEntry) => (week.is_locked ? pickedTeams(entry).length : (madeBy.get(entry.id) ?? 0))
  const without = entries.filter((entry) => made(entry) < picks)
  const named = (entry: WeekEntry) => (picks === 1 ? nameOf(entry) : `${nameOf(entry)} (${made(entry)} of ${picks})`)
  const isLoaded = week.is_locked || admin !== undefined
  return (
    <Card title="Picks so far">
      <p className="muted">
        <span className={styles.large}>{pick_count}</span> of{' '}
        {picks === 1 ? formatCount(entries.length, 'entry', 'entries') : formatCount(picks * entries.length, 'pick')}
      </p>
      <Bar value={pick_count} max={picks * entries.length} />
      {isLoaded && <p className="note">{describeMissing(without.map(named), entries.length, picks)}</p>}
    </Card>
  )
}

function describeMissing(names: readonly string[], entryCount: number, picks: number): string {
  if (entryCount === 0) return 'No entries are in this week.'
  if (names.length === 0) return 'Everyone has picked.'
  const rest = names.length - MAX_NAMES
  return `${picks === 1 ? 'No pick' : 'Picks missing'}: ${names.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
