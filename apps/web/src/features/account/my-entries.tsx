import { type UserEntry, type UserView, userTopic } from '@outlast/contract/live'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '../../components/ui/button.tsx'
import { Section } from '../../components/ui/card.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import { LiveBoundary } from '../../components/live-boundary.tsx'
import { useTopic } from '../../live/use-topic.ts'
import styles from './account.module.css'
import { EntryCard } from './entry-card.tsx'

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
