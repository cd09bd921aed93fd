import type { ReactNode } from 'react'
import { UndoLine } from '../../desk/undo-note.tsx'
import { useUndo } from '../../desk/use-undo.ts'
import { LoopholeWarning } from '../../desk/rule-book/loophole-warning.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatCount, formatNumber } from '../../lib/numbers.ts'
import { useTopicView } from '../../live/use-topic.ts'
import styles from './admin-home.module.css'
import { BuybackRequests } from './buyback-requests.tsx'
import { HomeCard } from './home-card.tsx'
import { NewcomersCard } from './newcomers-card.tsx'
import { NextStep } from './next-step.tsx'
import { SecondAdmin } from './second-admin.tsx'
import { DiskNotice, ServerNotices } from './server-notices.tsx'
import { UndeliveredNotice } from './undelivered-notice.tsx'
import { type Desk, useDesk } from './use-desk.ts'
import { useNotices } from './use-notices.ts'
import { WaitingCard } from './waiting-card.tsx'
import { WeekHeader } from './week-header.tsx'

interface AdminHomeScreenProps {
  /** In an empty pool the next step; later a checklist of what remains. */
  readonly setup: ReactNode
  /** The accounts that wait for approval. */
  readonly queue: ReactNode
}

/** The desk (`/admin`): the current week, the one thing to do next, and what waits for an answer. */
export function AdminHomeScreen({ setup, queue }: AdminHomeScreenProps) {
  const desk = useDesk()
  return (
    <div className="stack5">
      <PageHeader title="Desk" help="season#every-week" />
      {desk === undefined ? (
        <>
          <Skeleton height={236} />
          <Skeleton height={280} />
        </>
      ) : (
        <Sections desk={desk} setup={setup} queue={queue} />
      )}
    </div>
  )
}

function Sections({ desk: { moment, current }, setup, queue }: AdminHomeScreenProps & { readonly desk: Desk }) {
  const notices = useNotices(current)
  const undo = useUndo()
  return (
    <>
      <DiskNotice notices={notices} />
      <SecondAdmin />
      {current !== null && moment !== 'empty' && (
        <>
          <WeekHeader current={current} />
          <NextStep moment={moment} current={current} />
        </>
      )}
      {setup}
      {notices.isReady && undo !== undefined && (
        <>
          {undo !== null && <UndoLine undo={undo} />}
          <BuybackRequests />
          {queue}
          <WaitingCard current={current} notices={notices} />
          <UndeliveredNotice notices={notices} />
          <ServerNotices notices={notices} />
          <LoopholeWarning>
            <ButtonLink to="/admin/rules" size="small">
              Choose the rules
            </ButtonLink>
          </LoopholeWarning>
          <Pages />
          <NewcomersCard notices={notices} />
        </>
      )}
    </>
  )
}

/** The pages of the desk, with a number each. */
function Pages() {
  const numbers = useTopicView('admin', ({ users, entries }) => ({
    users: users.length,
    entries: entries.length,
    unpaid: entries.filter((entry) => !entry.is_paid).length,
  }))
  const { users = 0, entries = 0, unpaid = 0 } = numbers ?? {}
  return (
    <nav className={styles.cards} aria-label="Admin screens">
      <HomeCard
        to="/admin/payments"
        title="Payments"
        lead={`${formatNumber(unpaid)} of ${formatCount(entries, 'entry', 'entries')} unpaid`}
      />
      <HomeCard to="/admin/config" title="Weeks & Locks" lead="Locks, games and picks" />
      <HomeCard
        to="/admin/users"
        title="Users & Entries"
        lead={`${formatCount(users, 'user')} with ${formatCount(entries, 'entry', 'entries')}`}
      />
      <HomeCard to="/admin/broadcast" title="Broadcast" tag="Coming soon" lead="Send one email to everyone" />
    </nav>
  )
}
