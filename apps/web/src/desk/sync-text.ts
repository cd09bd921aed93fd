import type { SyncStatus } from '@outlast/contract'
import { preciseTime } from '../clock/format.ts'
import { gameName, scoreText, weeksText } from '../pool/pool-text.ts'
import { weekLabel } from '@outlast/domain/rules'

type WeekSync = SyncStatus['weeks'][number]
type UnreadEvent = WeekSync['unread'][number]

const REASONS: { readonly [R in WeekSync['reason']]: string } = {
  current: 'the current week',
  playing: 'games are not over',
  postponed: 'a game is postponed',
  recent: 'results can still be corrected',
  auto_sync_off: 'automatic updates are off',
  site_time_override: 'the site time is overridden',
  ahead: 'its lock is ahead',
  over: 'all games are over',
  not_current: 'not the current week',
}

const MINUTE_S = 60
const HOUR_S = 3600

/** What is said once of the weeks for which the same is true. */
export interface SyncLine {
  readonly text: string
  /** What of the newest answers could not be read. */
  readonly unread: readonly string[]
}

/**
 * Says of each week whether it is asked for and when that was last done, and says once what is the same for several weeks of a season:
 * "Weeks 1 to 7: not asked: automatic updates are off; last asked …". Weeks that are not asked for and never were are left out.
 */
export function syncLines({ season_year: current, weeks }: Pick<SyncStatus, 'season_year' | 'weeks'>): readonly SyncLine[] {
  const shown = weeks.filter((week) => week.asked || week.last_asked_at !== null)
  const alike = Map.groupBy(shown, (week) => {
    const { week_id: id, season_year: year, last_asked_at: at, unread } = week
    return JSON.stringify([year, planText(week), at === null, unread.length > 0 && id])
  })
  return Array.from(alike.values(), ([first, ...others]) => {
    if (first === undefined) return []
    const all = [first, ...others]
    const names = weeksText(all.map(({ week_number: number }) => number))
    const newest = all.reduce((a, b) => ((b.last_asked_at ?? '') > (a.last_asked_at ?? '') ? b : a))
    const season = first.season_year === current ? '' : ` of ${first.season_year}`
    const text = `W${names.slice(1)}${season}: ${planText(first)}; ${lastAskText(newest)}`
    return [{ text, unread: unquestionedTexts(first) }]
  }).flat()
}

/** Says whether a week is asked for, how often and why: "asked every 30 s: games are not over". */
function planText({ asked, reason, every_seconds: seconds }: WeekSync): string {
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
function lastAskText({ last_asked_at: at, last_asked_by: by }: Pick<WeekSync, 'last_asked_at' | 'last_asked_by'>): string {
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

/** How many games a line about an answer names. */
const MAX_NAMED = 3

/** A question that only an admin can answer, because of what the scoreboard said about a game. */
export interface ScoreboardQuestion {
  readonly kind: 'has_moved' | 'is_final' | 'is_back'
  readonly game: NonNullable<UnreadEvent['game']>
  readonly text: string
}

/** Returns the questions that the newest answers raise, in words for somebody who does not know how they are read. */
export function scoreboardQuestions(weeks: readonly WeekSync[]): readonly ScoreboardQuestion[] {
  return weeks.flatMap((week) =>
    week.unread.flatMap((event) => {
      const question = questionOf(event, week)
      return question === undefined ? [] : [question]
    }),
  )
}

function questionOf(event: UnreadEvent, week: WeekSync): ScoreboardQuestion | undefined {
  const { what, value, game } = event
  if (game === null) return undefined
  const at = week.last_ok_at === null ? '' : ` at ${preciseTime(week.last_ok_at)}`
  const by = week.last_asked_by === null || week.last_asked_by === 'automatic' ? '' : `, asked by ${week.last_asked_by}`
  const name = `Week ${weekLabel(week.week_number)}: ${gameName(game)}`
  // An answer without many of its games is a bad answer.
  const isAlone = week.unread.filter((other) => other.what === 'missing').length <= MAX_NAMED
  if (what === 'missing' && isAlone) {
    const text = `${name} was not on the scoreboard any more${at}${by}. Is it played in a week that this pool does not have?`
    return { kind: 'has_moved', game, text }
  }
  if (what !== 'held_back') return undefined
  if (game.phase === 'moved') {
    return { kind: 'is_back', game, text: `${name} was marked as moved, but the scoreboard had it in this week again${at}${by}.` }
  }
  if (!value.startsWith('final')) return undefined
  const counts = game.status === 'final' ? `${scoreText(game)} still counts` : 'it does not count'
  const text = `${name}: the scoreboard said “${value}”${at}${by}. A final score does not lose points, so ${counts} until you say otherwise.`
  return { kind: 'is_final', game, text }
}

/** Says what of an answer could not be read, a line for each kind: "a home team could not be read: "XYZ" (game 401772510)". */
export function unreadTexts(unread: readonly UnreadEvent[]): readonly string[] {
  return Array.from(
    Map.groupBy(unread, ({ what }) => what),
    ([what, events]) => {
      const named = events.slice(0, MAX_NAMED).map(({ value, espn_id: id }) => `${value} (game ${id})`)
      const rest = events.length - named.length
      return `${PARTS[what]}: ${named.join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`
    },
  )
}

/** Says what of an answer could not be read, apart from the questions that it raises. */
export function unquestionedTexts(week: WeekSync): readonly string[] {
  return unreadTexts(week.unread.filter((event) => questionOf(event, week) === undefined))
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
