import { leadOf } from '../../../pool/lead.ts'
import { Lives } from '../../../pool/lives.tsx'
import { gameLineText, pickStateText } from '../../../pool/pool-text.ts'
import { NoPick, TeamChip } from '../../../pool/team-chip.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { VisuallyHidden } from '../../../ui/screen-reader.tsx'
import { useDraft } from '../../../pick-drafts/pick-drafts.ts'
import type { BoardEntry, BoardGame, BoardPick, BoardWeek } from '../board/board.ts'
import { gameOfTeam } from '../../../pool/pick-rules.ts'
import { lacksTeam, needsPick } from '../board/places.ts'
import { OutReason } from './out-reason.tsx'
import styles from './row.module.css'
import { TITLES } from './titles.ts'

const SeveralSummary = lazyPart(() => import('../several/several-summary.tsx').then((module) => module.SeveralSummary), {
  placeholder: <Skeleton width={96} height={20} />,
})

const NoPickReason = lazyPart(() => import('../pick/no-pick-reason.tsx').then((module) => module.NoPickReason))

interface RowSummaryProps {
  readonly entry: BoardEntry
  readonly week: BoardWeek | null
  readonly games: readonly BoardGame[] | null
  readonly isClosed: boolean
}

/** An entry in one line: its pick of the week with score and clock, or that it needs one, or why it is out. */
export function RowSummary({ entry, week, games, isClosed }: RowSummaryProps) {
  if (entry.standing?.status === 'out' && entry.title === null) return <OutReason entry={entry} standing={entry.standing} />
  return (
    <span className={styles.summary}>
      <Summary entry={entry} week={week} games={games} isClosed={isClosed} />
      {isClosed && entry.standing?.status === 'alive' && <VisuallyHidden>Alive</VisuallyHidden>}
      {entry.lives !== null && <Lives left={entry.lives.left} of={entry.lives.of} short />}
    </span>
  )
}

function Summary({ entry, week, games, isClosed }: RowSummaryProps) {
  const { pick, standing } = entry
  const draft = useDraft(entry.id, week?.id ?? 0)
  if (standing?.status === 'out' && entry.title !== null) return <span className={styles.quiet}>{TITLES[entry.title]}</span>
  if (week === null || !entry.takesPart) return null
  if (entry.several !== undefined && (entry.pick !== null || !isClosed) && entry.seal === null) {
    return <SeveralSummary entry={entry} week={week} games={games} isClosed={isClosed} />
  }
  if (!isClosed && draft !== undefined) {
    return (
      <>
        <TeamChip abbr={draft.team} /> <span className={styles.warn}>Not submitted</span>
      </>
    )
  }
  if (pick === null) {
    if (entry.seal !== null) return <span className={styles.quiet}>Sealed pick</span>
    if (!isClosed) return <span className={styles.warn}>{lacksTeam(entry) ? 'No team left' : 'No pick yet'}</span>
    const isDoomed = entry.missedCosts === 'entry'
    return (
      <span className={isDoomed ? styles.doomed : styles.quiet}>
        <NoPick /> No pick this week{isDoomed && ', goes out'}
        <NoPickReason entry={entry} week={week} games={games} />
      </span>
    )
  }
  if (!isClosed && (needsPick(entry) || lacksTeam(entry))) return <span className={styles.warn}>{pick.team} can’t stand</span>
  return <PickOfWeek pick={pick} week={week} game={isClosed ? gameOfTeam(games ?? [], pick.team) : undefined} />
}

interface PickOfWeekProps {
  readonly pick: BoardPick
  readonly week: BoardWeek
  /** Its game, once picks are closed. */
  readonly game: BoardGame | undefined
}

/** A pick with what became of it. */
export function PickOfWeek({ pick, week, game }: PickOfWeekProps) {
  const isDecided = week.is_locked && pick.result !== 'tbd'
  return (
    <>
      <TeamChip abbr={pick.team} result={isDecided ? pick.result : undefined} isAuto={pick.isAuto} />{' '}
      {game === undefined ? (
        <span className={styles.saved}>Saved</span>
      ) : (
        <span className={styles.lines} data-lines="">
          {game.status !== 'scheduled' && (
            <strong className={styles.state} data-lead={leadOf(game, pick.team) ?? undefined}>
              {pickStateText(game, pick.team)}{' '}
            </strong>
          )}
          <span className={styles.quiet}>{gameLineText(game, pick.team)}</span>
        </span>
      )}
    </>
  )
}
