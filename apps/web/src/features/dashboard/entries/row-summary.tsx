import { fateOf } from '../../../pool/fate.ts'
import { Lives } from '../../../pool/lives.tsx'
import { NoPick, TeamChip } from '../../../pool/team-chip.tsx'
import { Scorebug } from '../../../pool/scorebug/scorebug.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { VisuallyHidden } from '../../../ui/screen-reader.tsx'
import { useDraft } from '../../../pick-drafts/pick-drafts.ts'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
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
export function RowSummary(props: RowSummaryProps) {
  const { entry, isClosed } = props
  const bug = bugOf(props)
  const fate = bug !== null && props.week !== null && <FateWords entry={entry} week={props.week} game={bug.game} />
  const lives = entry.lives !== null && <Lives left={entry.lives.left} of={entry.lives.of} short />
  if (entry.standing?.status === 'out') {
    const reason = <OutReason entry={entry} standing={entry.standing} />
    return (
      <>
        {fate}
        {bug === null ? reason : <VisuallyHidden>{reason}</VisuallyHidden>}
        {bug !== null && <Scorebug {...bug} />}
        {lives}
      </>
    )
  }
  return (
    <>
      {fate}
      <span className={styles.summary}>
        {bug === null ? <Summary {...props} /> : <Scorebug {...bug} />}
        {isClosed && entry.standing?.status === 'alive' && <VisuallyHidden>Alive</VisuallyHidden>}
        {lives}
      </span>
    </>
  )
}

interface FateWordsProps {
  readonly entry: BoardEntry
  readonly week: BoardWeek
  readonly game: BoardGame
}

/** How the entry stands. The style sheet gives its card an edge in the same color. */
function FateWords({ entry: { pick, standing, lives, title }, week, game }: FateWordsProps) {
  if (pick === null) return null
  const lostLife = lives?.lostWeeks.includes(week.week_number) === true
  const result = week.is_locked ? pick.result : 'tbd'
  const decided = fateOf(game, pick.team, { standing, result, lostLife })
  // A champion may have fallen in the last week.
  const { fate, words } = title === null ? decided : ({ fate: 'through', words: TITLES[title] } as const)
  return (
    <span className={styles.fate} data-fate={fate}>
      {words}
    </span>
  )
}

/** The game of the one pick of a week that is closed; null without it, and for an entry that did not play in the week. */
function bugOf({ entry, week, games, isClosed }: RowSummaryProps) {
  const { pick, standing, several } = entry
  if (!isClosed || week === null || pick === null || several !== undefined || !entry.takesPart) return null
  if (standing?.status === 'out' && standing.eliminatedWeek !== week.week_number) return null
  const game = gameOfTeam(games ?? [], pick.team)
  return game === undefined ? null : { game, team: pick.team, isAuto: pick.isAuto }
}

function Summary({ entry, week, games, isClosed }: RowSummaryProps) {
  const { pick } = entry
  const draft = useDraft(entry.id, week?.id ?? 0)
  if (week === null || !entry.takesPart) return null
  if (entry.several !== undefined && (entry.pick !== null || !isClosed) && entry.seal === null) {
    return <SeveralSummary entry={entry} week={week} games={games} isClosed={isClosed} />
  }
  if (!isClosed && draft !== undefined) {
    return (
      <>
        <TeamChip abbr={draft.team} /> <span className="warn">Not submitted</span>
      </>
    )
  }
  if (pick === null) {
    if (entry.seal !== null) return <span className="muted">Sealed pick</span>
    if (!isClosed) return <span className="warn">{lacksTeam(entry) ? 'No team left' : 'No pick yet'}</span>
    const isDoomed = entry.missedCosts === 'entry'
    return (
      <span className={isDoomed ? styles.doomed : 'muted'}>
        <NoPick /> No pick this week{isDoomed && ', goes out'}
        <NoPickReason entry={entry} week={week} games={games} />
      </span>
    )
  }
  if (!isClosed && (needsPick(entry) || lacksTeam(entry))) return <span className="warn">{pick.team} can’t stand</span>
  const isDecided = week.is_locked && pick.result !== 'tbd'
  return (
    <>
      <TeamChip abbr={pick.team} result={isDecided ? pick.result : undefined} isAuto={pick.isAuto} />{' '}
      <span className="good">Saved</span>
    </>
  )
}
