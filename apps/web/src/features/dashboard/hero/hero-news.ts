import { listText } from '@outlast/contract/words'
import { formatCount, pluralize } from '../../../lib/numbers.ts'
import { picksOf, slotsOf } from '../board/places.ts'
import type { HeroEntry, HeroFacts } from './hero-facts.ts'
import { endText, picksInPlay } from './picks-in-play.ts'

/** One thing that happened to entries, so that entries with the same fate share a sentence. */
interface News {
  /** The worst is said first. */
  readonly rank: number
  /** The same for entries that share the sentence. */
  readonly key: string
  readonly say: (entries: readonly HeroEntry[]) => string
  /** What the page says above all else while the news is new; left out where it never does. */
  readonly headline?: ((entries: readonly HeroEntry[]) => Headline) | undefined
}

/** "Second Wind is out.", "NE lost 24–28." */
interface Headline {
  readonly state: 'out' | 'through'
  readonly entries: readonly HeroEntry[]
  readonly answer: string
  readonly because: string
  /** When the game ended, in milliseconds of site time. */
  readonly at: number
}

/** What happened to entries that share their fate. */
interface Told {
  readonly rank: number
  readonly sentence: string
  readonly headline: Headline | undefined
}

/** How long news is the headline, in milliseconds. */
const HEADLINE_MS = 120_000

/** News of this rank or less is graver than what is still open. */
const GRAVE = 1

/** Says by name what happened in a locked week to the member's entries, or will without a pick. Entries in play have no news. */
export const newsOf = (facts: HeroFacts): readonly string[] => told(facts).map(({ sentence }) => sentence)

/** Says the same with how the picks in play are doing: below what is graver, otherwise beside the answer. */
export function newsWith(facts: HeroFacts, inPlay: string): { readonly rest: string; readonly news: readonly string[] } {
  const all = told(facts)
  const isGrave = all.some(({ rank }) => rank <= GRAVE)
  return isGrave ? { rest: '', news: inOrder(all, inPlay) } : { rest: inPlay, news: newsOf(facts) }
}

/** Returns the gravest news of the last two minutes, with all that comes after it; null if there is none. */
export function headlineOf(facts: HeroFacts, calm: string): (Headline & { readonly others: readonly string[] }) | null {
  const all = told(facts)
  const newest = all.find(({ headline }) => headline !== undefined && facts.now - headline.at < HEADLINE_MS)
  if (newest?.headline === undefined) return null
  const others = all.filter((other) => other !== newest)
  return { ...newest.headline, others: inOrder(others, calm) }
}

/** What is graver than that entries are in play, then how those do, then the rest. */
function inOrder(all: readonly Told[], inPlay: string): readonly string[] {
  const say = (isGrave: boolean) => all.filter(({ rank }) => rank <= GRAVE === isGrave).map(({ sentence }) => sentence)
  return [...say(true), ...(inPlay === '' ? [] : [inPlay]), ...say(false)]
}

/** The worst comes first. */
function told(facts: HeroFacts): readonly Told[] {
  const known = facts.entries.flatMap((entry) => {
    const news = newsOfEntry(entry, facts)
    return news === null ? [] : [{ entry, news }]
  })
  return [...Map.groupBy(known, ({ news }) => `${news.rank} ${news.key}`).values()]
    .toSorted((a, b) => (a[0]?.news.rank ?? 0) - (b[0]?.news.rank ?? 0))
    .flatMap((group) =>
      group.slice(0, 1).map(({ news: { rank, say, headline } }) => {
        const named = group.map(({ entry }) => entry)
        return { rank, sentence: say(named), headline: headline?.(named) }
      }),
    )
}

/**
 * Returns the headline of news that the games of these teams brought; undefined while one of them is open, or its end is not known.
 * @param what "is out", after the names of as many entries
 */
function headlineFrom(
  games: HeroFacts['games'],
  teams: readonly string[],
  state: Headline['state'],
  because: string | null,
  what: (count: number) => string,
): News['headline'] {
  const at = Math.max(...picksInPlay(teams, games).map(({ game }) => Date.parse(game?.result_at ?? '')))
  if (because === null || !Number.isFinite(at)) return undefined
  return (entries) => ({
    state,
    entries,
    answer: `${namesText(entries)} ${what(entries.length)}.`,
    because: `${because}.`,
    at,
  })
}

const teamsOf = (picks: readonly { readonly team: string }[]): readonly string[] => picks.map(({ team }) => team)

function newsOfEntry(entry: HeroEntry, facts: HeroFacts): News | null {
  const { standing, missedCosts, hasBegun, isBack } = entry
  const week = facts.week.week_number
  if (standing?.status === 'out') {
    return standing.eliminatedWeek === week ? outNews(standing, facts) : null
  }
  if (missedCosts === 'nothing' && entry.pick === null) {
    return {
      rank: 4,
      key: '',
      say: (group) => `${namesText(group)} ${haveText(group)} no pick and ${pluralize(group.length, 'stays', 'stay')} in.`,
    }
  }
  if (missedCosts !== null && missedCosts !== 'nothing') {
    const missing = slotsOf(entry) - picksOf(entry).length
    const lacks = entry.pick === null ? 'no pick' : missing === 1 ? 'a pick missing' : `${missing} picks missing`
    return { rank: 1, key: `${missedCosts} ${lacks}`, say: (group) => missedText(group, lacks, missedCosts, facts) }
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
    rank: 0,
    key: reason ?? '',
    say: (group) => `Out: ${namesText(group)}.${reason === null ? '' : ` ${reason}.`}`,
    headline: headlineFrom(games, team === null ? [] : [team], 'out', end, (count) => `${pluralize(count, 'is', 'are')} out`),
  }
}

