import { weekLabel } from '@outlast/domain/rules'
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { restrictToParentElement, restrictToVerticalAxis } from '@dnd-kit/modifiers'
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import X from 'lucide-react/icons/x'
import { type ReactNode, useRef } from 'react'
import { TeamChip } from '../../pool/team-chip.tsx'
import { findTeam, teamName } from '../../pool/teams.ts'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
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
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const placeOf = (team: string | number | undefined): number => teams.indexOf(String(team))
  const moveByDrag = ({ active, over }: DragEndEvent): void => {
    const [from, to] = [placeOf(active.id), placeOf(over?.id)]
    if (to !== -1 && from !== to) onMove(from, to)
  }
  const remove = (team: string, index: number): void => {
    // The focus goes to the next team, or to the last one.
    const rows = list.current?.children
    const next = rows?.[index + 1] ?? rows?.[index - 1]
    next?.querySelector<HTMLButtonElement>('[data-remove]')?.focus()
    onRemove(team)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={MODIFIERS}
      accessibility={{ announcements: announcementsOf(placeOf), screenReaderInstructions: INSTRUCTIONS }}
      onDragEnd={moveByDrag}
    >
      <SortableContext items={[...teams]} strategy={verticalListSortingStrategy}>
        <ol className="stack1" ref={list} aria-label="Your list, best team first">
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
      </SortableContext>
    </DndContext>
  )
}

const MODIFIERS = [restrictToVerticalAxis, restrictToParentElement]
const INSTRUCTIONS = {
  draggable: 'Press Space to pick the team up, the arrow keys to move it, Space to drop it, and Escape to cancel.',
}

function announcementsOf(placeOf: (team: string | number | undefined) => number): Announcements {
  const name = (team: string | number) => teamName(String(team))
  const place = (team: string | number | undefined) => `place ${placeOf(team) + 1}`
  return {
    onDragStart: ({ active }) => `Picked up ${name(active.id)}, ${place(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over === null || over.id === active.id ? undefined : `${name(active.id)} is over ${place(over.id)}.`,
    onDragEnd: ({ active, over }) => `Dropped ${name(active.id)} at ${place(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `${name(active.id)} stays at ${place(active.id)}.`,
  }
}

interface RankedTeamProps extends Pick<RankedTeamsProps, 'onMove'> {
  readonly team: string
  readonly index: number
  readonly isLast: boolean
  readonly usedIn: number | undefined
  readonly onRemove: () => void
}

function RankedTeam({ team, index, isLast, usedIn, onMove, onRemove }: RankedTeamProps): ReactNode {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: team })
  const name = teamName(team)
  const style = { transform: transform === null ? undefined : `translateY(${transform.y}px)`, transition }
  return (
    <li ref={setNodeRef} className={styles.row} style={style} data-dragging={isDragging || undefined}>
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={styles.handle}
        {...attributes}
        {...listeners}
        aria-label={`Move ${name}`}
      >
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
          <span className="caption">
            <VisuallyHidden>, </VisuallyHidden>picked in week {weekLabel(usedIn)}
          </span>
        )}
      </span>
    </span>
  )
}
