import { weekLabel } from '@outlast/domain/rules'
import type { Consequences } from '@outlast/contract'
import { easternDay, easternTime } from '../clock/format.ts'
import { formatCount, formatNumber, pluralize } from '../lib/numbers.ts'
import { answersText } from './answers-text.ts'

const SHOWN_NAMES = 8

type Entries = Consequences['out']
type NameOf = (entry: Entries[number]) => string
type PickChange = Consequences['pick_changes'][number]
type Turn = NonNullable<Consequences['turn']>
type Celebrated = Turn['after']['celebrated']
type Named = (entries: Entries) => string

/** Whether calls change who is in, who holds a title, what is hidden, or what members see. */
export function hasConsequences(found: Consequences): boolean {
  return consequenceLines(found).length > 0
}

/** Says in sentences what calls would change. */
export function consequenceLines(found: Consequences, nameOf: NameOf = ({ name }) => name): readonly string[] {
  const { out, returned, removed, losing_lives: losing, regaining_lives: regaining } = found
  const named = (entries: Entries): string => namesOf(entries, nameOf)
  const entriesText = (entries: Entries, one: string, many: string): readonly string[] =>
    entries.length === 0 ? [] : [`${countEntries(entries)} ${entries.length === 1 ? one : many}: ${named(entries)}.`]
  return [
    ...siteTimeText(found.site_time),
    ...currentWeekText(found.current_week),
    ...(found.unfinished_note === null ? [] : [found.unfinished_note]),
    ...locksText(found.locks),
    ...found.near_locks.map((lock) => nearLockText(lock, named)),
    ...entriesText(
      found.out_without_pick,
      'goes out without a pick when the games are over',
      'go out without a pick when the games are over',
    ),
    ...found.corrections.map(correctionText),
    ...reopensText(found.reopens.length),
    ...reopenedText(found.reopened_games),
    ...unmasksText(found.unmasks.length),
    ...pickChangesText(found.pick_changes, nameOf),
    ...entriesText(out, 'goes out', 'go out'),
    ...entriesText(returned, 'comes back', 'come back'),
    ...entriesText(losing, 'loses a life', 'lose a life'),
    ...entriesText(regaining, 'gets a life back', 'get a life back'),
    ...entriesText(removed, 'is deleted', 'are deleted'),
    ...lostPicksText(found.lost_picks),
    ...championText(found, named),
    ...found.former_titles.map((title) => formerTitleText(title, named)),
    ...turnText(found.turn, named),
    ...adminsText(found),
    ...(found.refused > 0 ? [`${formatCount(found.refused, 'change')} ${found.refused === 1 ? 'is' : 'are'} not possible.`] : []),
  ]
}

const countEntries = (entries: Entries): string => formatCount(entries.length, 'entry', 'entries')

function siteTimeText(change: Consequences['site_time']): readonly string[] {
  if (change === null) return []
  const { after } = change
  if (after === null) return ['Everybody’s pages show real time again.']
  return [`Everybody’s pages show ${easternTime(after.at)}${after.running ? ', and the clock runs on' : ''}.`]
}

/** The first week becomes the current one without being asked for. */
function currentWeekText(change: Consequences['current_week']): readonly string[] {
  if (change === null || change.before === null) return []
  const nameOf = ({ week_number, season_year }: NonNullable<typeof change.after>) =>
    `week ${weekLabel(week_number)} of ${season_year}`
  if (change.after === null) return [`There is no current week any more.`]
  return [`Everybody’s pages show ${nameOf(change.after)} instead of ${nameOf(change.before)}.`]
}

function locksText(locks: Consequences['locks']): readonly string[] {
  const missing = locks.reduce((sum, { without_pick }) => sum + without_pick, 0)
  const [one] = locks
  if (one === undefined) return []
  if (locks.length === 1) {
    const without = missing === 0 ? 'Every entry has picked.' : `${formatCount(missing, 'entry', 'entries')} without a pick.`
    return [`A week locks at once: everybody sees its picks, and nobody can pick any more. ${without}`]
  }
  const without =
    missing === 0 ? 'No pick is missing.' : `${formatCount(missing, 'pick')} ${pluralize(missing, 'is', 'are')} missing.`
  return [`${locks.length} weeks lock at once: everybody sees their picks, and nobody can pick any more. ${without}`]
}

