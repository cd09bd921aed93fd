import { aTieIs, type Game, type SettledResult, splitVoteClose, TEAMS, type TeamAbbr, type Round } from '@outlast/domain'
import { describeTime } from '../lib/pool-time.ts'
import type { NoticeMessage } from './notify.ts'

const MAX_ENTRIES = 5
const NAMES: ReadonlyMap<string, string> = new Map(TEAMS.map(({ abbr, name }) => [abbr, name]))

/** Whether a champion won the season alone, or shares the title. */
export type Title = 'alone' | 'shared'

/** The result of an entry's pick. */
export interface EntryResult {
  readonly name: string
  readonly team: TeamAbbr
  readonly result: SettledResult
  readonly isOut: boolean
  readonly livesLeft: number
  /** Null unless it is a champion. */
  readonly title: Title | null
}

export function revealMessage({ id, weekNumber }: Round): NoticeMessage {
  return {
    title: `The picks of week ${weekNumber} are open`,
    summary: `Week ${weekNumber} is locked. See who picked what.`,
    path: `/reveal/${id}`,
    action: 'See the picks',
  }
}

/** Writes the message about a member's picks whose games are final, or whose final scores were corrected. */
export function finalMessage(
  week: Round,
  games: readonly Game[],
  results: readonly EntryResult[],
  { isCorrection = false } = {},
): NoticeMessage {
  const { id, weekNumber } = week
  const [only] = results
  const one =
    results.length === 1 && only !== undefined
      ? `“${only.name}” ${verdictOf(only)}`
      : `your picks of week ${weekNumber} are final`
  const title = isCorrection ? `Correction: ${results.length === 1 ? one : `your picks of week ${weekNumber}`}` : capitalize(one)
  const lines = results.slice(0, MAX_ENTRIES).map((result) => `“${result.name}” ${verdictOf(result)}: ${scoreOf(games, result)}.`)
  const more = results.length - lines.length
  return {
    title,
    summary: [
      ...(isCorrection ? ['A final score was corrected.'] : []),
      ...lines,
      ...(more > 0 ? [`And ${more} more.`] : []),
    ].join(' '),
    path: `/reveal/${id}`,
    action: 'See the week',
  }
}

function verdictOf({ result, isOut, livesLeft, title }: EntryResult): string {
  if (title !== null) return TITLES[title]
  if (result !== 'loss') return isOut ? `${VERBS[result]}, but is out` : 'is through'
  if (isOut) return 'is out'
  return `lost and is still in, with ${livesLeft} ${livesLeft === 1 ? 'life' : 'lives'} left`
}

const VERBS: Readonly<Record<SettledResult, string>> = { win: 'won', loss: 'lost', tie: 'tied' }

const TITLES: Readonly<Record<Title, string>> = { alone: 'won the season', shared: 'shares the title of the season' }

function scoreOf(games: readonly Game[], { team, result }: EntryResult): string {
  const name = `the ${NAMES.get(team) ?? team}`
  const game = games.find(({ home, away }) => home === team || away === team)
  if (game === undefined || game.homeScore === null || game.awayScore === null) return `${name} ${VERBS[result]}`
  const [own, other] = scores(game, team)
  if (own === other) return `${name} tied ${own}–${other}, and ${aTieIs(result === 'tie' ? 'survives' : 'loss')}`
  return `${name} ${own > other ? 'won' : 'lost'} ${own}–${other}`
}

function scores({ home, homeScore, awayScore }: Game, team: TeamAbbr): readonly [number, number] {
  return home === team ? [homeScore ?? 0, awayScore ?? 0] : [awayScore ?? 0, homeScore ?? 0]
}

interface WeekOutcome {
  readonly outCount: number
  readonly alive: number
  /** The member's own entries. */
  readonly out: readonly string[]
  readonly through: readonly string[]
  /** Those that won the season in this week, and whether other entries share the title. */
  readonly champions: readonly string[]
  readonly isShared: boolean
  /** Whether all entries that were left fell and came back. */
  readonly isWipeOut: boolean
}

export function resultsMessage(
  { weekNumber }: Round,
  { outCount, alive, out, through, champions, isShared, isWipeOut }: WeekOutcome,
): NoticeMessage {
  const all = isWipeOut
    ? `All ${alive} entries that were left fell, and come back with one life each.`
    : `${count(outCount, 'entry', 'entries')} went out, and ${count(alive, 'entry is', 'entries are')} still in.`
  const title = isShared ? (champions.length === 1 ? 'shares the title' : 'share the title') : 'won the season'
  const own = [
    ...(champions.length > 0 ? [`${listNames(champions)} ${title}.`] : []),
    ...(through.length > 0
      ? [`${listNames(through)} ${through.length === 1 ? 'is' : 'are'} ${isWipeOut ? 'back in' : 'through'}.`]
      : []),
    ...(out.length > 0 ? [`${listNames(out)} ${out.length === 1 ? 'is' : 'are'} out.`] : []),
  ]
  return {
    title: `Week ${weekNumber} is complete`,
    summary: [...own, all].join(' '),
    path: '/history',
    action: 'See the standings',
  }
}

interface PickChange {
  /** The new team, if everybody may see it. */
  readonly team?: TeamAbbr | undefined
  /** What the admin gave as the reason, if the week is locked. */
  readonly reason?: string | undefined
}

export function pickChangedMessage(entry: string, { weekNumber, locked }: Round, { team, reason }: PickChange): NoticeMessage {
  const now = team === undefined ? '' : ` It is now the ${NAMES.get(team) ?? team}.`
  return {
    title: `An admin changed a pick of “${entry}”`,
    summary: `An admin changed the pick of “${entry}” for week ${weekNumber}.${now}${reason === undefined ? '' : ` The reason given: ${reason}`}`,
    details: [
      locked === null
        ? 'Look at it, and change it if it is not what you want. Every member can see in the audit trail that this happened.'
        : 'Every member can see this in the audit trail. If it is not what you agreed to, ask your commissioner.',
    ],
    path: '/',
    action: 'See your picks',
  }
}

/** Before the lock of its week nothing may say which team was planned. */
export function voidPlanMessage(entry: string, week: Round, usedIn: Round): NoticeMessage {
  const why = usedIn.id === week.id ? 'its game moved to another week' : `its team was used in week ${usedIn.weekNumber}`
  return {
    title: `Your pick for week ${week.weekNumber} can’t stand`,
    summary: `Your pick of “${entry}” for week ${week.weekNumber} can’t stand: ${why}. Choose another team.`,
    details: ['Nobody else can see this. If you choose no other team before the lock, the entry counts as one without a pick.'],
    path: '/',
    action: 'Choose another team',
  }
}

export function voteMessage(week: Round, entries: number): NoticeMessage {
  const close = describeTime(splitVoteClose(week.lockTime))
  return {
    title: 'A vote on sharing is open',
    summary: `${entries} entries are alive in week ${week.weekNumber}. If all of them say yes 24 hours before the lock, ${close}, they are champions together and share the pot.`,
    details: ['Silence is a no. Nobody sees a vote before it closes, not even the admins.'],
    path: '/',
    action: 'Vote',
  }
}

export const RULES_CHANGED: NoticeMessage = {
  title: 'The rules have changed',
  summary: 'An admin changed the rules of the pool. Read them before you pick.',
  path: '/',
  action: 'Read the rules',
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_ENTRIES).map((name) => `“${name}”`)
  const more = names.length - shown.length
  const parts = more > 0 ? [...shown, `${more} more`] : shown
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`
const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
