import type { RulesInfo, SeasonView } from '@outlast/contract/live'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { memo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { EntryStatus } from '../../../pool/entry-status.tsx'
import { Lives } from '../../../pool/lives.tsx'
import { lostLivesText } from '../../../pool/pool-text.ts'
import { teamSurface } from '../../../pool/teams.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
import { hasBuyback, needsPick } from '../board/places.ts'
import styles from './entries.module.css'

const RowSummary = lazyPart(() => import('./row-summary.tsx').then((module) => module.RowSummary), {
  isFirstScreen: true,
  placeholder: ({ isClosed }) => <Skeleton height={isClosed ? 40 : 24} />,
})

/** Not needed once the week has locked. Its height is the same for every state of a pick. */
const PickForm = lazyPart(() => import('../pick/pick-form.tsx').then((module) => module.PickForm), {
  placeholder: <Skeleton height={213} />,
})

const EntryActions = lazyPart(() => import('./entry-actions.tsx').then((module) => module.EntryActions), {
  placeholder: <Skeleton width={44} height={44} />,
})

const OutReason = lazyPart(() => import('./out-reason.tsx').then((module) => module.OutReason), {
  isFirstScreen: true,
  placeholder: <p>&nbsp;</p>,
})

const RenameEntry = lazyPart(() => import('./rename-entry.tsx').then((module) => module.RenameEntry), {
  placeholder: <Skeleton height={121} />,
})

const ProxyLine = lazyPart(() => import('../../../pool/proxies/proxy-line.tsx').then((module) => module.ProxyLine), {
  placeholder: <Skeleton height={44} />,
})

const EntryNotices = lazyPart(() => import('./entry-notices.tsx').then((module) => module.EntryNotices))

const WithoutPick = lazyPart(() => import('./without-pick.tsx').then((module) => module.WithoutPick), {
  isFirstScreen: true,
  placeholder: ({ entry }) => needsPick(entry) && <p className={`note ${styles.without}`}>&nbsp;</p>,
})
const BuybackNote = lazyPart(() => import('./buyback-note.tsx').then((module) => module.BuybackNote), {
  placeholder: <Skeleton height={44} />,
})

const ClosedPick = lazyPart(() => import('../pick/closed-pick.tsx').then((module) => module.ClosedPick), {
  placeholder: <Skeleton height={96} />,
})

const SeveralPicks = lazyPart(() => import('../several/several-picks.tsx').then((module) => module.SeveralPicks), {
  placeholder: <Skeleton height={300} />,
})

const SealedPick = lazyPart(() => import('../pick/sealed-pick.tsx').then((module) => module.SealedPick), {
  placeholder: <Skeleton height={44} />,
})

const Place = lazyPart(() => import('./place.tsx').then((module) => module.Place), {
  placeholder: <p className={`note ${styles.place}`}>&nbsp;</p>,
})

const OutRun = lazyPart(() => import('./out-run.tsx').then((module) => module.OutRun), {
  placeholder: <Skeleton height={112} />,
})

interface EntryCardProps {
  readonly entry: BoardEntry
  readonly week: BoardWeek | null
  readonly games: readonly BoardGame[] | null
  readonly teamLock: 'week' | 'kickoff'
  /** Null when unknown. */
  readonly rules: RulesInfo | null
  /** Whether picks of the week are closed. */
  readonly isClosed: boolean
  readonly canManage: boolean
  /** Whether it is one row that opens. */
  readonly isRow: boolean
  /** Whether its place in the leaderboard is shown, as between two weeks. */
  readonly hasPlace: boolean
  /** Whether it is one of many, whose row has no menu. */
  readonly isListed: boolean
  readonly season: SeasonView | undefined
  readonly onWritten: () => void
  /** Called after the entry is deleted, to move the focus. */
  readonly onDeleted: () => void
}

/** One of the member's entries with its standing and its pick of the week, as a card or as a row that opens. */
export const EntryCard = memo(function EntryCard(props: EntryCardProps) {
  const { entry, games, week, isListed, isClosed, canManage, onWritten, onDeleted } = props
  const isOwn = entry.proxy?.isOwner !== false
  const [isRenaming, setRenaming] = useState(false)
  const [isExpanded, setExpanded] = useState(false)
  const headingId = `entry-${entry.id}`
  const heading = useRef<HTMLHeadingElement>(null)
  const isOut = entry.standing?.status === 'out'
  const hasFallen = useHasFallen(entry)
  // One that goes out while its owner watches stays a row with the reason, unless it can be bought back: a card would move the others.
  const isRow = props.isRow || (hasFallen && isClosed && !hasBuyback(entry) && entry.buyback?.status !== 'requested')
  const isOpen = !isRow || isExpanded
  const endRenaming = (): void => {
    setRenaming(false)
    heading.current?.focus()
  }
  return (
    <li>
      <article
        className={`box stack2 ${styles.card}`}
        aria-labelledby={headingId}
        data-out={isOut || undefined}
        data-row={!isOpen || undefined}
      >
        {hasFallen && <LostColor entry={entry} />}
        <header className={`between ${styles.head}`}>
          <div className={styles.title}>
            <h3
              className={`display ${styles.name}`}
              id={headingId}
              ref={heading}
              tabIndex={-1}
              data-hidden={isRenaming || undefined}
            >
              {isOpen ? <Link to={`/entry/${entry.id}`}>{entry.name}</Link> : entry.name}
            </h3>
            {!isOpen && <RowSummary entry={entry} week={week} games={games} isClosed={isClosed} />}
            {props.hasPlace && entry.takesPart && <Place entryId={entry.id} season={props.season} />}
          </div>
          {isOpen && !isOut && <Marks entry={entry} />}
          {isRow && (
            <Toggle
              entry={entry}
              isExpanded={isExpanded}
              isPickMissing={!isClosed && week !== null && entry.takesPart && needsPick(entry)}
              onToggle={() => setExpanded(!isExpanded)}
            />
          )}
          {isOwn && !isRenaming && (isOpen || (canManage && !isListed)) && (
            <EntryActions
              entry={entry}
              canManage={canManage}
              onRename={() => setRenaming(true)}
              onWritten={onWritten}
              onDeleted={onDeleted}
            />
          )}
        </header>
        {isRenaming && <RenameEntry entry={entry} onClose={endRenaming} onWritten={onWritten} />}
        {entry.proxy !== undefined && <ProxyLine entryId={entry.id} proxy={entry.proxy} onWritten={onWritten} />}
        {isOpen ? <Body {...props} /> : <Notices entry={entry} />}
      </article>
    </li>
  )
})

/** What the owner must see of an entry even while its row is closed. Most have nothing of it, so its code loads later. */
function Notices({ entry }: Pick<EntryCardProps, 'entry'>) {
  const { refusedOverride, takesPart, openWeeks } = entry
  const isVoided = takesPart && openWeeks.some(({ used_in_week }) => used_in_week !== null)
  return (refusedOverride !== null || isVoided) && <EntryNotices entry={entry} />
}

/** Returns whether the entry went out while this was on screen. */
function useHasFallen({ standing }: BoardEntry): boolean {
  const status = standing?.status
  const [seen, setSeen] = useState({ status, hasFallen: false })
  if (seen.status !== status) setSeen({ status, hasFallen: seen.status === 'alive' && status === 'out' })
  return seen.hasFallen
}

/** The color of the lost team, which fades from the card once. */
function LostColor({ entry: { pick, standing } }: Pick<EntryCardProps, 'entry'>) {
  if (pick === null) return null
  const team = (standing?.status === 'out' ? standing.team : null) ?? pick.team
  return <span className={styles.lostColor} style={{ backgroundColor: teamSurface(team)?.surface }} aria-hidden="true" />
}

interface ToggleProps extends Pick<EntryCardProps, 'entry'> {
  readonly isExpanded: boolean
  readonly isPickMissing: boolean
  readonly onToggle: () => void
}

function Toggle({ entry, isExpanded, isPickMissing, onToggle }: ToggleProps) {
  if (isPickMissing && !isExpanded) {
    return (
      <Button size="small" aria-expanded={false} aria-label={`Pick for ${entry.name}`} onClick={onToggle}>
        Pick
      </Button>
    )
  }
  return (
    <button
      type="button"
      className={styles.toggle}
      data-closed={!isExpanded || undefined}
      aria-expanded={isExpanded}
      aria-label={`${isExpanded ? 'Close' : 'Open'} ${entry.name}`}
      onClick={onToggle}
    >
      <ChevronDown size={20} aria-hidden="true" />
    </button>
  )
}

function Marks({ entry: { standing, lives, isPaid } }: Pick<EntryCardProps, 'entry'>) {
  return (
    <p className={`line ${styles.marks}`}>
      {standing === null && <Skeleton width={64} height={20} />}
      {standing?.status === 'alive' && <EntryStatus standing={standing} />}
      {lives !== null && <Lives left={lives.left} of={lives.of} />}
      {isPaid !== null && <Badge tone={isPaid ? 'neutral' : 'warn'}>{isPaid ? 'Paid' : 'Unpaid'}</Badge>}
    </p>
  )
}

function Body(props: EntryCardProps) {
  const { entry, week, season, onWritten } = props
  const { standing, lives } = entry
  return (
    <>
      {standing?.status === 'out' && <OutReason entry={entry} standing={standing} />}
      {standing?.status === 'out' && <Marks entry={entry} />}
      {standing?.status === 'alive' && lives !== null && lives.lostWeeks.length + lives.missedWeeks.length > 0 && (
        <p className="note">{lostLivesText(lives.lostWeeks, lives.missedWeeks)}</p>
      )}
      <Notices entry={entry} />
      {(hasBuyback(entry) || entry.buyback !== null) && <BuybackNote entry={entry} onWritten={onWritten} />}
      {week !== null && entry.takesPart && <WeekPick {...props} week={week} />}
      {week !== null && !entry.takesPart && <p className="muted">Takes no part in the {week.season_year} season.</p>}
      {standing?.status === 'out' && entry.takesPart && season !== undefined && (
        <OutRun entryId={entry.id} name={entry.name} season={season} eliminatedWeek={standing.eliminatedWeek} />
      )}
    </>
  )
}

/** The pick of the week, or the form for it. */
function WeekPick(props: EntryCardProps & { readonly week: BoardWeek }) {
  const { entry, isClosed } = props
  const isFinal = isClosed || entry.standing?.status === 'out'
  if (entry.seal === 'this_week' || (entry.seal === 'other_week' && !isFinal)) {
    return <SealedPick isOtherWeek={entry.seal === 'other_week'} />
  }
  if (isFinal && (entry.several === undefined || entry.pick === null)) return <ClosedPick {...props} />
  if (isFinal) return <SeveralPicks {...props} isFinal />
  const without = <WithoutPick {...props} />
  if (entry.several === undefined) return <PickForm {...props}>{without}</PickForm>
  return (
    <>
      <SeveralPicks {...props} isFinal={false} />
      {without}
    </>
  )
}

/** The card of an entry that the server is saving, or that the live view does not contain yet. */
export function PendingEntryCard({ name, isSaving }: { readonly name: string; readonly isSaving: boolean }) {
  return (
    <li>
      <article className={`box stack2 ${styles.card}`} data-saving="true" aria-label={name} aria-busy={isSaving}>
        <h3 className={`display ${styles.name}`}>{name}</h3>
        <p className={`line ${styles.marks}`}>
          <Badge>{isSaving ? 'Saving…' : 'Saved'}</Badge>
        </p>
      </article>
    </li>
  )
}
