import type { SyncStatus } from '@outlast/contract'
import { preciseTime } from '../clock/format.ts'

type WeekSync = SyncStatus['weeks'][number]
type UnreadEvent = WeekSync['unread'][number]

const REASONS: { readonly [R in WeekSync['reason']]: string } = {
  current: 'the current week',
  playing: 'games are not over',
  postponed: 'a game is postponed',
  recent: 'results can still be corrected',
  auto_sync_off: 'automatic updates are off',
  site_time_override: 'the site time is overridden',
  over: 'all games are over',
  not_current: 'not the current week',
}

const MINUTE_S = 60
const HOUR_S = 3600

/** Says whether a week is asked for, how often and why: "asked every 30 s: games are not over". */
export function planText({ asked, reason, every_seconds: seconds }: WeekSync): string {
  if (!asked || seconds === null) return `not asked: ${REASONS[reason]}`
  const every =
    seconds < MINUTE_S
      ? `${seconds} s`
      : seconds < HOUR_S
        ? `${Math.round(seconds / MINUTE_S)} min`
        : `${Math.round(seconds / HOUR_S)} h`
  return `asked every ${every}: ${REASONS[reason]}`
}

/** Says when and by whom a week was last asked for. */
export function lastAskText({ last_asked_at: at, last_asked_by: by }: Pick<WeekSync, 'last_asked_at' | 'last_asked_by'>): string {
  return at === null ? 'never asked' : `last asked ${preciseTime(at)}${by === 'automatic' ? '' : ` by ${by}`}`
}

const PARTS: { readonly [W in UnreadEvent['what']]: string } = {
  event: 'a game could not be read',
  week: 'a game is not of the asked week',
  id: 'the id of a game could not be read',
  home_team: 'a home team could not be read',
  away_team: 'a visiting team could not be read',
  home_score: 'the home score could not be read',
  away_score: 'the visitors’ score could not be read',
  kickoff: 'a kickoff could not be read',
  status: 'the status of a game could not be read',
  held_back: 'an answer cannot be right and was held back',
  missing: 'a game is not in the answer',
}

/** Says what of an answer could not be read: "a home team could not be read: "XYZ" (game 401772510)". */
export function unreadText({ espn_id, what, value }: UnreadEvent): string {
  return `${PARTS[what]}: ${value} (game ${espn_id})`
}

/** Says why the scoreboard is not asked for a week, even if it is asked for others; null if it is asked, or if the week is over. */
export function notAskedText(status: Pick<SyncStatus, 'paused' | 'weeks'>, weekId: number): string | null {
  const own = status.weeks.find(({ week_id }) => week_id === weekId)
  if (own === undefined) return pausedText(status)
  return own.asked || own.reason === 'over' ? null : REASONS[own.reason]
}

/** Says why no week is asked for; null if one is. */
export function pausedText({ paused }: Pick<SyncStatus, 'paused'>): string | null {
  return paused === null ? null : paused === 'no_current_week' ? 'no week is current' : REASONS[paused]
}
