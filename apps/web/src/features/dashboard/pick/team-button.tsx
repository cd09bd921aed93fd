import { type KeyboardEvent, memo } from 'react'
import { TeamChip } from '../../../components/pool/team-chip.tsx'
import type { TeamOption } from './pick-options.ts'
import styles from './team-picker.module.css'

interface TeamButtonProps {
  readonly option: TeamOption
  readonly isSelected: boolean
  readonly onChoose: (abbr: string) => void
}

/** A team to choose. One that cannot be chosen can still be reached and read, and says why. */
export const TeamButton = memo(function TeamButton({ option, isSelected, onChoose }: TeamButtonProps) {
  const { abbr, city, name, reason } = option
  const note = reason ?? (isSelected ? 'Chosen' : null)
  return (
    <button
      type="button"
      className={styles.team}
      aria-disabled={reason !== null || undefined}
      aria-pressed={isSelected}
      onKeyDown={moveFocus}
      onClick={() => reason === null && onChoose(abbr)}
    >
      <span aria-hidden="true">
        <TeamChip abbr={abbr} dimmed={reason !== null} />
      </span>
      <span className={styles.words}>
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

/** Arrows go from team to team: to the other side of a game, or to the next game's same side. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = STEPS[event.key]
  if (step === undefined) return
  const buttons = [...(event.currentTarget.closest('[data-teams]')?.querySelectorAll('button') ?? [])]
  const next = buttons[buttons.indexOf(event.currentTarget) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