function nearLockText({ lock_time, missing }: Consequences['near_locks'][number], named: (entries: Entries) => string) {
  const time = `The lock moves to ${easternTime(lock_time)}`
  if (missing.length === 0) return `${time}. Every entry has picked.`
  return `${time}. After it ${countEntries(missing)} without a pick can pick no more: ${named(missing)}.`
}

function reopensText(count: number): readonly string[] {
  if (count === 0) return []
  const weeks = count === 1 ? 'A locked week reopens: its' : `${count} locked weeks reopen: their`
  return [`${weeks} picks are hidden again and can be changed.`]
}

function unmasksText(count: number): readonly string[] {
  if (count === 0) return []
  return [`Admins see the hidden picks of ${count === 1 ? 'a week before it locks' : `${count} weeks before they lock`}.`]
}

function correctionText({ away_team_abbr: away, home_team_abbr: home, before, after }: Consequences['corrections'][number]) {
  return `${away} ${before.away_score}–${before.home_score} ${home} is corrected to ${after.away_score}–${after.home_score}.`
}

function reopenedText({ playing, over }: Consequences['reopened_games']): readonly string[] {
  const areOver = over > 0 ? [`${formatCount(over, 'game')} ${over === 1 ? 'is' : 'are'} over`] : []
  const arePlayed =
    playing > 0 ? [`${over > 0 ? playing : formatCount(playing, 'game')} ${playing === 1 ? 'is' : 'are'} being played`] : []
  const games = [...areOver, ...arePlayed]
  return games.length === 0 ? [] : [`${games.join(', ')}: members could pick knowing the ${over > 0 ? 'results' : 'scores'}.`]
}

function pickChangesText(changes: readonly PickChange[], nameOf: NameOf): readonly string[] {
  if (changes.length > SHOWN_NAMES) return [`${formatNumber(changes.length)} picks change.`]
  return changes.map((change) => {
    const { entry, week_number, from_hidden, to_team_abbr: to, picks_left: left } = change
    const from = from_hidden === true ? 'hidden pick' : change.from_team_abbr
    const where = `${nameOf(entry)}, week ${weekLabel(week_number)}`
    if (to === null)
      return `${where}: ${from} is deleted, and there ${left === undefined ? 'is no pick' : `${pluralize(left, 'is', 'are')} ${formatCount(left, 'pick')} left`}.`
    return `${where}: ${from ?? 'no pick'} → ${to}${stateText(change)}.`
  })
}

/** What is known of the new team's game: `, which has already won 27–20`. */
function stateText({ game }: PickChange): string {
  if (game === null) return ''
  const { status, has_begun, score, opponent_score } = game
  if (has_begun === true) return ', whose game has begun'
  if (status === 'scheduled') return ', which has not played yet'
  if (status === 'cancelled' || status === 'postponed') return `, whose game is ${status}`
  if (score === null || opponent_score === null) return ''
  const isOver = status === 'final'
  const result = `${score}–${opponent_score}`
  if (score === opponent_score) return isOver ? `, which has already tied ${result}` : `, which is tied ${result}`
  if (isOver) return `, which has already ${score > opponent_score ? 'won' : 'lost'} ${result}`
  return `, which is ${score > opponent_score ? 'leading' : 'trailing'} ${result}`
}

function lostPicksText(lost: number): readonly string[] {
  return lost === 0 ? [] : [`${formatCount(lost, 'pick')} ${lost === 1 ? 'is' : 'are'} lost.`]
}

const titleLost = (season: number, names: string): string => `The title of ${season} is lost: ${names}.`

/** A season before the current one, in the hall of fame. */
function formerTitleText({ season_year: season, before, after }: Consequences['former_titles'][number], named: Named): string {
  if (after === null || after.length === 0) return titleLost(season, named(before ?? []))
  const was = before === null || before.length === 0 ? '' : ` instead of ${named(before)}`
  return `${named(after)} ${pluralize(after.length, 'is', 'are')} champion of ${season}${was}.`
}

