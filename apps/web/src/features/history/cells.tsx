import { Trophy } from 'lucide-react'
import { memo } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { classes } from '../../components/ui/classes.ts'
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx'
import { NoPick } from '../../components/pool/result-mark.tsx'
import { TeamChip } from '../../components/pool/team-chip.tsx'
import type { Result } from '../../components/pool/result.ts'
import styles from './history.module.css'
import { eliminationText } from './shown-csv.ts'

interface EntryCellProps {
  readonly name: string
  readonly user: string
  readonly isOwn: boolean
  readonly isChampion: boolean
  readonly isOut: boolean
}

/** An entry's name and whose it is; the viewer's own stands out, and so does the champion. */
export function EntryCell({ name, user, isOwn, isChampion, isOut }: EntryCellProps) {
  return (
    <span className={classes(styles.entry, isOut && !isChampion && styles.out)} title={`${name} · ${user}`}>
      {isChampion && <Trophy className={styles.trophy} size={15} role="img" aria-label="Champion" />}
      <span className={styles.name}>{name}</span>
      {isOwn && <VisuallyHidden> (yours)</VisuallyHidden>}
      <span className={styles.user}>{user}</span>
    </span>
  )
}

/** Since when an entry is out, or that it is alive, or that it won. */
export function EliminationCell({ week, isChampion }: { readonly week: number | null; readonly isChampion: boolean }) {
  const text = eliminationText(week, isChampion)
  if (isChampion) return <Badge tone="accent">{text}</Badge>
  return <span className={week === null ? styles.alive : styles.fell}>{text}</span>
}

interface PickCellProps {
  readonly team: string | undefined
  readonly result: Result
  readonly isMissed: boolean
}

/** A pick of a week with its result, the dash of one that was missed, or nothing. */
export const PickCell = memo(({ team, result, isMissed }: PickCellProps) => {
  if (team !== undefined) return <TeamChip abbr={team} result={result} />
  return isMissed ? <NoPick /> : null
})
