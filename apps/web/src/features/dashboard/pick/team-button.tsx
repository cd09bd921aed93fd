import { type KeyboardEvent, memo } from 'react'
import { formatNumber } from '../../../lib/numbers.ts'
import { TeamChip } from '../../../pool/team-chip.tsx'
import type { TeamOption } from './pick-options.ts'
import { nextTeam } from './team-focus.ts'
import styles from './team-picker.module.css'

interface TeamButtonProps {
  readonly option: TeamOption
  readonly isSelected: boolean
  /** Whether Tab reaches it. Arrow keys reach the others. */
  readonly isTabStop: boolean
  readonly onFocus: (abbr: string) => void
  readonly onSelect: (abbr: string) => void
}

/** The button of a team. It stays focusable when the team cannot be picked, so that everyone can read the reason. */
export const TeamButton = memo(function TeamButton({ option, isSelected, isTabStop, onFocus, onSelect }: TeamButtonProps) {
  const { abbr, city, name, reason, note, form } = option
  const facts = reason === null ? factsOf(option.facts) : []
  const remark = reason ?? note ?? (isSelected ? 'Selected' : null)
  return (
    <button
      type="button"
      className={styles.team}
      data-team={`${name} ${city} ${abbr}`.toLowerCase()}
      aria-disabled={reason !== null || undefined}
      aria-pressed={isSelected}
      title={[...(form.length === 0 ? [] : [`Last results: ${form.join(', ')}`]), facts.join(' · ')].join('\n')}
      tabIndex={isTabStop ? 0 : -1}
      onKeyDown={moveFocus}
      onFocus={() => onFocus(abbr)}
      onClick={() => reason === null && onSelect(abbr)}
    >
      <span aria-hidden="true">
        <TeamChip abbr={abbr} dimmed={reason !== null} />
      </span>
      <span className={styles.description}>
        <span className={styles.city}>{city} </span>
        <span className="strong">{name}</span>
        {facts.length > 0 && (
          <span className={styles.facts} aria-hidden="true">
            {facts.map((fact) => (
              <span key={fact} className={styles.fact}>
                {fact}
              </span>
            ))}
          </span>
        )}
        {remark !== null && (
          <span className={styles.reason} aria-hidden={(reason === null && note === null) || undefined}>
            {remark}
          </span>
        )}
      </span>
    </button>
  )
})

/** Its record, its chance to win, and how many have used it. */
function factsOf({ record, chance, usedBy }: TeamOption['facts']): readonly string[] {
  const parts = [
    record,
    chance === null ? null : `${Math.round(chance * 100)} %`,
    usedBy === 0 ? null : `used by ${formatNumber(usedBy)}`,
  ]
  return parts.filter((part) => part !== null)
}

/** Moves the focus among the teams. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const buttons = [...(event.currentTarget.closest('[data-teams]')?.querySelectorAll<HTMLButtonElement>('[data-team]') ?? [])]
  const names = buttons.map(({ dataset }) => dataset['team'] ?? '')
  const places = buttons.map((button) => button.getBoundingClientRect())
  const next = nextTeam(names, places, buttons.indexOf(event.currentTarget), event.key)
  if (next === undefined) return
  event.preventDefault()
  buttons[next]?.focus()
}
