import { weekLabel } from '@outlast/domain/rules'
import type { EntryHistory, PickChange } from '@outlast/contract'
import { preciseTime, timeOfDay } from '../../clock/format.ts'
import { makerName } from '../maker-name.ts'
import { planSetAside } from '../plan-set-aside.ts'

export type HistoryWeek = EntryHistory['weeks'][number]

/** Describes a change of a pick, by default to the entry's owner: `You picked DAL`. */
export function describeChange({ action, by, made_by, actor_name, team_abbr }: PickChange, owner = 'You'): string {
  const others = actor_name ?? FORMER[by]
  const who = by === 'owner' ? owner : by === 'system' ? 'The pool' : others
  const how = `${by === 'keeper' ? ' by hand' : by === 'proxy' ? ` for ${owner === 'You' ? 'you' : owner}` : ''}${made_by?.program ? ' with a program' : ''}`
  const team = team_abbr ?? 'a team'
  switch (action) {
    case 'submitted':
      return `${who} picked ${team}${how}`
    case 'changed':
      return `${who} changed to ${team}${how}`
    case 'cleared':
      if (by === 'system') return 'The pick could not stand, so the pool cleared it'
      return `${who} ${by === 'admin' ? 'deleted' : 'cleared'} the pick${how}`
    case 'overridden':
      return `${who} set the pick to ${team}`
    case 'randomized':
      return `${who} set a random pick: ${team}`
    case 'assigned':
      return `Automatic pick: ${team}`
    case 'withdrawn':
      return 'The week reopened, so the automatic pick was withdrawn'
    case 'restored':
      return 'The team has a game after all, so the pick counts again'
  }
}

/** Whoever's account was deleted. */
const FORMER = {
  owner: 'A former member',
  proxy: 'A former member',
  keeper: 'A former keeper',
  admin: 'A former admin',
  system: 'The pool',
} as const

/** "Week 13", "Week 13, pick 2". */
export const weekText = ({ week_number, slot }: Pick<HistoryWeek, 'week_number' | 'slot'>): string =>
  `Week ${weekLabel(week_number)}${slot === undefined ? '' : `, pick ${slot}`}`

/** Returns the team picked after all changes of a week, also if it is a plan that is there again; null when the pick was cleared. */
export function currentTeam({ changes, result }: HistoryWeek): string | null {
  return changes.at(-1)?.team_abbr ?? (result === null ? null : planSetAside(changes))
}

/** A larger difference between site time and real time means that site time was overridden. */
const SAME_TIME_MS = 2_000

/** Formats when a change was made, by default by the viewer's clock. Adds the site time if it was overridden. */
export function formatChangeTime({ recorded_at, site_time }: PickChange, time = preciseTime): string {
  const isRealTime = Math.abs(Date.parse(recorded_at) - Date.parse(site_time)) <= SAME_TIME_MS
  return isRealTime ? time(recorded_at) : `${time(recorded_at)} (site time ${time(site_time)})`
}

/** Says what a receipt proves: `This receipt proves that you picked DAL at 8:48:05 PM your time.` */
export function receiptSentence({ by, team_abbr, recorded_at, actor_name }: PickChange, owner = 'you'): string {
  const who = by === 'proxy' ? (actor_name ?? 'a former member') : owner
  return (by === 'owner' || by === 'proxy') && team_abbr !== null
    ? `This receipt proves that ${who} picked ${team_abbr} at ${timeOfDay(recorded_at)}.`
    : 'This receipt proves this change.'
}

/** Lists the labels and values that prove a change. A cleared pick has no commitment and no nonce. */
export function receiptRows({ position, commitment, nonce, hash }: PickChange): readonly (readonly [string, string])[] {
  const rows: readonly (readonly [string, string | null])[] = [
    ['Position', String(position)],
    ['Commitment', commitment],
    ['Nonce', nonce],
    ['Head hash', hash],
  ]
  return rows.filter((row): row is readonly [string, string] => row[1] !== null)
}

/** Formats a receipt as text with everything that is needed to check it, one fact per line. */
export function receiptText(
  history: Pick<EntryHistory, 'entry_id' | 'entry_name'>,
  week: HistoryWeek,
  change: PickChange,
): string {
  const facts: readonly (readonly [string, string])[] = [
    ['Entry', `${history.entry_name} (ID ${history.entry_id})`],
    ['Week', `${weekLabel(week.week_number)} of ${week.season_year} (ID ${week.week_id})`],
    ...(week.slot === undefined ? [] : [['Pick', String(week.slot)] as const]),
    ['Team', change.team_abbr ?? 'none'],
    ...(change.made_by === undefined ? [] : [['Picked by', makerName(change.made_by)] as const]),
    ['Recorded', change.recorded_at],
    ...receiptRows(change),
  ]
  return facts.map(([label, value]) => `${label}: ${value}`).join('\n')
}
