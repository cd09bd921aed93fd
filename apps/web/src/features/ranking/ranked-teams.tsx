import { DragDropProvider, type DragEndEvent } from '@dnd-kit/react'
import { isSortable, useSortable } from '@dnd-kit/react/sortable'
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { TeamChip } from '../../components/pool/team-chip.tsx'
import { findTeam, teamName } from '../../components/pool/teams.ts'
import { VisuallyHidden } from '../../components/ui/screen-reader.tsx'
import type { Teams } from './ranking-draft.ts'
import styles from './ranking.module.css'

interface RankedTeamsProps {
  readonly teams: Teams
  readonly used: ReadonlyMap<string, number>
  readonly onMove: (from: number, to: number) => void
  readonly onRemove: (team: string) => void
}

/** The ordered list. A team moves by its handle, with the pointer, a finger or the keyboard, and with the buttons beside it. */
export function RankedTeams({ teams, used, onMove, onRemove }: RankedTeamsProps): ReactNode {
  const list = useRef<HTMLOListElement>(null)
  const moveByDrag = ({ canceled, operation: { source } }: DragEndEvent): void => {
    if (!canceled && isSortable(source) && source.initialIndex !== source.index) onMove(source.initialIndex, source.index)
  }
  const remove = (team: string, index: number): void => {
    onRemove(team)
    // The focus goes to the next team, or to the last one.
    const rows = list.current?.children
    const next = rows?.[index + 1] ?? rows?.[index - 1]
    next?.querySelector<HTMLButtonElement>('[data-remove]')?.focus()
  }
  return (
    <DragDropProvider onDragEnd={moveByDrag}>
      <ol className={styles.teams} ref={list} aria-label="Your list, best team first">
        {teams.map((team, index) => (
          <RankedTeam
            key={team}
            team={team}
            index={index}
            isLast={index === teams.length - 1}
            usedIn={used.get(team)}
            onMove={onMove}
            onRemove={() => remove(team, index)}
          />
        ))}
      </ol>
    </DragDropProvider>
  )
}

interface RankedTeamProps extends Pick<RankedTeamsProps, 'onMove'> {
  readonly team: string
  readonly index: number
  readonly isLast: boolean
  readonly usedIn: number | undefined
  readonly onRemove: () => void
}

function RankedTeam({ team, index, isLast, usedIn, onMove, onRemove }: RankedTeamProps): ReactNode {
  const { ref, handleRef, isDragging } = useSortable({ id: team, index })
  const name = teamName(team)
  return (
    <li ref={ref} className={styles.row} data-dragging={isDragging || undefined}>
      <button type="button" ref={handleRef} className={styles.handle} aria-label={`Move ${name}`}>
        <GripVertical size={20} aria-hidden="true" />
      </button>
      <span className={styles.place}>{index + 1}</span>
      <Team abbr={team} usedIn={usedIn} />
      <span className={styles.buttons}>
        <IconButton label={`Move ${name} up`} isDisabled={index === 0} onClick={() => onMove(index, index - 1)}>
          <ArrowUp size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={`Move ${name} down`} isDisabled={isLast} onClick={() => onMove(index, index + 1)}>
          <ArrowDown size={18} aria-hidden="true" />
        </IconButton>
        <button type="button" className={styles.icon} aria-label={`Remove ${name}`} data-remove="" onClick={onRemove}>
          <X size={18} aria-hidden="true" />
        </button>
      </span>
    </li>
  )
}

interface IconButtonProps {
  readonly label: string
  readonly isDisabled: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A button that stays focusable at the end of the list, where it does nothing. */
function IconButton({ label, isDisabled, onClick, children }: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={styles.icon}
      aria-label={label}
      aria-disabled={isDisabled || undefined}
      onClick={() => isDisabled || onClick()}
    >
      {children}
    </button>
  )
}

/** A team with its chip and name, and the week in which the entry used it. */
export function Team({ abbr, usedIn }: { readonly abbr: string; readonly usedIn: number | undefined }): ReactNode {
  const team = findTeam(abbr)
  return (
    <span className={styles.team}>
      <span aria-hidden="true">
        <TeamChip abbr={abbr} dimmed={usedIn !== undefined} />
      </span>
      <span className={styles.names}>
        <span className={styles.name}>
          <span className={styles.city}>{team?.city} </span>
          {team?.name}
        </span>
        {usedIn !== undefined && (
          <span className={styles.used}>
            <VisuallyHidden>, </VisuallyHidden>picked in week {usedIn}
          </span>
        )}
      </span>
    </span>
  )
}
