import type { RulesInfo } from '@outlast/contract/live'
import { noTeamText, unpaidText, withoutPickText } from '@outlast/contract/situation/situation-text'
import { Link } from 'wouter'
import { formatCount } from '../../../lib/numbers.ts'
import type { BoardEntry, BoardWeek } from '../board/board.ts'
import { lacksTeam, needsPick } from '../board/places.ts'
import styles from './entries.module.css'

interface WithoutPickProps {
  readonly entry: BoardEntry
  readonly week: BoardWeek
  readonly rules: RulesInfo | null
}

/** Whether the entry may pick before it is paid, what happens without a pick, and the way to the list for automatic picks. */
export function WithoutPick({ entry, week, rules }: WithoutPickProps) {
  const { outlook } = entry
  if (rules === null || outlook === null) return null
  const text = needsPick(entry) ? withoutPickText(outlook) : lacksTeam(entry) ? noTeamText(outlook, week.week_number) : null
  const isOwn = entry.proxy?.isOwner !== false
  const hasList = isOwn && rules.missed_pick === 'auto' && rules.auto_pick.includes('my_list')
  const unpaid = unpaidText(outlook)
  if (text === null && unpaid === null && !hasList) return null
  return (
    <div className={`note ${styles.without}`}>
      {unpaid !== null && <p className="warn">{unpaid}</p>}
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
