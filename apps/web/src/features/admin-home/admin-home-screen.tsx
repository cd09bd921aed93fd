import { seasonTopic } from '@outlast/contract/live'
import { seasonOutcomeOf } from '@outlast/views'
import type { ReactNode } from 'react'
import { easternTime } from '../../clock/format.ts'
import { LoopholeWarning } from '../../desk/rule-book/loophole-warning.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { useTopic, useTopicView, viewOf } from '../../live/use-topic.ts'
import styles from './admin-home.module.css'
import { BuybackRequests } from './buyback-requests.tsx'
import { ChatCard } from './chat-card.tsx'
import { GameDayRail } from './game-day-rail.tsx'
import { HomeCard } from './home-card.tsx'
import { NewcomersCard } from './newcomers-card.tsx'
import { ServerNotices } from './server-notices.tsx'
import { UndeliveredNotice } from './undelivered-notice.tsx'
import { summarizeWeek } from './week-summary.ts'

interface AdminHomeScreenProps {
  readonly setup: ReactNode
  /** The accounts that wait for approval. */
  readonly queue: ReactNode
}

/** What needs an admin's attention, with links to the admin screens (`/admin`). */
export function AdminHomeScreen({ setup, queue }: AdminHomeScreenProps) {
  return (
    <div className={styles.screen}>
      <PageHeader title="Admin" lead="What needs your attention right now." />
      <UndeliveredNotice />
      {setup}
      <GameDayRail />
      <div id="approvals">{queue}</div>
      <ServerNotices />
      <LoopholeWarning>
        <ButtonLink to="/admin/rules" size="small">
          Choose the rules
        </ButtonLink>
      </LoopholeWarning>
      <div id="buybacks">
        <BuybackRequests />
      </div>
      <nav className={styles.cards} aria-label="Admin screens">
        <PaymentsCard />
        <WeeksCard />
        <UsersCard />
        <HomeCard to="/admin/reminders" title="Reminders" lead="When members are reminded, and who was." />
        <SeasonCard />
        <HomeCard to="/admin/broadcast" title="Broadcast" tag="Coming soon" lead="Send one email to everyone." />
        <ChatCard />
      </nav>
      <NewcomersCard />
    </div>
  )
}

function SeasonCard() {
  const pool = viewOf(useTopic('pool'))
  const current = pool?.weeks.find((week) => week.id === pool.current_week_id)
  const season = viewOf(useTopic(current === undefined ? null : seasonTopic(current.season_year)))
  const isDecided = season !== undefined && seasonOutcomeOf(season).status === 'finished'
  const isStarted = pool?.season_starts.some((start) => start.season_year > (current?.season_year ?? 0)) ?? false
  const detail = isStarted ? 'Members are asked “Same again?”' : `The ${season?.season_year} season is decided.`
  return (
    <HomeCard
      to="/admin/season"
      title="Next Season"
      lead="Start it, and see who plays again."
      detail={isDecided || isStarted ? detail : undefined}
    />
  )
}

function PaymentsCard() {
  const numbers = useTopicView('admin', ({ entries }) => ({
    entries: entries.length,
    unpaid: entries.filter((entry) => !entry.is_paid).length,
  }))
  return (
    <HomeCard
      to="/admin/payments"
      title="Payments"
      lead="Who has paid, how and when."
      number={numbers && [numbers.unpaid, 'unpaid']}
      detail={numbers && `of ${formatCount(numbers.entries, 'entry', 'entries')}`}
      isLoading={numbers === undefined}
    />
  )
}

function UsersCard() {
  const numbers = useTopicView('admin', ({ users, entries }) => ({ users: users.length, entries: entries.length }))
  return (
    <HomeCard
      to="/admin/users"
      title="Users & Entries"
      lead="Accounts, entries, and who is still in."
      number={numbers && [numbers.users, pluralize(numbers.users, 'user')]}
      detail={numbers && `with ${formatCount(numbers.entries, 'entry', 'entries')}`}
      isLoading={numbers === undefined}
    />
  )
}

function WeeksCard() {
  const pool = viewOf(useTopic('pool'))
  const admin = viewOf(useTopic('admin'))
  const current = pool?.weeks.find((week) => week.id === pool.current_week_id)
  const season = viewOf(useTopic(current === undefined ? null : seasonTopic(current.season_year)))
  const summary = pool && admin && summarizeWeek(pool, admin, season)
  const cardProps = { to: '/admin/config', title: 'Weeks & Locks', lead: 'Locks, games and picks.' }
  if (pool !== undefined && current === undefined)
    return <HomeCard {...cardProps} detail="There is no current week yet. Add one to begin." />
  if (summary === undefined) return <HomeCard {...cardProps} isLoading />
  const { week, alive, missing } = summary
  const locks = `Week ${week.week_number} ${week.is_locked ? 'locked' : 'locks'} ${easternTime(week.lock_time)}`
  return (
    <HomeCard
      {...cardProps}
      number={missing === null ? [alive, 'alive'] : [missing, pluralize(missing, 'pick missing', 'picks missing')]}
      detail={locks}
    />
  )
}
