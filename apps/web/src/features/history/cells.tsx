import { weekLabel } from '@outlast/domain/rules'
import { Trophy } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import type { Result } from '../../pool/pool-text.ts'
import { Lives } from '../../pool/lives.tsx'
import { NoPick, TeamChip } from '../../pool/team-chip.tsx'
import { Badge } from '../../ui/badge.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { classes } from '../../lib/classes.ts'
import styles from './history.module.css'
import { eliminationLabel } from '@outlast/views/matrix-csv'

interface EntryCellProps {
  readonly id: number
  readonly name: string
  readonly user: string
  readonly isOwn: boolean
  readonly isChampion: boolean
  readonly isOut: boolean
}

/** On a phone a longer name takes the line of the user, too. */
const LONG_NAME = 15

/** An entry's name, which leads to its page, and its user. Highlights the viewer's own entries and the champion. */
export function EntryCell({ id, name, user, isOwn, isChampion, isOut }: EntryCellProps) {
  return (
    <span
      className={classes(styles.entry, isOut && !isChampion && styles.out)}
      data-long={name.length > LONG_NAME || undefined}
      title={`${name} · ${user}`}
    >
      {isChampion && <Trophy className={styles.trophy} size={15} role="img" aria-label="Champion" />}
      <span className={styles.names}>
        <Link className={styles.name} to={`/entry/${id}`}>
          {name}
        </Link>{' '}
        <span className={styles.user}>{isOwn ? 'You' : user}</span>
      </span>
    </span>
  )
}

interface EliminationCellProps {
  readonly week: number | null
  readonly isChampion: boolean
  /** `W4` instead of `Week 4`. */
  readonly isShort?: boolean
}

/** The week an entry was eliminated, or that it is alive or won. */
export function EliminationCell({ week, isChampion, isShort = false }: EliminationCellProps) {
  const text = eliminationLabel(week, isChampion)
  if (isChampion) return isShort ? <span className="good">Won</span> : <Badge tone="accent">{text}</Badge>
  if (week === null) return <span className="good">{text}</span>
  if (!isShort) return <span className="muted">{text}</span>
  return (
    <span className="muted">
      <span aria-hidden="true">W{weekLabel(week)}</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}

/** The lives that an entry has left. */
export const livesCell = (left: number | null) => left !== null && <Lives left={left} of={left} short />

interface PickCellProps {
  readonly team: string | undefined
  readonly result: Result
  readonly isAuto: boolean
  readonly isMissed: boolean
}

/** A pick with its result, a dash for a missed pick, or nothing. */
export const PickCell = memo(({ team, result, isAuto, isMissed }: PickCellProps) => {
  if (team !== undefined) return <TeamChip abbr={team} result={result} isAuto={isAuto} />
  return isMissed ? <NoPick /> : null
})
