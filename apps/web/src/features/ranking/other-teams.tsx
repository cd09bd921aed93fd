import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useRef, useState } from 'react'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Card } from '../../ui/card.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { otherTeams, type Teams } from './ranking-draft.ts'
import { Team } from './ranked-teams.tsx'
import styles from './ranking.module.css'

interface OtherTeamsProps {
  readonly listed: Teams
  readonly used: ReadonlyMap<string, number>
  readonly onAdd: (team: string) => void
}

/** The teams that are not in the list, with a search. */
export function OtherTeams({ listed, used, onAdd }: OtherTeamsProps): ReactNode {
  const [search, setSearch] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const teams = otherTeams(listed, search)
  const add = (team: string, index: number): void => {
    // The added team's button disappears: the focus goes to the next one.
    const buttons = list.current?.querySelectorAll('button')
    ;(buttons?.[index + 1] ?? buttons?.[index - 1])?.focus()
    onAdd(team)
  }
  return (
    <Card title="Add teams">
      <TextField
        label="Search teams"
        type="search"
        value={search}
        autoComplete="off"
        onChange={(event) => setSearch(event.target.value)}
      />
      {teams.length === 0 && (
        <p className={styles.empty}>{search === '' ? 'All 32 teams are in your list.' : `No other team matches “${search}”.`}</p>
      )}
      <ul className={styles.others} ref={list}>
        {teams.map(({ abbr }, index) => (
          <li key={abbr}>
            <button type="button" className={`row ${styles.add}`} onClick={() => add(abbr, index)}>
              <VisuallyHidden>Add </VisuallyHidden>
              <Team abbr={abbr} usedIn={used.get(abbr)} />
              <Plus size={18} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
