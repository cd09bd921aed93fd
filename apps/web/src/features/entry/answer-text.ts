import type { EntryHistory, Game } from '@outlast/contract'
import type { OwnReminder } from '@outlast/contract/rest/admin/reminders'
import {
  currentTeam,
  describeChange,
  formatChangeTime,
  type HistoryWeek,
  weekText,
} from '../../pool/pick-history/pick-change-text.ts'
import { gameName, gameStatusText, pickStateText } from '../../pool/pool-text.ts'

/** The games of locked weeks, by the week's id. */
export type GamesOfWeeks = ReadonlyMap<number, readonly Game[]>

/** Why a revealed pick has its result: "KC lost 17–20", or what its game waits for. Null without a pick or a game. */
export function whyText(week: HistoryWeek, games: GamesOfWeeks): string | null {
  const team = currentTeam(week)
  const game = games.get(week.week_id)?.find((one) => one.home_team_abbr === team || one.away_team_abbr === team)
  if (team === null || game === undefined) return null
  const isPlayed = game.status === 'final' || game.status === 'in_progress'
  return isPlayed ? `${team} ${pickStateText(game, team)}` : `${gameName(game)}: ${gameStatusText(game)}`
}

/** What an answer is made of. */
export interface Answer {
  readonly history: EntryHistory
  readonly games: GamesOfWeeks
  /** The owner's reminders, for who may see them. */
  readonly reminders?: readonly OwnReminder[] | undefined
  /** Whether it is still in, or why not, in a sentence. */
  readonly state: string | null
  readonly url: string
}

/**
 * Answers "I picked KC!" in words for a mail. It holds what everybody may see, no open week and no payment, and reminders of weeks that have locked, if the reader may see them. Its times are in Eastern time, for a reader anywhere.
 */
export function answerText({ history, games, reminders = [], state, url }: Answer): string {
  const locked = history.weeks.filter((week) => week.is_locked).toReversed()
  return [
    `${history.entry_name}, the entry of ${history.user_name}${state === null ? '' : `: ${state}`}`,
    ...locked.map((week) => weekAnswer(history, week, games, reminders)),
    ...(locked.length === 0 ? ['No week with a pick has locked yet.'] : []),
    `Each line is in the pool’s log, with a receipt that anybody can check: ${url}`,
  ].join('\n\n')
}

function weekAnswer(
  { user_name }: EntryHistory,
  week: HistoryWeek,
  games: GamesOfWeeks,
  reminders: readonly OwnReminder[],
): string {
  const team = currentTeam(week)
  const why = whyText(week, games)
  const result = team === null || week.result === null || week.result === 'tbd' ? '' : ` (${week.result})`
  const head = `${weekText(week)} of ${week.season_year}: ${team ?? 'no pick'}${result}${why === null ? '' : `. ${why}`}`
  const changes = week.changes.map((change) => {
    const reason = change.reason === null ? '' : `, with the reason “${change.reason}”`
    return `- ${formatChangeTime(change, easternMoment)}: ${describeChange(change, user_name)}${reason}`
  })
  const sent = reminders.filter(({ week_id }) => week_id === week.week_id).toReversed()
  return [head, ...changes, ...sent.map((reminder) => `- ${reminderText(reminder, easternMoment)}`)].join('\n')
}

/** What became of a reminder. “Taken” is what a mail server or push service says. */
const ARRIVED: Readonly<Record<NonNullable<OwnReminder['arrived']>, string>> = {
  sent: 'taken',
  waiting: 'still on its way',
  failed: 'refused',
  written: 'written to a file, nobody was mailed',
}

/** "Reminder by mail and push, Sep 13, 2026, 9:00:00 AM ET: taken". */
export function reminderText({ mail, push, at, arrived }: OwnReminder, timeText: (iso: string) => string): string {
  const by = mail && push ? ' by mail and push' : push ? ' by push' : ' by mail'
  return `Reminder${by}, ${timeText(at)}: ${arrived === null ? 'what became of it is no longer known' : ARRIVED[arrived]}`
}

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'America/New_York' })

const easternMoment = (iso: string): string => `${MOMENT.format(new Date(iso))} ET`