/** What brought an entry back: another score, or an admin. */
function backNews(entry: HeroEntry, { games }: HeroFacts): News {
  const picks = picksOf(entry)
  const [pick, ...more] = picks
  const ends = endsOf(picks, games)
  const game = pick === undefined ? undefined : picksInPlay([pick.team], games)[0]?.game
  const reason =
    pick === undefined || picks.some(({ result }) => result === 'loss')
      ? 'An admin waived the loss'
      : ends.length === picks.length
        ? `The score was corrected: ${listText(ends)}`
        : more.length > 0
          ? 'A score was corrected'
          : `The game of ${pick.team} ${game?.status === 'in_progress' ? 'goes on' : 'is open again'}`
  return {
    rank: 2,
    key: reason,
    say: (group) => `Back in: ${namesText(group)}. ${reason}.`,
    headline: headlineFrom(games, teamsOf(picks), 'through', reason, (count) => `${pluralize(count, 'is', 'are')} back in`),
  }
}

function throughNews(entry: HeroEntry, { games, week }: HeroFacts): News | null {
  const { lives, buyback } = entry
  const lostLives = lives?.lostWeeks.filter((lost) => lost === week.week_number).length ?? 0
  const picks = picksOf(entry)
  const decided = picks.filter(({ result }) => result !== 'tbd')
  const lost = decided.filter(({ result }) => result === 'loss')
  const ends = endsOf(lost.length > 0 ? lost : decided, games)
  const end = ends.length === 0 ? null : listText(ends)
  const isBoughtBack = buyback?.status === 'confirmed' && buyback.week_number === week.week_number
  const because = end === null ? '' : `${end}: `
  if (lostLives > 0) {
    const left = lives?.left ?? 0
    const what = livesText(lostLives)
    return {
      rank: 1,
      key: `${end} ${what} ${left}`,
      say: (group) => `${because}${namesText(group)} lost ${what}, ${left} left.`,
      headline: headlineFrom(
        games,
        teamsOf(lost),
        'out',
        end === null ? null : `${end}. ${formatCount(left, 'life', 'lives')} left`,
        () => `lost ${what}`,
      ),
    }
  }
  if (lost.length > 0) {
    return {
      rank: 3,
      key: `${end} ${isBoughtBack}`,
      say: (group) =>
        `${because}${namesText(group)} ${isBoughtBack ? 'bought back in' : `${beText(group)} still in, the loss was waived`}.`,
    }
  }
  if (end === null) return null
  const open = picks.length - decided.length
  if (open > 0) {
    const toCome = `${open === 1 ? 'one pick' : `${open} picks`} to come`
    return { rank: 5, key: `${end} ${open}`, say: (group) => `${end}: ${namesText(group)} ${haveText(group)} ${toCome}.` }
  }
  return {
    rank: 5,
    key: end,
    say: (group) => `${end}: ${namesText(group)} ${beText(group)} through.`,
    headline: headlineFrom(games, teamsOf(picks), 'through', end, (count) => `${pluralize(count, 'is', 'are')} through`),
  }
}

/** "Second Wind has no pick and goes out tonight." */
function missedText(
  entries: readonly HeroEntry[],
  lacks: string,
  costs: 'entry' | number,
  { weekEnd }: Pick<HeroFacts, 'weekEnd'>,
): string {
  const count = entries.length
  const end =
    costs === 'entry' ? `${pluralize(count, 'goes', 'go')} out` : `${pluralize(count, 'loses', 'lose')} ${livesText(costs)}`
  return `${namesText(entries)} ${haveText(entries)} ${lacks} and ${end} ${weekEnd}.`
}

/** How the games of picks ended, as far as they have. */
const endsOf = (picks: readonly { readonly team: string }[], games: HeroFacts['games']): readonly string[] =>
  picks.flatMap(({ team }) => endOf(team, games) ?? [])

function endOf(team: string, games: HeroFacts['games']): string | null {
  const [pick] = picksInPlay([team], games)
  return pick === undefined ? null : endText(pick)
}

const livesText = (count: number): string => (count === 1 ? 'a life' : `${count} lives`)

const haveText = ({ length }: readonly HeroEntry[]): string => pluralize(length, 'has', 'have')

const beText = ({ length }: readonly HeroEntry[]): string => pluralize(length, 'is', 'are')

/** How many names a sentence has at most. */
const NAMED = 4

/** "Ace", "Ace and Bolt", "Ace, Bolt, Comet and 5 more". */
export function namesText(entries: readonly Pick<HeroEntry, 'name'>[]): string {
  const names = entries.map(({ name }) => name)
  const shown = names.length > NAMED ? [...names.slice(0, NAMED - 1), `${names.length - NAMED + 1} more`] : names
  return listText(shown)
}
