import { pluralize } from '../../../lib/numbers.ts'
import type { HeroEntry, HeroFacts } from './hero-facts.ts'
import { endText, picksInPlay } from './picks-in-play.ts'

/** One thing that happened to entries, so that entries with the same fate share a sentence. */
interface News {
  /** The worst is said first. */
  readonly rank: number
  /** The same for entries that share the sentence. */
  readonly key: string
  readonly say: (entries: readonly HeroEntry[]) => string
}

/** Says by name what happened in a locked week to the member's entries, or will without a pick. Entries in play have no news. */
export function newsOf(facts: HeroFacts, entries: readonly HeroEntry[] = facts.entries): readonly string[] {
  const told = entries.flatMap((entry) => {
    const news = newsOfEntry(entry, facts)
    return news === null ? [] : [{ entry, news }]
  })
  return [...Map.groupBy(told, ({ news }) => `${news.rank} ${news.key}`).values()]
    .toSorted((a, b) => (a[0]?.news.rank ?? 0) - (b[0]?.news.rank ?? 0))
    .flatMap((group) => group.slice(0, 1).map(({ news }) => news.say(group.map(({ entry }) => entry))))
}

function newsOfEntry(entry: HeroEntry, facts: HeroFacts): News | null {
  const { standing, missedCosts, hasBegun, isBack } = entry
  const week = facts.week.week_number
  if (standing?.status === 'out') {
    return standing.eliminatedWeek === week ? outNews(standing, facts) : null
  }
  if (missedCosts === 'nothing') {
    return {
      rank: 4,
      key: '',
      say: (group) => `${namesText(group)} ${haveText(group)} no pick and ${pluralize(group.length, 'stays', 'stay')} in.`,
    }
  }
  if (missedCosts !== null) {
    return { rank: 0, key: missedCosts, say: (group) => missedText(group, missedCosts, facts) }
  }
  if (!hasBegun) return null
  if (facts.isWipedOut)
    return { rank: 2, key: '', say: (group) => `All that were left fell, so ${namesText(group)} ${beText(group)} back in.` }
  return isBack ? backNews(entry, facts) : throughNews(entry, facts)
}

type OutStanding = Extract<HeroEntry['standing'], { readonly status: 'out' }>

function outNews({ cause, team }: OutStanding, { games }: HeroFacts): News {
  const end = team === null ? null : endOf(team, games)
  const reason = cause === 'missed' ? 'There was no pick' : cause === 'hand' ? 'An admin ended it' : end
  return {
    rank: 1,
    key: reason ?? '',
    say: (group) => `Out: ${namesText(group)}.${reason === null ? '' : ` ${reason}.`}`,
  }
}

/** What brought an entry back: another score, or an admin. */
function backNews({ pick }: HeroEntry, { games }: HeroFacts): News {
  const game = pick === null ? undefined : picksInPlay([pick.team], games)[0]?.game
  const end = pick === null ? null : endOf(pick.team, games)
  const reason =
    pick?.result === 'loss' || pick === null
      ? 'An admin waived the loss'
      : end !== null
        ? `The score was corrected: ${end}`
        : `The game of ${pick.team} ${game?.status === 'in_progress' ? 'goes on' : 'is open again'}`
  return { rank: 2, key: reason, say: (group) => `Back in: ${namesText(group)}. ${reason}.` }
}

function throughNews(entry: HeroEntry, { games, week }: HeroFacts): News | null {
  const { pick, lives, buyback } = entry
  const hasLostLife = lives?.lostWeeks.includes(week.week_number) === true
  const end = pick === null || pick.result === 'tbd' ? null : endOf(pick.team, games)
  const isBoughtBack = buyback?.status === 'confirmed' && buyback.week_number === week.week_number
  const because = end === null ? '' : `${end}: `
  if (hasLostLife) {
    const left = lives?.left ?? 0
    return { rank: 3, key: `${end} ${left}`, say: (group) => `${because}${namesText(group)} lost a life, ${left} left.` }
  }
  if (pick?.result === 'loss') {
    return {
      rank: 3,
      key: `${end} ${isBoughtBack}`,
      say: (group) =>
        `${because}${namesText(group)} ${isBoughtBack ? 'bought back in' : `${beText(group)} still in, the loss was waived`}.`,
    }
  }
  if (end === null) return null
  return { rank: 5, key: end, say: (group) => `${end}: ${namesText(group)} ${beText(group)} through.` }
}

/** "Second Wind has no pick and goes out tonight." */
function missedText(entries: readonly HeroEntry[], costs: 'entry' | 'life', { weekEnd }: Pick<HeroFacts, 'weekEnd'>): string {
  const count = entries.length
  const end = costs === 'entry' ? `${pluralize(count, 'goes', 'go')} out` : `${pluralize(count, 'loses', 'lose')} a life`
  return `${namesText(entries)} ${haveText(entries)} no pick and ${end} ${weekEnd}.`
}

function endOf(team: string, games: HeroFacts['games']): string | null {
  const [pick] = picksInPlay([team], games)
  return pick === undefined ? null : endText(pick)
}

const haveText = ({ length }: readonly HeroEntry[]): string => pluralize(length, 'has', 'have')

const beText = ({ length }: readonly HeroEntry[]): string => pluralize(length, 'is', 'are')

/** How many names a sentence has at most. */
const NAMED = 4

/** "Ace", "Ace and Bolt", "Ace, Bolt, Comet and 5 more". */
export function namesText(entries: readonly Pick<HeroEntry, 'name'>[]): string {
  const names = entries.map(({ name }) => name)
  const shown = names.length > NAMED ? [...names.slice(0, NAMED - 1), `${names.length - NAMED + 1} more`] : names
  return shown.length === 1 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
