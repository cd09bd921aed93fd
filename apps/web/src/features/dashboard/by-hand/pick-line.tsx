import { useId, useState } from 'react'
import { Link } from 'wouter'
import { createKey, errorMessage } from '../../../api/client.ts'
import { pluralize } from '../../../lib/numbers.ts'
import { keepAnswer } from '../../../pick-drafts/pick-drafts.ts'
import { savedIn } from '../../../pick-drafts/send-drafts.ts'
import { submitPick } from '../../../pick-drafts/submit-pick.ts'
import { TeamChip } from '../../../pool/team-chip.tsx'
import { teamName } from '../../../pool/teams.ts'
import { TextField } from '../../../ui/forms/text-field.tsx'
import type { BoardEntry, BoardWeek } from '../board/board.ts'
import { placeName } from '../board/places.ts'
import type { TeamOption } from '../pick/pick-options.ts'
import styles from './by-hand.module.css'
import { teamOf } from './team-text.ts'

interface PickLineProps {
  /** An entry, with the pick of one place of the week. */
  readonly entry: BoardEntry
  readonly week: BoardWeek
  /** The teams that the entry can pick. */
  readonly left: readonly TeamOption[]
  readonly refresh: () => void
}

type LineState =
  | { readonly status: 'idle' }
  | { readonly status: 'saving'; readonly team: string }
  | { readonly status: 'refused'; readonly problem: string }

/** The field for one pick. Enter, a choice from the list and leaving the field save it. */
export function PickLine({ entry, week, left, refresh }: PickLineProps) {
  const listId = useId()
  const picked = entry.pick?.team ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const [state, setState] = useState<LineState>({ status: 'idle' })
  const save = async (text: string): Promise<void> => {
    if (state.status === 'saving') return
    if (text.trim() === '' || text === picked) {
      setTyped(null)
      return setState({ status: 'idle' })
    }
    const found = teamOf(text, left)
    if ('problem' in found) return setState({ status: 'refused', problem: found.problem })
    const { team } = found
    setState({ status: 'saving', team })
    try {
      const place = { entryId: entry.id, weekId: week.id, slot: entry.several?.slot ?? 1 }
      const { id: pickId = null, receipt = null } = entry.pick ?? {}
      const recorded = await submitPick({ ...place, team, pickId, receipt, key: createKey() })
      keepAnswer({ ...place, pick: savedIn(place, [recorded]), position: recorded.receipt.position })
      setState({ status: 'idle' })
      setTyped(null)
      refresh()
    } catch (error) {
      setState({ status: 'refused', problem: errorMessage(error, 'The pick was not saved') })
    }
  }
  return (
    <li className={styles.line}>
      <span className={styles.who}>
        <Link to={`/entry/${entry.id}`}>{placeName(entry)}</Link>
        <span className={styles.left}>
          {left.length} {pluralize(left.length, 'team', 'teams')} left
        </span>
      </span>
      <TextField
        small
        label={`Team of ${placeName(entry)}`}
        hideLabel
        data-team-field=""
        list={listId}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        placeholder="Team"
        value={typed ?? picked}
        readOnly={state.status === 'saving'}
        data-refused={state.status === 'refused' || undefined}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value)
          setState({ status: 'idle' })
          // A choice from the list is no typing.
          if (!isTyping(event.nativeEvent)) void save(event.target.value)
        }}
        onBlur={(event) => void save(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') focusNext(event.currentTarget)
        }}
      />
      <datalist id={listId}>
        {left.map(({ abbr }) => (
          <option key={abbr} value={abbr}>
            {teamName(abbr)}
          </option>
        ))}
      </datalist>
      <LineStatus state={state} pick={entry.pick} isTyped={typed !== null && typed !== picked} />
    </li>
  )
}

interface LineStatusProps extends Pick<BoardEntry, 'pick'> {
  readonly state: LineState
  readonly isTyped: boolean
}

function LineStatus({ state, pick, isTyped }: LineStatusProps) {
  return (
    <span className={styles.status} role="status" data-status={state.status}>
      {state.status === 'refused' && state.problem}
      {state.status === 'saving' && `Saving ${state.team}…`}
      {state.status === 'idle' && (isTyped ? 'Not saved yet' : <Saved pick={pick} />)}
    </span>
  )
}

function Saved({ pick }: Pick<BoardEntry, 'pick'>) {
  if (pick === null) return 'No pick'
  if (pick.usedIn !== null) return `${pick.team} cannot stand: choose another team`
  return (
    <>
      <span aria-hidden="true">✓</span> <TeamChip abbr={pick.team} /> saved
    </>
  )
}

const isTyping = (event: Event): boolean =>
  event instanceof InputEvent && event.inputType !== '' && event.inputType !== 'insertReplacementText'

/** Moves on to the next field, which saves this one; from the last one it only saves. */
function focusNext(field: HTMLInputElement): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('[data-team-field]')]
  const next = fields[fields.indexOf(field) + 1]
  if (next === undefined) field.blur()
  else next.focus()
}
