import { POOL_TIME_ZONE, type PickedSide, TEAMS, type WeekSummaryFacts } from '@outlast/domain'

const MAX_NAMES = 3
const TEAM_NAMES: ReadonlyMap<string, string> = new Map(TEAMS.map(({ abbr, name }) => [abbr, name]))

/** Summarizes a week in sentences, the most important one first. */
export function summarySentences(facts: WeekSummaryFacts): string[] {
  return [
    ...champions(facts),
    outcome(facts),
    ...escape(facts),
    ...loneliest(facts),
    ...upset(facts),
    ...corrections(facts),
    ...nextLock(facts),
  ]
}

function champions({ champions: names }: WeekSummaryFacts): string[] {
  if (names.length === 0) return []
  return [names.length === 1 ? `${list(names)} is the champion.` : `${list(names)} share the title.`]
}

function outcome({ weekNumber, entered, out, alive, cameBack }: WeekSummaryFacts): string {
  if (entered === 0) return `No entry was left in week ${weekNumber}.`
  if (cameBack > 0)
    return `All ${count(cameBack)} entries that were left fell in week ${weekNumber}, and come back with one life each.`
  if (out.length === 0) return `Nobody went out in week ${weekNumber}: ${stillIn(alive)}.`
  const names = out.length <= MAX_NAMES ? ` (${list(out)})` : ''
  return `${count(out.length)} of ${count(entered, 'entry', 'entries')} went out in week ${weekNumber}${names}; ${stillIn(alive)}.`
}

function stillIn(alive: number): string {
  if (alive === 0) return 'none is still in'
  return alive === 1 ? 'one is still in' : `${count(alive)} are still in`
}

function escape({ closestEscape: side }: WeekSummaryFacts): string[] {
  if (side === null) return []
  const who = side.entryNames.length <= MAX_NAMES ? list(side.entryNames) : count(side.entryNames.length, 'entry', 'entries')
  return [`Closest escape: ${who} on the ${teamName(side)}, ${score(side)} against the ${opponentName(side)}.`]
}

function loneliest({ loneliestSurvivor: side }: WeekSummaryFacts): string[] {
  if (side === null) return []
  const { entryNames } = side
  if (entryNames.length === 1) return [`Loneliest survivor: ${list(entryNames)}, alone on the ${teamName(side)}.`]
  if (entryNames.length > MAX_NAMES) return []
  return [`Loneliest survivors: ${list(entryNames)} on the ${teamName(side)}.`]
}

function upset({ biggestUpset: side }: WeekSummaryFacts): string[] {
  if (side === null) return []
  const picks = count(side.entryNames.length, 'pick')
  const isTie = side.score === side.opponentScore
  const result = `${isTie ? 'tied' : 'lost'} ${score(side)} against the ${opponentName(side)}${isTie ? ', and a tie is a loss' : ''}`
  return [`Biggest upset: the ${teamName(side)}, with ${picks}, ${result}.`]
}

function corrections({ corrections: n }: WeekSummaryFacts): string[] {
  if (n === 0) return []
  return [n === 1 ? 'One final score was corrected.' : `${count(n)} final scores were corrected.`]
}

function nextLock({ nextLock: next }: WeekSummaryFacts): string[] {
  if (next === null) return []
  const local = Temporal.Instant.from(next.lockTime).toZonedDateTimeISO(POOL_TIME_ZONE)
  const day = local.toLocaleString('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
  const clock = local.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' })
  return [`Week ${next.weekNumber} locks on ${day} at ${clock} ET.`]
}

const teamName = ({ team }: PickedSide): string => TEAM_NAMES.get(team) ?? team
const opponentName = ({ opponent }: PickedSide): string => TEAM_NAMES.get(opponent) ?? opponent
const score = (side: PickedSide): string => `${side.score}–${side.opponentScore}`

function count(n: number, one = '', many = `${one}s`): string {
  const digits = n.toLocaleString('en-US')
  return one === '' ? digits : `${digits} ${n === 1 ? one : many}`
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `“${name}”`)
  const more = names.length - shown.length
  const parts = more > 0 ? [...shown, `${count(more)} more`] : shown
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}
