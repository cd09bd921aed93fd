import type { EntryLabel } from '@outlast/contract/entry-label'
import { type MissingOutlook, missedText, noTeamLine } from '@outlast/contract/situation/missing-text'
import { fateText, WINS_THE_SEASON } from '@outlast/contract/moment-text'
import { capitalize, count } from '@outlast/contract/words'
import {
  aTieIs,
  decidingGame,
  type Game,
  type Round,
  type SettledResult,
  type SplitVoteEnd,
  splitVoteClose,
  type OpenVoidPlan,
  type TeamAbbr,
  weekLabel,
} from '@outlast/domain'
import { describeTime } from '../lib/pool-time.ts'
import type { NoticeMessage } from './notify.ts'
import { listSome, teamName, wipeOutText } from './words.ts'

const MAX_ENTRIES = 5

/** Whether a champion won the season alone, or shares the title. */
export type Title = 'alone' | 'shared'

/** The result of an entry's pick. */
export interface EntryResult {
  readonly name: string
  readonly team: TeamAbbr
  readonly result: SettledResult
  /** How many of its other picks of the week have no result yet. */
  readonly open: number
  readonly isOut: boolean
  readonly livesLeft: number
  /** Null unless it is a champion. */
  readonly title: Title | null
}

type Score = Pick<Game, 'home' | 'away' | 'homeScore' | 'awayScore' | 'status' | 'phase' | 'finalByAdmin'>

export function revealMessage({ id, weekNumber }: Round): NoticeMessage {
  return {
    title: `The picks of week ${weekLabel(weekNumber)} are open`,
    summary: `Week ${weekLabel(weekNumber)} is locked. See who picked what.`,
    path: `/reveal/${id}`,
    action: 'See the picks',
  }
}

