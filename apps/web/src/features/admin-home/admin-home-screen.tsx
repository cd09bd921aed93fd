import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { seasonTopic } from '@outlast/contract/live'
import { easternTime } from '../../clock/format.ts'
import { Badge } from '../../components/ui/badge.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import { useTopic, useTopicView, viewOf } from '../../live/use-topic.ts'
import styles from './admin-home.module.css'
import { weekDeskOf } from './week-summary.ts'

/** What the admins have to do, and where: `/admin`. */
export function AdminHomeScreen() {
  return (
    <div className={styles.screen}>
      <PageHeader title="Admin" lead="What is waiting for you, as it stands right now." />
      <nav className={styles.cards} aria-label="Admin screens">
        <PaymentsCard />
        <WeeksCard />
        <UsersCard />
        <HomeCard to="/admin/broadcast" title="Broadcast" tag="Coming soon" lead="One mail to everybody." />
      </nav>
    </div>
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
      detail={numbers && `of ${counted(numbers.entries, 'entry', 'entries')}`}
      waits
    />
  )
}

function UsersCard() {
  const numbers = useTopicView('admin', ({ users, entries }) => ({ users: users.length, entries: entries.length }))
  return (
    <HomeCard
      to="/admin/users"
      title="Users & Entries"
      lead="Accounts, entries, in or out."
      number={numbers && [numbers.users, numbers.users === 1 ? 'user' : 'users']}
      detail={numbers && `with ${counted(numbers.entries, 'entry', 'entries')}`}
      waits
    />
  )
}

function WeeksCard() {
  const pool = viewOf(useTopic('pool'))
  const admin = viewOf(useTopic('admin'))
  const current = pool?.weeks.find((week) => week.id === pool.current_week_id)
  const season = viewOf(useTopic(current === undefined ? null : seasonTopic(current.season_year)))
  const desk = pool && admin && weekDeskOf(pool, admin, season)
  const common = { to: '/admin/config', title: 'Weeks & Locks', lead: 'Locks, games, picks and rules.' }
  if (pool !== undefined && current === undefined) return <HomeCard {...common} detail="No current week yet: add one to begin." />
  if (desk === undefined) return <HomeCard {...common} waits />
  const { week, alive, missing } = desk
  const locks = `Week ${week.week_number} ${week.is_locked ? 'locked' : 'locks'} ${easternTime(week.lock_time)}`
  return (
    <HomeCard
      {...common}
      number={missing === null ? [alive, 'alive'] : [missing, missing === 1 ? 'pick missing' : 'picks missing']}
      detail={locks}
    />
  )
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

interface HomeCardProps {
  readonly to: string
  readonly title: string
  readonly lead: string
  readonly tag?: string
  /** The number that matters, and what it counts. */
  readonly number?: readonly [number, string] | undefined
  readonly detail?: string | undefined
  /** A number will come: its place is held. */
  readonly waits?: boolean
}

function HomeCard({ to, title, lead, tag, number, detail, waits = false }: HomeCardProps) {
  return (
    <Link to={to} className={styles.card}>
      <h2 className={styles.title}>
        {title} {tag && <Badge tone="accent">{tag}</Badge>}
      </h2>
      <p className={styles.lead}>{lead}</p>
      {numberOf(number, waits)}
      {detail && <p className={styles.detail}>{detail}</p>}
    </Link>
  )
}

function numberOf(number: readonly [number, string] | undefined, waits: boolean): ReactNode {
  if (number === undefined) return waits ? <Skeleton width={120} height={68} /> : null
  return (
    <p className={styles.number}>
      <strong>{number[0].toLocaleString('en-US')}</strong> {number[1]}
    </p>
  )
}
