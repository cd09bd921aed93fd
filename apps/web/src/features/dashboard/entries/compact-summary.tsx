import { Lives } from '../../../pool/lives.tsx'
import { pickStateText } from '../../../pool/pool-text.ts'
import { TeamChip } from '../../../pool/team-chip.tsx'
import { useDraft } from '../../../pick-drafts/pick-drafts.ts'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
import { gameOfTeam } from '../board/pick-rules.ts'
import { needsPick } from '../hero/hero-text.ts'
import styles from './compact.module.css'
import { TITLES } from './titles.ts'

interface CompactSummaryProps {
  readonly entry: BoardEntry
  readonly week: BoardWeek | null
  readonly games: readonly BoardGame[] | null
  readonly isClosed: boolean
}

/** An entry in one line: its pick of the week and the score, or that it needs one, or that it is out. */
export function CompactSummary({ entry, week, games, isClosed }: CompactSummaryProps) {
  return (
    <span className={styles.summary}>
      <Summary entry={entry} week={week} games={games} isClosed={isClosed} />
      {entry.lives !== null && <Lives left={entry.lives.left} of={entry.lives.of} short />}
    </span>
  )
}

function Summary({ entry, week, games, isClosed }: CompactSummaryProps) {
  const { pick, standing } = entry
  const draft = useDraft(entry.id, week?.id ?? 0)
  if (standing?.status === 'out' && entry.title !== null) return <span className={styles.quiet}>{TITLES[entry.title]}</span>
  if (standing?.status === 'out') return <span className={styles.quiet}>Out in week {standing.eliminatedWeek}</span>
  if (week === null || !entry.takesPart) return null
  if (!isClosed && draft !== undefined && draft.status !== 'saved') {
    return (
      <>
        <TeamChip abbr={draft.team} /> <span className={styles.warn}>Not submitted</span>
      </>
    )
  }
  if (pick === null) {
    const isMissing = !isClosed && needsPick(entry)
    return (
      <span className={isMissing ? styles.warn : styles.quiet}>
        {entry.seal === null ? (isClosed ? 'No pick' : 'No pick yet') : 'Sealed pick'}
      </span>
    )
  }
  if (!isClosed && needsPick(entry)) return <span className={styles.warn}>{pick.team} can’t stand</span>
  const game = gameOfTeam(games ?? [], pick.team)
  const isDecided = week.is_locked && pick.result !== 'tbd'
  return (
    <>
      <TeamChip abbr={pick.team} result={isDecided ? pick.result : undefined} isAuto={pick.isAuto} />{' '}
      <span className={styles.quiet}>{isClosed && game !== undefined ? pickStateText(game, pick.team) : 'Saved'}</span>
    </>
  )
}
