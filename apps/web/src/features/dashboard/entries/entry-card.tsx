import type { RulesInfo } from '@outlast/contract/live'
import { memo, useRef, useState } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { EntryStatus } from '../../../components/pool/entry-status.tsx'
import { Lives } from '../../../components/pool/lives.tsx'
import { lostLivesText } from '../../../components/pool/pool-text.ts'
import { Badge } from '../../../components/ui/badge.tsx'
import { Skeleton } from '../../../components/ui/loading.tsx'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
import { useLostGame } from '../board/use-lost-game.ts'
import { ClosedPick } from '../pick/closed-pick.tsx'
import { SealedPick } from '../pick/sealed-pick.tsx'
import { PickForm } from '../pick/pick-form.tsx'
import styles from './entries.module.css'
import { EntryActions } from './entry-actions.tsx'
import { RefusedOverride } from './refused-override.tsx'
import { WithoutPick } from './without-pick.tsx'

const RenameEntry = lazyPart(() => import('./rename-entry.tsx').then((module) => module.RenameEntry), {
  placeholder: <Skeleton height={121} />,
})

const BuybackNote = lazyPart(() => import('./buyback-note.tsx').then((module) => module.BuybackNote), {
  placeholder: <Skeleton height={44} />,
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
  readonly onWritten: () => void
  /** Called after the entry is deleted, to move the focus. */
  readonly onDeleted: () => void
}

/** One of the member's entries with its standing and its pick of the week. */
export const EntryCard = memo(function EntryCard(props: EntryCardProps) {
  const { entry, week, canManage, onWritten, onDeleted } = props
  const [isRenaming, setRenaming] = useState(false)
  const headingId = `entry-${entry.id}`
  const heading = useRef<HTMLHeadingElement>(null)
  const endRenaming = (): void => {
    setRenaming(false)
    heading.current?.focus()
  }
  return (
    <li>
      <article className={styles.card} aria-labelledby={headingId}>
        <header className={styles.head}>
          <h3 className={styles.name} id={headingId} ref={heading} tabIndex={-1} data-hidden={isRenaming || undefined}>
            {entry.name}
          </h3>
          {canManage && !isRenaming && (
            <EntryActions entry={entry} onRename={() => setRenaming(true)} onWritten={onWritten} onDeleted={onDeleted} />
          )}
        </header>
        {isRenaming && <RenameEntry entry={entry} onClose={endRenaming} onWritten={onWritten} />}
        <p className={styles.marks}>
          <Standing entry={entry} />
          {entry.lives !== null && <Lives left={entry.lives.left} of={entry.lives.of} />}
          <Badge tone={entry.isPaid ? 'neutral' : 'warn'}>{entry.isPaid ? 'Paid' : 'Unpaid'}</Badge>
        </p>
        {entry.standing?.status === 'alive' && entry.lives !== null && entry.lives.lostWeeks.length > 0 && (
          <p className={styles.detail}>{lostLivesText(entry.lives.lostWeeks)}</p>
        )}
        <RefusedOverride entry={entry} />
        {(entry.buybackOffer !== null || entry.buyback !== null) && <BuybackNote entry={entry} onWritten={onWritten} />}
        {week !== null && entry.takesPart && <WeekPick {...props} week={week} />}
        {week !== null && !entry.takesPart && <p className={styles.closed}>Takes no part in the {week.season_year} season.</p>}
      </article>
    </li>
  )
})

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

function Standing({ entry }: { readonly entry: BoardEntry }) {
  const game = useLostGame(entry)
  if (entry.standing === null) return <Skeleton width={64} height={20} />
  return <EntryStatus standing={entry.standing} game={game} />
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
