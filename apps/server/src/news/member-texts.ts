import { type Game, type SettledResult, TEAMS, type TeamAbbr, type Week } from '@outlast/domain'
import type { NoticeMessage } from '../notifications/notify.ts'

const MAX_ENTRIES = 5
const NAMES: ReadonlyMap<string, string> = new Map(TEAMS.map(({ abbr, name }) => [abbr, name]))

/** The result of an entry's pick. */
export interface EntryResult {
  readonly name: string
  readonly team: TeamAbbr
  readonly result: SettledResult
  readonly isOut: boolean
  readonly livesLeft: number
}

export function revealMessage({ id, weekNumber }: Week): NoticeMessage {
  return {
    title: `The picks of week ${weekNumber} are open`,
    summary: `Week ${weekNumber} is locked. See who picked what.`,
    path: `/reveal/${id}`,
    action: 'See the picks',
  }
}

/** Writes the message about a member's picks whose games are final, or whose final scores were corrected. */
export function finalMessage(week: Week, results: readonly EntryResult[], { isCorrection = false } = {}): NoticeMessage {
  const { id, weekNumber } = week
  const [only] = results
  const one =
    results.length === 1 && only !== undefined
      ? `“${only.name}” ${verdictOf(only)}`
      : `your picks of week ${weekNumber} are final`
  const title = isCorrection ? `Correction: ${results.length === 1 ? one : `your picks of week ${weekNumber}`}` : capitalize(one)
  const lines = results.slice(0, MAX_ENTRIES).map((result) => `“${result.name}” ${verdictOf(result)}: ${scoreOf(week, result)}.`)
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

function verdictOf({ result, isOut, livesLeft }: EntryResult): string {
  if (result === 'win') return isOut ? 'won, but is out' : 'is through'
  if (isOut) return 'is out'
  return `lost and is still in, with ${livesLeft} ${livesLeft === 1 ? 'life' : 'lives'} left`
}

function scoreOf({ games }: Week, { team, result }: EntryResult): string {
  const name = `the ${NAMES.get(team) ?? team}`
  const game = games.find(({ home, away }) => home === team || away === team)
  if (game === undefined || game.homeScore === null || game.awayScore === null)
    return `${name} ${result === 'win' ? 'won' : 'lost'}`
  const [own, other] = scores(game, team)
  if (own === other) return `${name} tied ${own}–${other}, and a tie is a loss`
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
}

export function resultsMessage({ weekNumber }: Week, { outCount, alive, out, through }: WeekOutcome): NoticeMessage {
  const all = `${count(outCount, 'entry', 'entries')} went out, and ${count(alive, 'entry is', 'entries are')} still in.`
  const own = [
    ...(through.length > 0 ? [`${listNames(through)} ${through.length === 1 ? 'is' : 'are'} through.`] : []),
    ...(out.length > 0 ? [`${listNames(out)} ${out.length === 1 ? 'is' : 'are'} out.`] : []),
  ]
  return {
    title: `Week ${weekNumber} is complete`,
    summary: `${own.join(' ')} ${all}`,
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

export function pickChangedMessage(entry: string, { weekNumber, locked }: Week, { team, reason }: PickChange): NoticeMessage {
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
