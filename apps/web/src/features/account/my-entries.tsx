import type { EntryHistory } from '@outlast/contract'
import { type PoolView, type UserEntry, userTopic, type UserView, weekTopic, type WeekView } from '@outlast/contract/live'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { api, errorMessage } from '../../api/client.ts'
import { LiveBoundary } from '../../components/live-boundary.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { Section } from '../../components/ui/card.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { ErrorBox } from '../../components/ui/errors.tsx'
import { Loading, Skeleton } from '../../components/ui/loading.tsx'
import { VisuallyHidden } from '../../components/ui/screen-reader.tsx'
import styles from './account.module.css'
import entryStyles from './my-entries.module.css'
import { HistoryWeek } from './pick-history.tsx'
import { useTopic, useTopicView } from '../../live/use-topic.ts'

/** Every entry of the member with its complete pick history. */
export function MyEntries({ userId }: { readonly userId: number }): ReactNode {
  const state = useTopic(userTopic(userId))
  return (
    <Section title="My entries">
      <p className={styles.muted}>
        Every pick and every change of it, for good. A receipt proves one: its commitment fixes the team without showing it, its
        nonce opens that, and the head hash ties it to the pool’s log. <Link to="/audit">Check it in the audit trail</Link>
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
      <div className={styles.entryList}>
        {entries.map((entry, index) => (
          <EntryCard key={entry.id} entry={entry} isOpen={index === 0} />
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
      An entry picks one team a week. Its picks and their receipts will be kept here.
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
  /** From the start; the others fetch their history when they are opened. */
  readonly isOpen: boolean
}

/** An entry, which opens to its history. */
export function EntryCard({ entry, isOpen }: EntryCardProps): ReactNode {
  const [open, setOpen] = useState(isOpen)
  const picks = entry.picks.length
  return (
    <details className={entryStyles.card} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={entryStyles.summary}>
        <h3 className={entryStyles.name}>{entry.name}</h3>
        <span className={entryStyles.count}>{picks === 1 ? '1 pick' : `${picks} picks`}</span>
        <ChevronDown aria-hidden size={20} className={entryStyles.chevron} />
      </summary>
      {open && <History entry={entry} />}
    </details>
  )
}

function History({ entry }: { readonly entry: UserEntry }): ReactNode {
  const { history, error, retry } = useEntryHistory(entry)
  return (
    <div className={entryStyles.history}>
      {error !== null && <ErrorBox message={error} onRetry={retry} />}
      {history === undefined && error === null && <HistorySkeleton rows={entry.picks.length} />}
      {history?.weeks.length === 0 && <p className={entryStyles.none}>No picks yet.</p>}
      {history?.weeks.map((week) => (
        <HistoryWeek key={week.week_id} history={history} week={week} />
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

/** An entry's history; what is held stays when it cannot be fetched again. */
interface HistoryState {
  readonly history: EntryHistory | undefined
  readonly error: string | null
}

/** Fetches an entry's history, and again whenever the live views tell that it has become another. */
export function useEntryHistory(entry: UserEntry): HistoryState & { readonly retry: () => void } {
  const [state, setState] = useState<HistoryState>({ history: undefined, error: null })
  const [attempt, setAttempt] = useState(0)
  const weeks = useWeeksSign()
  useEffect(() => {
    const leaving = new AbortController()
    api.call('entryHistory', { params: { id: entry.id }, signal: leaving.signal }).then(
      (history) => setState({ history, error: null }),
      (error: unknown) => {
        if (leaving.signal.aborted) return
        setState((held) => ({ ...held, error: errorMessage(error, 'Failed to load history') }))
      },
    )
    return () => leaving.abort()
    // `entry` is replaced with each change of its picks; `weeks` tells of locks and results.
  }, [entry, weeks, attempt])
  return { ...state, retry: () => setAttempt(attempt + 1) }
}

/** A text that changes when a week locks or opens, or when a game of the current one gets or loses its result. */
function useWeeksSign(): string {
  const locks = useTopicView('pool', locksSign)
  const current = useTopicView('pool', (pool) => pool.current_week_id) ?? null
  const results = useTopicView(current === null ? null : weekTopic(current), resultsSign)
  return `${locks ?? ''}/${results ?? ''}`
}

const locksSign = ({ weeks }: PoolView): string =>
  weeks.map(({ id, is_locked, reopenings }) => `${id}${is_locked ? 'x' : 'o'}${reopenings}`).join()

const resultsSign = ({ games }: WeekView): string =>
  games.map(({ id, status, home_score, away_score }) => (status === 'final' ? `${id}:${home_score}:${away_score}` : '')).join()