/** What another season on the screens, or one that is started, means for its champion and for who plays. */
function turnText(turn: Consequences['turn'], named: Named): readonly string[] {
  if (turn === null) return []
  const { before, after, joining } = turn
  return [
    ...playersText(before.season_year, after.season_year, joining),
    ...celebrationText(before.celebrated, after.celebrated, named),
  ]
}

function playersText(before: number | null, after: number | null, joining: Turn['joining']): readonly string[] {
  const { season_year: started, joined, asked } = joining ?? { season_year: null, joined: 0, asked: 0 }
  if (before === after && started !== null && started !== after) {
    const isAsked = formatCount(asked, 'entry is', 'entries are')
    return [`${isAsked} asked “Same again?”. Each plays ${started} only once its owner or an admin renews it.`]
  }
  if (before === after || after === null) return []
  const left = `The ${before} season leaves the dashboard, the reveal and the big screen, and stays under History.`
  if (started !== after) return [left]
  return [
    left,
    answersText(joined, asked),
    ...(asked > 0 ? ['Those that have not answered do not play until they are renewed.'] : []),
  ]
}

function celebrationText(was: Celebrated, is: Celebrated, named: Named): readonly string[] {
  const say = ({ season_year: season, champions }: NonNullable<Celebrated>, one: string, many: string, where: string) =>
    `${pluralize(champions.length, 'The champion', 'The champions')} of ${season}, ${named(champions)}, ${pluralize(champions.length, one, many)} ${where}.`
  if (was !== null && was.season_year !== is?.season_year) {
    const leaves = say(was, 'leaves', 'leave', 'the screens at once')
    return [leaves, ...celebrationText(null, is, named)]
  }
  if (is === null || is.until === was?.until) return []
  const until = is.until === null ? '' : ` until ${easternDay(is.until)}`
  return [was === null ? say(is, 'is', 'are', `back on the screens${until}`) : say(is, 'stays', 'stay', `on the screens${until}`)]
}

function championText(found: Consequences, named: Named) {
  const { champions_before: before, champions_after: after } = found
  const [was, is] = [before ?? [], after ?? []]
  const isIn = (entries: Entries) => (entry: Entries[number]) => entries.some(({ id }) => id === entry.id)
  const losing = was.filter((entry) => !isIn(is)(entry))
  if (losing.length === 0 && is.every(isIn(was)) && (before === null) === (after === null)) return []
  if (found.current_week?.before && found.current_week.after === null)
    return [titleLost(found.current_week.before.season_year, named(was))]
  if (after === null) return [`The season goes on: ${named(was)} ${pluralize(was.length, 'is', 'are')} not champion any more.`]
  const gains =
    after.length > 1
      ? `${named(after)} share the title.`
      : `${named(after)} becomes ${was.length > 1 ? 'the sole champion' : 'champion'}.`
  if (losing.length === 0) return [gains]
  return [gains, `${countEntries(losing)} ${pluralize(losing.length, 'loses', 'lose')} the title: ${named(losing)}.`]
}

function adminsText({ admins_added: added, admins_removed: removed }: Consequences): readonly string[] {
  return [
    ...(added.length > 0
      ? [
          `${formatCount(added.length, 'member')} ${pluralize(added.length, 'becomes', 'become')} admin: they see who has not picked, and can change picks, scores, accounts and rules.`,
        ]
      : []),
    ...(removed.length > 0
      ? [`${formatCount(removed.length, 'admin')} ${pluralize(removed.length, 'loses', 'lose')} the admin’s rights.`]
      : []),
  ]
}

function namesOf(entries: Entries, nameOf: NameOf): string {
  const names = entries.slice(0, SHOWN_NAMES).map(nameOf)
  const more = entries.length - names.length
  return more > 0 ? `${names.join(', ')} and ${formatNumber(more)} more` : names.join(', ')
}
