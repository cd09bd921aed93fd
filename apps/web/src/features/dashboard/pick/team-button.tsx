import { type KeyboardEvent, memo } from 'react'
import { TeamChip } from '../../../components/pool/team-chip.tsx'
import type { TeamOption } from './pick-options.ts'
import styles from './team-picker.module.css'

interface TeamButtonProps {
  readonly option: TeamOption
  readonly isSelected: boolean
  readonly onSelect: (abbr: string) => void
}

/** The button of a team. It stays focusable when the team cannot be picked, so that everyone can read the reason. */
export const TeamButton = memo(function TeamButton({ option, isSelected, onSelect }: TeamButtonProps) {
  const { abbr, city, name, reason } = option
  const note = reason ?? (isSelected ? 'Selected' : null)
  return (
    <button
      type="button"
      className={styles.team}
      aria-disabled={reason !== null || undefined}
      aria-pressed={isSelected}
      onKeyDown={moveFocus}
      onClick={() => reason === null && onSelect(abbr)}
    >
      <span aria-hidden="true">
        <TeamChip abbr={abbr} dimmed={reason !== null} />
      </span>
      <span className={styles.description}>
        <span className={styles.city}>{city} </span>
        <span className={styles.name}>{name}</span>
        {note !== null && (
          <span className={styles.reason} aria-hidden={reason === null || undefined}>
            {note}
          </span>
        )}
      </span>
    </button>
  )
})

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 2, ArrowUp: -2 }

/** Moves the focus with the arrow keys: sideways to the opponent, up and down to the same side of another game. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = STEPS[event.key]
  if (step === undefined) return
  const buttons = [...(event.currentTarget.closest('[data-teams]')?.querySelectorAll('button') ?? [])]
  const next = buttons[buttons.indexOf(event.currentTarget) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
