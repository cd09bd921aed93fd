import type { MomentInfo } from '@outlast/contract/live/wire'
import { momentSentences, WINS_THE_SEASON } from '@outlast/contract/moment-text'
import { type PickedSide, type WeekSummaryFacts, weekLabel } from '@outlast/domain'
import { describeTime } from '../lib/pool-time.ts'
import { listSome, teamName, wipeOutText } from './words.ts'

const MAX_NAMES = 3

/** Summarizes a week in sentences, the most important one first. What happened is said in the words of its moments. */
export function summarySentences(facts: WeekSummaryFacts, moments: readonly MomentInfo[]): string[] {
  return [
    ...champions(facts),
    outcome(facts),
    ...escape(facts),
    ...loneliest(facts),
    ...upset(facts),
    ...happened(moments),
    ...corrections(facts),
    ...nextLock(facts),
  ]
}

function champions({ champions: names }: WeekSummaryFacts): string[] {
  if (names.length === 0) return []
  return [names.length === 1 ? `${list(names)} ${WINS_THE_SEASON}.` : `${list(names)} share the title.`]
}

function outcome({ weekNumber, entered, out, alive, cameBack }: WeekSummaryFacts): string {
  if (entered === 0) return `No entry was left in week ${weekLabel(weekNumber)}.`
  if (cameBack > 0) return `${wipeOutText(cameBack, ` in week ${weekLabel(weekNumber)}`)}.`
  if (out.length === 0) {
    const all = entered === 1 ? 'the only entry that played it is' : `all ${count(entered)} that played it are`
    return `Nobody went out in week ${weekLabel(weekNumber)}: ${all} still in.`
  }
  const names = out.length <= MAX_NAMES ? ` (${list(out)})` : ''
  return `${count(out.length)} of ${count(entered, 'entry', 'entries')} went out in week ${weekLabel(weekNumber)}${names}; ${others(alive)}.`
}

/** Entries that joined after the lock are in as well, so the sentence counts those of the week only. */
function others(alive: number): string {
  if (alive === 0) return 'none is still in'
  return alive === 1 ? 'the other one is still in' : `the other ${count(alive)} are still in`
}

function escape({ closestEscape: side }: WeekSummaryFacts): string[] {
  if (side === null) return []
  const who = side.entryNames.length <= MAX_NAMES ? list(side.entryNames) : count(side.entryNames.length, 'entry', 'entries')
  return [`Closest escape: ${who} on the ${teamName(side.team)}, ${score(side)} against the ${teamName(side.opponent)}.`]
}

function loneliest({ loneliestSurvivor: side }: WeekSummaryFacts): string[] {
  if (side === null) return []
  const { entryNames } = side
  if (entryNames.length === 1) return [`Loneliest survivor: ${list(entryNames)}, alone on the ${teamName(side.team)}.`]
  if (entryNames.length > MAX_NAMES) return []
  return [`Loneliest survivors: ${list(entryNames)} on the ${teamName(side.team)}.`]
}

function upset({ biggestUpset: side }: WeekSummaryFacts): string[] {
  if (side === null) return []
  const picks = count(side.entryNames.length, 'pick')
  const isTie = side.score === side.opponentScore
  const result = `${isTie ? 'tied' : side.score > side.opponentScore ? 'won' : 'lost'} ${score(side)} against the ${teamName(side.opponent)}${isTie ? ', and a tie is a loss' : ''}`
  return [`Biggest upset: the ${teamName(side.team)}, with ${picks}, ${result}.`]
}

/** What else happened that is still true: a team that nobody is left on, half of the pool gone, a game called off or moved. */
function happened(moments: readonly MomentInfo[]): string[] {
  return moments
    .filter(({ kind, last_on: lastOn, is_untrue: isUntrue }) => isUntrue !== true && (lastOn !== undefined || TOLD.has(kind)))
    .map(momentSentences)
    .reverse()
}

const TOLD: ReadonlySet<MomentInfo['kind']> = new Set(['half_gone', 'moved', 'called_off'])

function corrections({ corrections: n }: WeekSummaryFacts): string[] {
  if (n === 0) return []
  return [n === 1 ? 'One final score was corrected.' : `${count(n)} final scores were corrected.`]
}

function nextLock({ nextLock: next }: WeekSummaryFacts): string[] {
  return next === null ? [] : [`Week ${weekLabel(next.weekNumber)} locks ${describeTime(next.lockTime)}.`]
}

const score = (side: PickedSide): string => `${side.score}–${side.opponentScore}`

function count(n: number, one = '', many = `${one}s`): string {
  const digits = n.toLocaleString('en-US')
  return one === '' ? digits : `${digits} ${n === 1 ? one : many}`
}

function list(names: readonly string[]): string {
  return listSome(
    names.map((name) => `“${name}”`),
    MAX_NAMES,
    count,
  )
}
