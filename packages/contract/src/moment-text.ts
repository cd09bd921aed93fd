import type { Immutable } from './live/wire.ts'
import type { Moment, MomentPeople, MomentPerson } from './rest/moments.ts'
import { count, listText } from './words.ts'

/** A moment in words. The people whom it counts are shown beside it. */
export interface MomentText {
  /** "CAR 13–10, in overtime" */
  readonly title: string
  /** "Mia’s Mavericks is through, with 8 others"; null if the title says it all. */
  readonly detail: string | null
}

/** Says what happened in a week. The only place with words for it. */
export function momentText(moment: Immutable<Moment>): MomentText {
  return { title: titleOf(moment), detail: detailOf(moment) }
}

/** Names an entry, followed by its owner where another entry has the same name: "Blitz Happens (Ida Berg)". */
export function momentName({ entry_name: name, user_name: owner, is_namesake: isNamesake }: Immutable<MomentPerson>): string {
  return isNamesake === true && owner !== '' ? `${name} (${owner})` : name
}

type FateWord = 'through' | 'out' | 'back in'

/** Says what has become of some entries, after their names: "is out", "are back in". */
export const fateText = (fate: FateWord, entries: number): string => `${entries === 1 ? 'is' : 'are'} ${fate}`

export const WINS_THE_SEASON = 'wins the season'

/** A moment in sentences: "Half of the pool is gone. 4 of 10 still in." */
export function momentSentences(moment: Immutable<Moment>): string {
  const { title, detail } = momentText(moment)
  return detail === null ? `${title}.` : `${title}. ${detail}.`
}

/** Returns how a moment ended for the entries that it concerns, the worst first; undefined if it concerns none. */
export function momentTone({
  out,
  back,
  lost_life: lostLife,
  through,
  losing,
  champions,
}: Immutable<Moment>): 'out' | 'danger' | 'back' | 'through' | undefined {
  if (out !== undefined) return 'out'
  if (lostLife !== undefined || losing !== undefined) return 'danger'
  if (back !== undefined) return 'back'
  return through !== undefined || champions !== undefined ? 'through' : undefined
}

function titleOf(moment: Immutable<Moment>): string {
  const { kind, leader, champions } = moment
  switch (kind) {
    case 'lead':
      return `${leader} lead ${moment.is_first_lead === true ? 'for the first time' : 'again'}`
    case 'final':
      return scoreText(moment)
    case 'corrected':
      return `Score corrected: ${scoreText(moment)}`
    case 'reopened':
      return `${teamsText(moment)} is not final`
    case 'postponed':
      return `${teamsText(moment)} is postponed`
    case 'moved':
      return `${teamsText(moment)} moves to another week`
    case 'called_off':
      return `${teamsText(moment)} is called off`
    case 'missed':
      return 'The week is complete'
    case 'wipe_out':
      return 'All that were left fell'
    case 'half_gone':
      return 'Half of the pool is gone'
    case 'champion':
      return champions !== undefined && isOne(champions) ? `${subject(champions)} ${WINS_THE_SEASON}` : 'The title is shared'
    default:
      return kind satisfies never
  }
}

function detailOf(moment: Immutable<Moment>): string | null {
  const { kind, through, out, back, lost_life: lostLife, losing, leader, entries, champions } = moment
  if (kind === 'half_gone') return `${moment.alive} of ${moment.total} still in`
  if (losing !== undefined) {
    return losing.team === leader
      ? `${count(losing.entries, 'entry loses', 'entries lose')} if it stands`
      : `${count(losing.entries, 'entry trails', 'entries trail')} now`
  }
  const missed = kind === 'missed' ? ' without a pick' : ''
  if (kind === 'champion') return champions === undefined || isOne(champions) ? null : namesText(champions)
  const parts = [
    through && throughText(through),
    out && `${subject(out, 'out')}${missed}${moment.last_on === undefined ? '' : `: nobody is left on ${moment.last_on}`}`,
    back && subject(back, 'back in'),
    lostLife && `${subject(lostLife)} ${isOne(lostLife) ? 'loses' : 'lose'} a life${missed}`,
    entries !== undefined && entries > 0 && `${count(entries, 'entry is', 'entries are')} on it`,
  ]
  const said = parts.filter((part) => typeof part === 'string')
  return said.length === 0 ? null : said.join(' · ')
}

/** "Mia’s Mavericks is through, with 8 others" */
function throughText(group: Group): string {
  const others = sizeOf(group) - 1
  return `${nameOfFirst(group)} ${fateText('through', 1)}${others === 0 ? '' : `, with ${count(others, 'other')}`}`
}

/** Lists up to three people: "Ada, Bo, Cy and 5 more". */
function namesText({ people, more }: Group): string {
  return listText([...people.map(momentName), ...(more === 0 ? [] : [`${more} more`])])
}

type Group = Immutable<MomentPeople>

const sizeOf = ({ people, more }: Group): number => people.length + more
const isOne = (group: Group): boolean => sizeOf(group) === 1
const nameOfFirst = ({ people: [first] }: Group): string => (first === undefined ? '' : momentName(first))
/** The name of one entry, or how many they are, and what has become of them: "Second Wind is out", "14 out". */
function subject(group: Group, fate?: FateWord): string {
  if (isOne(group)) return fate === undefined ? nameOfFirst(group) : `${nameOfFirst(group)} ${fateText(fate, 1)}`
  return fate === undefined ? String(sizeOf(group)) : `${sizeOf(group)} ${fate}`
}

function teamsText({ game }: Immutable<Moment>): string {
  return game === null ? '' : `${game.away_team_abbr}–${game.home_team_abbr}`
}

/** "CAR 13–10, in overtime": the points of the team that won first, or of the team that nobody is on any more. An admin can end a game without. */
function scoreText(moment: Immutable<Moment>): string {
  const { game, last_on: lastOn } = moment
  if (game === null || game.home_score === null || game.away_score === null) return `${teamsText(moment)} is final`
  const home = { team: game.home_team_abbr, score: game.home_score }
  const away = { team: game.away_team_abbr, score: game.away_score }
  const overtime = game.is_overtime ? ', in overtime' : ''
  const isHomeFirst = lastOn === undefined ? home.score > away.score : lastOn === home.team
  const [first, second] = isHomeFirst ? [home, away] : [away, home]
  const teams = home.score === away.score ? `${away.team}–${home.team}` : first.team
  return `${teams} ${first.score}–${second.score}${overtime}`
}
