import { type ReactNode, useMemo } from 'react'
import { TeamChip } from '../../../pool/team-chip.tsx'
import { VisuallyHidden } from '../../../ui/screen-reader.tsx'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
import { placeName } from '../board/places.ts'
import { quickPicks } from './pick-options.ts'
import styles from './pick-form.module.css'
import { usePickOptions } from './use-pick-options.ts'

interface QuickPicksProps {
  readonly entry: BoardEntry
  readonly week: BoardWeek
  readonly games: readonly BoardGame[] | null
  readonly teamLock: 'week' | 'kickoff'
  readonly onSelect: (team: string) => void
}

/** The teams with the best chances that an entry can pick, each chosen with one tap. */
export function QuickPicks({ entry, onSelect, ...week }: QuickPicksProps): ReactNode {
  const entries = useMemo(() => [entry], [entry])
  const { options, isLoser } = usePickOptions({ ...week, entries, selected: null })
  const teams = useMemo(() => (options === null ? [] : quickPicks(options, isLoser)), [options, isLoser])
  if (teams.length === 0) return null
  return (
    <div className={styles.quick} role="group" aria-label={`Quick picks for ${placeName(entry)}`}>
      {teams.map(({ abbr, city, name, facts: { chance } }) => (
        <button key={abbr} type="button" className={styles.tile} onClick={() => onSelect(abbr)}>
          <span aria-hidden="true">
            <TeamChip abbr={abbr} size="m" />
          </span>
          <VisuallyHidden>
            {city} {name},{' '}
          </VisuallyHidden>
          <span className="note">
            {Math.round((chance ?? 0) * 100)} %<VisuallyHidden> chance to win</VisuallyHidden>
          </span>
        </button>
      ))}
    </div>
  )
}