/** Writes the message about a member's picks whose games are final, or whose final scores were corrected. */
export function finalMessage(
  week: Pick<Round, 'id' | 'weekNumber'>,
  games: readonly Score[],
  results: readonly EntryResult[],
  { isCorrection = false } = {},
): NoticeMessage {
  const { id, weekNumber } = week
  const [only] = results
  const one =
    results.length === 1 && only !== undefined
      ? `“${only.name}” ${verdictOf(only)}`
      : `your picks of week ${weekLabel(weekNumber)} are final`
  const title = isCorrection
    ? `Correction: ${results.length === 1 ? one : `your picks of week ${weekLabel(weekNumber)}`}`
    : capitalize(one)
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

function verdictOf({ result, open, isOut, livesLeft, title }: EntryResult): string {
  if (title !== null) return TITLES[title]
  if (result !== 'loss' && isOut) return `${VERBS[result]}, but is out`
  if (result !== 'loss')
    return open === 0 ? fateText('through', 1) : `${VERBS[result]}, with ${count(open, 'pick', 'picks')} to come`
  if (isOut) return fateText('out', 1)
  return `lost and is still in, with ${livesLeft} ${livesLeft === 1 ? 'life' : 'lives'} left`
}

const VERBS: Readonly<Record<SettledResult, string>> = { win: 'won', loss: 'lost', tie: 'tied' }

const TITLES: Readonly<Record<Title, string>> = { alone: WINS_THE_SEASON, shared: 'shares the title of the season' }

function scoreOf(games: readonly Score[], { team, result }: EntryResult): string {
  const name = `the ${teamName(team)}`
  const game = decidingGame(games, team, true)
  // Without a score, the week was closed without the game, and its picks lost.
  if (game === undefined || game.homeScore === null || game.awayScore === null) return `${name} did not play, which is a loss`
  const [own, other] = scores(game, team)
  if (own === other) return `${name} tied ${own}–${other}, and ${aTieIs({ level: result })}`
  return `${name} ${own > other ? 'won' : 'lost'} ${own}–${other}`
}

function scores({ home, homeScore, awayScore }: Score, team: TeamAbbr): readonly [number, number] {
  return home === team ? [homeScore ?? 0, awayScore ?? 0] : [awayScore ?? 0, homeScore ?? 0]
}

interface WeekOutcome {
  readonly outCount: number
  /** How many entries are still in; of a wipe-out, how many fell and came back. */
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
    ? `${wipeOutText(alive)}.`
    : `${count(outCount, 'entry', 'entries')} went out, and ${count(alive, 'entry is', 'entries are')} still in.`
  const title = isShared ? (champions.length === 1 ? 'shares the title' : 'share the title') : WINS_THE_SEASON
  const own = [
    ...(champions.length > 0 ? [`${listNames(champions)} ${title}.`] : []),
    ...(through.length > 0 ? [`${listNames(through)} ${fateText(isWipeOut ? 'back in' : 'through', through.length)}.`] : []),
    ...(out.length > 0 ? [`${listNames(out)} ${fateText('out', out.length)}.`] : []),
  ]
  return {
    title: `Week ${weekLabel(weekNumber)} is complete`,
    summary: [...own, all].join(' '),
    path: '/history',
    action: 'See the standings',
  }
}

interface PickChange {
  /** The teams that it has now, if everybody may see them. */
  readonly teams?: readonly TeamAbbr[]
  /** What the admin gave as the reason, if the week is locked. */
  readonly reason?: string | undefined
}

export function pickChangedMessage(
  entry: string,
  { weekNumber, locked }: Round,
  { teams = [], reason }: PickChange,
): NoticeMessage {
  const names = teams.map((team) => `the ${teamName(team)}`)
  const now = names.length === 0 ? '' : ` ${names.length === 1 ? 'It is' : 'They are'} now ${names.join(' and ')}.`
  return {
    title: `An admin changed a pick of “${entry}”`,
    summary: `An admin changed the pick of “${entry}” for week ${weekLabel(weekNumber)}.${now}${reason === undefined ? '' : ` The reason given: ${reason}`}`,
    details: [
      locked === null
        ? 'Look at it, and change it if it is not what you want. Every member can see in the audit trail that this happened.'
        : 'Every member can see this in the audit trail. If it is not what you agreed to, ask your commissioner.',
    ],
    path: '/',
    action: 'See your picks',
  }
}

/** Neither the team nor the week in which it is picked may leave the pool before that week's lock. */
export function overrideRefusedMessage(entry: string, { weekNumber }: Round): NoticeMessage {
  return {
    title: `An admin tried to change a pick of “${entry}”`,
    summary: `An admin tried to set the pick of “${entry}” for week ${weekLabel(weekNumber)} to a team of another pick that is still hidden, and was refused. Your picks are as they were.`,
    details: [
      'The admin knows now that one of your hidden picks has this team. Every member can see in the audit trail that this happened.',
    ],
    path: '/',
    action: 'See your picks',
  }
}

/**
 * Before the lock of its week nothing may say which team was planned.
 * @param picks how many picks of the week it is about
 * @param outlook that of the entry in the week
 */
export function voidPlanMessage(
  entry: string,
  { week, why, usedIn }: OpenVoidPlan,
  picks: number,
  outlook: MissingOutlook,
): NoticeMessage {
  const label = weekLabel(week.weekNumber)
  const isOne = picks === 1
  const reason =
    why === 'team_used'
      ? `its team was used in week ${weekLabel(usedIn.weekNumber)}`
      : why === 'game_left'
        ? `${isOne ? 'its game' : 'their games'} moved to another week`
        : `${isOne ? 'its team has' : 'their teams have'} no game in that week`
  const what = isOne ? 'Your pick' : `${picks} of your picks`
  const others = isOne ? 'another team' : 'other teams'
  const then = noTeamLine(outlook, week.weekNumber) ?? `Choose ${others}.`
  const without = `the entry counts as one without ${isOne ? 'a pick' : 'these picks'}`
  const details = {
    another: `Nobody else can see this. If you choose no other team before the lock, ${without}.`,
    planned: `Nobody else can see this. Clear a pick of a later week to free its team. If you choose no other team before the lock, ${without}.`,
    none: `Nobody else can see this. At the lock, ${without}.`,
  }
  return {
    title: `${what} for week ${label} can’t stand`,
    summary: `${what} of “${entry}” for week ${label} can’t stand: ${reason}. ${then}`,
    details: [details[outlook.teamsLeft ?? 'another']],
    path: '/',
    action: outlook.teamsLeft === undefined ? `Choose ${others}` : 'See your picks',
  }
}

/** A pick counts as missed since the lock. The week is locked, so that everybody knows its team. */
export function missedPickMessage(entry: string, week: Round, team: string, outlook: MissingOutlook): NoticeMessage {
  const label = weekLabel(week.weekNumber)
  const { costs } = outlook.missing
  return {
    title: `Your pick for week ${label} counts as missed`,
    summary: `Your pick of “${entry}” for week ${label} counts as missed: its games are known only since the lock, and ${team} has none.`,
    details: [
      costs === null || costs.livesLost > 0
        ? `${costs === null ? 'It was a loss' : `${capitalize(missedText(outlook))} once the week is complete`}. The team is free again for other weeks.`
        : 'It costs nothing. The team is free again for other weeks.',
    ],
    path: '/',
    action: 'Open the pool',
  }
}

/**
 * @param isAnew whether another vote of the week ended without a result
 * @param shared what the champions share
 */
export function voteMessage(week: Round, entries: number, isAnew: boolean, shared: string): NoticeMessage {
  const close = describeTime(splitVoteClose(week.lockTime))
  return {
    title: isAnew ? 'The vote on sharing begins anew' : 'A vote on sharing is open',
    summary: `${isAnew ? 'Earlier votes do not count any more. ' : ''}${entries} entries are alive in week ${weekLabel(week.weekNumber)}. If all of them say yes, they are champions together and share ${shared}. The vote closes ${close}.`,
    details: ['Silence is a no. You can change your vote until it closes, and nobody sees it before, not even the admins.'],
    path: '/',
    action: 'Vote',
  }
}

/**
 * @param votes the entries by their votes, with their people
 * @param shared what the champions share
 */
export function voteClosedMessage(
  { weekNumber }: Round,
  votes: Readonly<Record<'share' | 'playOn' | 'silent', readonly EntryLabel[]>>,
  shared: string,
): NoticeMessage {
  const said = [
    ...(votes.share.length > 0 ? [`Yes: ${listNames(votes.share)}.`] : []),
    ...(votes.playOn.length > 0 ? [`No: ${listNames(votes.playOn)}.`] : []),
    ...(votes.silent.length > 0 ? [`Not voted: ${listNames(votes.silent)}.`] : []),
  ]
  if (votes.playOn.length + votes.silent.length === 0) {
    return {
      title: 'You share the title',
      summary: `All said yes: ${listNames(votes.share)} are champions together and share ${shared}.`,
      details: [
        `The picks of week ${weekLabel(weekNumber)} cost nothing. Only a correction that brings another entry back can change this.`,
      ],
      path: '/',
      action: 'See the champions',
    }
  }
  return {
    title: 'The vote on sharing failed',
    summary: `You play on: it takes all entries that are alive. ${said.join(' ')}`,
    details: [`Pick for week ${weekLabel(weekNumber)} as usual.`],
    path: '/',
    action: 'See your picks',
  }
}

/** @param because undefined if it is not known any more */
export function voteEndedMessage(because: SplitVoteEnd | undefined): NoticeMessage {
  return {
    title: 'The vote on sharing ended without a result',
    summary: `${because === undefined ? 'The vote is over' : VOTE_ENDS[because]}, so the vote on sharing ended without a result. You play on.`,
    details: ['The votes are forgotten, and nobody saw them. When another vote opens, you hear of it.'],
    path: '/',
    action: 'See your picks',
  }
}

const VOTE_ENDS: Readonly<Record<SplitVoteEnd, string>> = {
  standings: 'Other entries are alive than when it began',
  lock_moved: 'The lock moved to an earlier time',
  other_week: 'Another week is played now',
  rules: 'The rules changed',
}

export const RULES_CHANGED: NoticeMessage = {
  title: 'The rules have changed',
  summary: 'An admin changed the rules of the pool. Read them before you pick.',
  path: '/',
  action: 'Read the rules',
}

function listNames(names: readonly string[]): string {
  return listSome(
    names.map((name) => `“${name}”`),
    MAX_ENTRIES,
  )
}
