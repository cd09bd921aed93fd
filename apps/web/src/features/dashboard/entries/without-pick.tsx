import type { RulesInfo } from '@outlast/contract/live'
import { Link } from 'react-router'
import { formatCount } from '../../../lib/numbers.ts'
import type { BoardEntry, BoardWeek } from '../board/board.ts'
import { withoutPickText } from './without-pick-text.ts'
import styles from './entries.module.css'

interface WithoutPickProps {
  readonly entry: BoardEntry
  readonly week: BoardWeek
  readonly rules: RulesInfo | null
}

/** What happens without a pick, and the way to the list for automatic picks. */
export function WithoutPick({ entry, week, rules }: WithoutPickProps) {
  if (rules === null) return null
  const text = entry.pick === null ? withoutPickText(entry, week, rules) : null
  const hasList = rules.missed_pick === 'auto' && rules.auto_pick.includes('my_list')
  if (text === null && !hasList) return null
  return (
    <div className={styles.without}>
      {text !== null && <p>{text}</p>}
      {hasList && (
        <Link to={`/entries/${entry.id}/ranking`} aria-label={`${listText(entry)}, ${entry.name}`}>
          {listText(entry)}
        </Link>
      )}
    </div>
  )
}

function listText({ ranking }: BoardEntry): string {
  if (ranking === null) return 'Your list'
  return ranking.length === 0 ? 'Rank your teams' : `Your list: ${formatCount(ranking.length, 'team')}`
}
