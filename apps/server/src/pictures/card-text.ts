import { capitalize, listText } from '@outlast/contract/words'
import { leagueWeekOf, weekLabel } from '@outlast/domain'
import type { Card, ChampionCard, EntryCard, WeekCard } from './card.ts'

/** What a card says in words: for its picture, and for the tags and the first view of its page. */
export interface CardText {
  /** `Week 9`, an entry's name, `Champion 2030`. */
  readonly title: string
  /** The one thing that the card is about. */
  readonly headline: string
  readonly sentence: string
}

export const count = (value: number): string => value.toLocaleString('en-US')

export function cardText(card: Card): CardText {
  switch (card.kind) {
    case 'countdown':
      return {
        title: `Week ${weekLabel(card.week)}`,
        headline: `Picks lock ${card.day}`,
        sentence: `Picks lock on ${card.day}, at ${card.time}.`,
      }
    case 'week':
      return {
        title: `Week ${weekLabel(card.week)}${card.gamesLeft > 0 ? ' · live' : ''}`,
        headline: `${count(card.alive)} ${stillIn(card)}`,
        sentence: outSentence(card, 6),
      }
    case 'entry':
      return { title: card.name, headline: ENTRY_STATES[card.state], sentence: entrySentence(card) }
    case 'champion':
      return {
        title: card.names.length === 1 ? `Champion ${card.season}` : `Champions ${card.season}`,
        headline: nameList(card.names, 3),
        sentence: championSentence(card),
      }
    default:
      return card satisfies never
  }
}

const ENTRY_STATES = { in: 'Still in', out: 'Out', champion: 'Champion' } as const

/** What follows the number of entries that are alive. */
export const stillIn = ({ alive, entered }: WeekCard): string => `of ${count(entered)} ${alive === 1 ? 'is' : 'are'} still in`

/** Says who went out. While games are played, the names of many would change too often. */
export function outSentence({ out, outNames, gamesLeft }: WeekCard, maxNames: number): string {
  const open = gamesLeft === 0 ? '' : ` ${gamesLeft === 1 ? 'One game is' : `${gamesLeft} games are`} still open.`
  if (out === 0) return gamesLeft > 0 ? `Nobody is out yet.${open}` : 'Nobody went out.'
  if (out > maxNames && gamesLeft > 0) return `${count(out)} are out.${open}`
  const shown = outNames.slice(0, maxNames)
  const more = out > shown.length ? ` and ${count(out - shown.length)} more` : ''
  return `Out: ${shown.join(', ')}${more}.${open}`
}

function entrySentence({ state, survived, alive, headline, reason }: EntryCard): string {
  if (state === 'out') return `${headline} ${reason}`
  const weeks = survived === 1 ? 'one week' : `${survived} weeks`
  if (state === 'champion') return `Survived ${weeks}.`
  const left = alive === 1 ? 'the only one left' : `one of ${count(alive)} left`
  return survived === 0 ? `${capitalize(left)}.` : `Survived ${weeks}, ${left}.`
}

function championSentence({ names, week, entries, hasSurvivor }: ChampionCard): string {
  if (!hasSurvivor && names.length === 1) return `Fell last, in week ${weekLabel(week)}, and won by the tiebreak.`
  if (!hasSurvivor) return `Fell together in week ${weekLabel(week)}, and share the title.`
  if (names.length > 1) return `Agreed in week ${weekLabel(week)} to share the title.`
  const others = entries - names.length
  return others === 1
    ? `Outlasted one other entry in ${leagueWeekOf(week)} weeks.`
    : `Outlasted ${count(others)} other entries in ${leagueWeekOf(week)} weeks.`
}

function nameList(names: readonly string[], max: number): string {
  const more = names.length - max
  return listText(more > 0 ? [...names.slice(0, max), `${count(more)} more`] : names)
}
