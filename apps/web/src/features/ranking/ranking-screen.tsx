import { type UserEntry, userTopic, type UserView } from '@outlast/contract/live'
import { teamUsesOf, usedTeams } from '@outlast/views'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { LiveBoundary } from '../../ui/live-boundary.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useTopic, useTopicView } from '../../live/use-topic.ts'
import { useUser } from '../../session/session.ts'
import { RankingEditor } from './ranking-editor.tsx'

const BACK = { to: '/', label: 'Dashboard' }

/** The teams for an entry's automatic picks, in the member's order (`/entries/:entryId/ranking`). */
export function RankingScreen(): ReactNode {
  const { entryId } = useParams()
  const state = useTopic(userTopic(useUser().id))
  return (
    <LiveBoundary<UserView> state={state} skeleton={<Skeleton height={480} />}>
      {({ entries }) => <EntryRanking entry={entries.find(({ id }) => String(id) === entryId)} />}
    </LiveBoundary>
  )
}

function EntryRanking({ entry }: { readonly entry: UserEntry | undefined }): ReactNode {
  const current = useTopicView('pool', (pool) => ({
    week: pool.weeks.find(({ id }) => id === pool.current_week_id),
    rules: pool.rules,
    max: pool.rules.missed_pick === 'auto' ? pool.rules.max_auto_picks : 0,
  }))
  if (entry === undefined) {
    return (
      <>
        <PageHeader title="Automatic picks" back={BACK} />
        <EmptyState title="No such entry">It may have been deleted.</EmptyState>
      </>
    )
  }
  // The pick of the current week is a use as well.
  const next = current?.week && { ...current.week, id: 0 }
  const usedIn = current === undefined ? new Map<string, number>() : usedTeams(entry.picks, next, teamUsesOf(current.rules))
  return (
    <div className="stack5">
      <PageHeader
        title="Automatic picks"
        help="rules#142-automatic-picks"
        lead={<Lead name={entry.name} max={current?.max ?? 0} />}
        back={BACK}
      />
      {entry.ranking === null ? (
        <EmptyState title="This list is sealed">
          It was made before the account’s e-mail address was changed. Confirm the change through the mail to the old address, or
          wait until the seal ends.
        </EmptyState>
      ) : (
        <RankingEditor key={entry.id} entryId={entry.id} saved={entry.ranking} used={usedIn} />
      )}
    </div>
  )
}

function Lead({ name, max }: { readonly name: string; readonly max: number }): ReactNode {
  return (
    <>
      When <strong>{name}</strong> has no pick at the lock, it gets the first team of your list that it may pick.{' '}
      {max > 0 && <>This happens {max === 1 ? 'once' : `${max} times`} a season at most. </>}
      Only you can see the list.
    </>
  )
}
