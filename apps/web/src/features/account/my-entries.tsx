import type { EntryHistory } from '@outlast/contract'
import { type PoolView, type UserEntry, userTopic, type UserView, weekTopic, type WeekView } from '@outlast/contract/live'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { type Query, useQuery } from '../../api/use-query.ts'
import { LiveBoundary } from '../../ui/live-boundary.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { Loading, Skeleton } from '../../ui/loading.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { useTopic, useTopicView } from '../../live/use-topic.ts'
import styles from './account.module.css'
import entryStyles from './my-entries.module.css'
import { HistoryWeek } from '../../pool/pick-history/pick-history.tsx'

/** Every entry of the member with its full pick history. */
export function MyEntries({ userId }: { readonly userId: number }): ReactNode {
  const state = useTopic(userTopic(userId))
  return (
    <Section title="My entries">
      <p className={styles.muted}>
        Every pick and every change to it, kept for good. Each one has a receipt: the commitment fixes the team without revealing
        it, the nonce reveals it, and the head hash ties it to the pool’s log.{' '}
        <Link to="/audit">Check it in the audit trail</Link>
      </p>
      <LiveBoundary<UserView> state={state} skeleton={<EntriesSkeleton />}>
        {({ entries }) => <Entries entries={entries} />}
      </LiveBoundary>
    </Section>
  )
}

function Entries({ entries }: { readonly entries: readonly UserEntry[] }): ReactNode {
  if (entries.length > 0) {
    return (
      <div className="stack3">
        {entries.map((entry, index) => (
          <EntryCard key={entry.id} entry={entry} initiallyOpen={index === 0} />
        ))}
      </div>
    )
  }
  const create = (
    <ButtonLink to="/" variant="primary">
      Create an entry
    </ButtonLink>
  )
  return (
    <EmptyState title="No entries yet" action={create}>
      An entry picks a team each week. Its picks and their receipts will appear here.
    </EmptyState>
  )
}

function EntriesSkeleton(): ReactNode {
  return (
    <>
      <Skeleton height={264} />
      <Skeleton height={62} />
    </>
  )
}

interface EntryCardProps {
  readonly entry: UserEntry
  /** Whether the card is open at first. A closed card loads its history when it is opened. */
  readonly initiallyOpen: boolean
}

/** An entry that expands to its pick history. */
function EntryCard({ entry, initiallyOpen }: EntryCardProps): ReactNode {
  const [open, setOpen] = useState(initiallyOpen)
  return (
    <details className={`box ${entryStyles.card}`} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={`row ${entryStyles.summary}`}>
        <h3 className={`title ${entryStyles.name}`}>{entry.name}</h3>
        <span className={`note ${entryStyles.count}`}>{formatCount(entry.picks.length, 'pick')}</span>
        <ChevronDown aria-hidden size={20} className={entryStyles.chevron} />
      </summary>
      {open && <History entry={entry} />}
    </details>
  )
}

function History({ entry }: { readonly entry: UserEntry }): ReactNode {
  const { data: history, error } = useEntryHistory(entry)
  return (
    <div className={`stack4 ${entryStyles.history}`}>
      <Link to={`/entry/${entry.id}`}>Its page, with an answer to copy</Link>
      <ErrorBox message={error} />
      {history === undefined && error === null && <HistorySkeleton rows={entry.picks.length} />}
      {history?.weeks.length === 0 && <p className="muted">No picks yet.</p>}
      {history?.weeks.map((week) => (
        <HistoryWeek key={`${week.week_id} ${week.slot ?? 1}`} history={history} week={week} proxy={entry.proxy?.user_name} />
      ))}
    </div>
  )
}

function HistorySkeleton({ rows }: { readonly rows: number }): ReactNode {
  return (
    <>
      <VisuallyHidden>
        <Loading />
      </VisuallyHidden>
      {Array.from({ length: Math.max(rows, 1) }, (_, row) => (
        <Skeleton key={row} height={rows === 0 ? 24 : 132} />
      ))}
    </>
  )
}

/** Fetches the history of an entry, and again when a live view shows that it changed. */
function useEntryHistory(entry: UserEntry): Query<EntryHistory> {
  const results = useResultsVersion()
  const fetch = useCallback(() => api.call('entryHistory', { params: { id: entry.id } }), [entry.id])
  // `entry` is another object after each change to its picks.
  const version = useMemo(() => ({ entry, results }), [entry, results])
  return useQuery(fetch, 'Failed to load history', version)
}

/** Returns a text that changes when a week locks or reopens, or when a final score of the current week changes. */
function useResultsVersion(): string {
  const locks = useTopicView('pool', locksVersion)
  const current = useTopicView('pool', (pool) => pool.current_week_id) ?? null
  const scores = useTopicView(current === null ? null : weekTopic(current), scoresVersion)
  return `${locks ?? ''}/${scores ?? ''}`
}

const locksVersion = ({ weeks }: PoolView): string =>
  weeks.map(({ id, is_locked, reopenings }) => `${id}${is_locked ? 'x' : 'o'}${reopenings}`).join()

const scoresVersion = ({ games }: WeekView): string =>
  games.map(({ id, status, home_score, away_score }) => (status === 'final' ? `${id}:${home_score}:${away_score}` : '')).join()
