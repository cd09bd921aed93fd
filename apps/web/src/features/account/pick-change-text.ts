import type { EntryHistory, PickChange } from '@outlast/contract'
import { preciseTime } from '../../clock/format.ts'

type HistoryWeek = EntryHistory['weeks'][number]

/** What somebody did with a pick, in words for the entry's owner. The team stands beside it. */
export function changeText({ action, by, actor_name, team_abbr }: PickChange): string {
  const who = by === 'owner' ? 'You' : by === 'system' ? 'The pool' : (actor_name ?? 'A former admin')
  const team = team_abbr ?? 'a team'
  switch (action) {
    case 'submitted':
      return `${who} picked ${team}`
    case 'changed':
      return `${who} changed to ${team}`
    case 'cleared':
      return by === 'owner' ? 'You cleared the pick' : `${who} deleted the pick`
    case 'overridden':
      return `${who} set the pick to ${team}`
    case 'randomized':
      return `${who} set a random pick: ${team}`
  }
}

/** What a week's changes came to: the last team, unless that was cleared. */
export function standingTeam({ changes }: HistoryWeek): string | null {
  return changes.at(-1)?.team_abbr ?? null
}

/** Site time told apart from real time by more than this was an override. */
const SAME_MS = 2_000

/** When a change was made, in real time; while the pool's clock was overridden, also what that showed. */
export function changeTime({ recorded_at, site_time }: PickChange): string {
  const isSame = Math.abs(Date.parse(recorded_at) - Date.parse(site_time)) <= SAME_MS
  return isSame ? preciseTime(recorded_at) : `${preciseTime(recorded_at)} (site time ${preciseTime(site_time)})`
}

/** What proves a change, as label and value. A cleared pick has nothing to commit to. */
export function receiptRows({ position, commitment, nonce, hash }: PickChange): readonly (readonly [string, string])[] {
  const rows: readonly (readonly [string, string | null])[] = [
    ['Position', String(position)],
    ['Commitment', commitment],
    ['Nonce', nonce],
    ['Head hash', hash],
  ]
  return rows.filter((row): row is readonly [string, string] => row[1] !== null)
}

/** A receipt to keep: everything that is needed to check it, one fact a line. */
export function receiptText(
  history: Pick<EntryHistory, 'entry_id' | 'entry_name'>,
  week: HistoryWeek,
  change: PickChange,
): string {
  const facts: readonly (readonly [string, string])[] = [
    ['Entry', `${history.entry_name} (ID ${history.entry_id})`],
    ['Week', `${week.week_number} of ${week.season_year} (ID ${week.week_id})`],
    ['Team', change.team_abbr ?? 'none'],
    ['Recorded', change.recorded_at],
    ...receiptRows(change),
  ]
  return facts.map(([label, value]) => `${label}: ${value}`).join('\n')
}
