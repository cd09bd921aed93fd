import { outHeadline, outReason } from '@outlast/contract/out-text'
import type { RulesInfo, SeasonView } from '@outlast/contract/live'
import { memo, useRef, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { EntryStatus } from '../../../pool/entry-status.tsx'
import { Lives } from '../../../pool/lives.tsx'
import { lostLivesText, type StandingLike } from '../../../pool/pool-text.ts'
import { teamSurface } from '../../../pool/teams.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
import { useLostGame } from '../board/use-lost-game.ts'
import { needsPick } from '../hero/hero-text.ts'
import { ClosedPick } from '../pick/closed-pick.tsx'
import { SealedPick } from '../pick/sealed-pick.tsx'
import { PickForm } from '../pick/pick-form.tsx'
import { CompactSummary } from './compact-summary.tsx'
import styles from './entries.module.css'
import { EntryActions } from './entry-actions.tsx'
import { TITLES } from './titles.ts'
import { VoidPlans } from './void-plans.tsx'
import { RefusedOverride } from './refused-override.tsx'
import { WithoutPick } from './without-pick.tsx'

const RenameEntry = lazyPart(() => import('./rename-entry.tsx').then((module) => module.RenameEntry), {
  placeholder: <Skeleton height={121} />,
})

const BuybackNote = lazyPart(() => import('./buyback-note.tsx').then((module) => module.BuybackNote), {
  placeholder: <Skeleton height={44} />,
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
  /** Whether it is one row that opens, in a long list. */
  readonly isCompact: boolean
  readonly season: SeasonView | undefined
  readonly onWritten: () => void
  /** Called after the entry is deleted, to move the focus. */
  readonly onDeleted: () => void
}

/** One of the member's entries with its standing and its pick of the week. In a long list it is a row that opens. */
export const EntryCard = memo(function EntryCard(props: EntryCardProps) {
  const { entry, games, week, isCompact, isClosed, canManage, onWritten, onDeleted } = props
  const [isRenaming, setRenaming] = useState(false)
  const [isExpanded, setExpanded] = useState(false)
  const headingId = `entry-${entry.id}`
  const heading = useRef<HTMLHeadingElement>(null)
  const isOut = entry.standing?.status === 'out'
  const hasFallen = useHasFallen(entry)
  const endRenaming = (): void => {
    setRenaming(false)
    heading.current?.focus()
  }
  return (
    <li>
      <article
        className={styles.card}
        aria-labelledby={headingId}
        data-out={isOut || undefined}
        data-row={(isCompact && !isExpanded) || undefined}
      >
        {hasFallen && <LostColor entry={entry} />}
        <header className={styles.head}>
          <h3 className={styles.name} id={headingId} ref={heading} tabIndex={-1} data-hidden={isRenaming || undefined}>
            {entry.name}
          </h3>
          {isCompact && !isExpanded && <CompactSummary entry={entry} week={week} games={games} isClosed={isClosed} />}
          {isCompact && (
            <Toggle
              entry={entry}
              isExpanded={isExpanded}
              isPickMissing={!isClosed && week !== null && entry.takesPart && needsPick(entry)}
              onToggle={() => setExpanded(!isExpanded)}
            />
          )}
          {canManage && !isRenaming && (!isCompact || isExpanded) && (
            <EntryActions entry={entry} onRename={() => setRenaming(true)} onWritten={onWritten} onDeleted={onDeleted} />
          )}
        </header>
        {isRenaming && <RenameEntry entry={entry} onClose={endRenaming} onWritten={onWritten} />}
        {(!isCompact || isExpanded) && <Body {...props} />}
      </article>
    </li>
  )
})

/** Returns whether the entry went out while this was on screen. */
function useHasFallen({ standing }: BoardEntry): boolean {
  const status = standing?.status
  const [seen, setSeen] = useState({ status, hasFallen: false })
  if (seen.status !== status) setSeen({ status, hasFallen: seen.status === 'alive' && status === 'out' })
  return seen.hasFallen
}

/** The color of the lost team, which fades from the card once. */
function LostColor({ entry: { pick } }: Pick<EntryCardProps, 'entry'>) {
  if (pick === null) return null
  return <span className={styles.lostColor} style={{ backgroundColor: teamSurface(pick.team)?.surface }} aria-hidden="true" />
}

interface ToggleProps extends Pick<EntryCardProps, 'entry'> {
  readonly isExpanded: boolean
  readonly isPickMissing: boolean
  readonly onToggle: () => void
}

function Toggle({ entry, isExpanded, isPickMissing, onToggle }: ToggleProps) {
  const label = isExpanded ? 'Close' : isPickMissing ? 'Pick' : 'Open'
  return (
    <Button
      size="small"
      variant={isPickMissing || isExpanded ? 'secondary' : 'quiet'}
      aria-expanded={isExpanded}
      aria-label={label === 'Pick' ? `Pick for ${entry.name}` : `${label} ${entry.name}`}
      onClick={onToggle}
    >
      {label}
    </Button>
  )
}

function Body(props: EntryCardProps) {
  const { entry, week, season, onWritten } = props
  const { standing, lives } = entry
  return (
    <>
      {standing?.status === 'out' && <OutReason entry={entry} standing={standing} />}
      <p className={styles.marks}>
        {standing === null && <Skeleton width={64} height={20} />}
        {standing?.status === 'alive' && <EntryStatus standing={standing} />}
        {lives !== null && <Lives left={lives.left} of={lives.of} />}
        <Badge tone={entry.isPaid ? 'neutral' : 'warn'}>{entry.isPaid ? 'Paid' : 'Unpaid'}</Badge>
      </p>
      {standing?.status === 'alive' && lives !== null && lives.lostWeeks.length > 0 && (
        <p className={styles.detail}>{lostLivesText(lives.lostWeeks)}</p>
      )}
      <RefusedOverride entry={entry} />
      {entry.takesPart && <VoidPlans entry={entry} />}
      {(entry.buybackOffer !== null || entry.buyback !== null) && <BuybackNote entry={entry} onWritten={onWritten} />}
      {week !== null && entry.takesPart && <WeekPick {...props} week={week} />}
      {week !== null && !entry.takesPart && <p className={styles.closed}>Takes no part in the {week.season_year} season.</p>}
      {standing?.status === 'out' && entry.takesPart && season !== undefined && (
        <OutRun entryId={entry.id} name={entry.name} season={season} eliminatedWeek={standing.eliminatedWeek} />
      )}
    </>
  )
}

/** When and why the entry went out. A champion may have fallen in the last week. */
function OutReason({ entry, standing }: Pick<EntryCardProps, 'entry'> & { readonly standing: OutStanding }) {
  const game = useLostGame(entry)
  return (
    <p className={styles.reason}>
      <strong>
        {entry.title !== null && `${TITLES[entry.title]}. `}
        {outHeadline(standing)}
      </strong>{' '}
      {outReason(standing, game, entry.lostPickBy)}
    </p>
  )
}

type OutStanding = Extract<StandingLike, { status: 'out' }>

/** The pick of the week, or the form for it. */
function WeekPick(props: EntryCardProps & { readonly week: BoardWeek }) {
  const { entry, isClosed } = props
  const isFinal = isClosed || entry.standing?.status === 'out'
  if (entry.seal === 'this_week' || (entry.seal === 'other_week' && !isFinal)) {
    return <SealedPick isOtherWeek={entry.seal === 'other_week'} />
  }
  if (isFinal) return <ClosedPick {...props} />
  return (
    <>
      <PickForm {...props} />
      <WithoutPick {...props} />
    </>
  )
}

/** The card of an entry that the server is saving, or that the live view does not contain yet. */
export function PendingEntryCard({ name, isSaving }: { readonly name: string; readonly isSaving: boolean }) {
  return (
    <li>
      <article className={styles.card} data-saving="true" aria-label={name} aria-busy={isSaving}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.marks}>
          <Badge>{isSaving ? 'Saving…' : 'Saved'}</Badge>
        </p>
      </article>
    </li>
  )
}
