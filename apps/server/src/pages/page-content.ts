import type { CardKind } from '@outlast/contract/cards'
import { seasonTopic, type Topic, weekTopic } from '@outlast/contract/live'
import { currentRound, type EntryId, gamesOf, isListed, type OpenPool } from '@outlast/domain'
import type { Card } from '../pictures/card.ts'
import { cardText } from '../pictures/card-text.ts'
import { cardVersion } from '../pictures/card-images.ts'
import type { CardReader } from '../pictures/read-cards.ts'

/** The content of a page's HTML, for readers that do not run its JavaScript: chat previews, search engines, and people while it loads. */
export interface PageContent {
  /** The address of the page. */
  readonly path: string
  /** Without the club's name. */
  readonly title: string
  readonly description: string
  /** The picture of the page, if there is one. */
  readonly picture: { readonly kind: CardKind; readonly id: number; readonly version: string } | null
  readonly firstView: FirstView | null
}

/** What a page shows until the app runs. */
export interface FirstView {
  readonly kicker: string
  readonly headline: string
  readonly line: string
  /** At the pool's own address, which visitors open; null elsewhere. */
  readonly pool: PoolFirstView | null
}

/** What the pool's own address shows besides, before the app runs. */
interface PoolFirstView {
  /** The live views that its first screen shows besides the pool's, so that the page asks for them at once. */
  readonly topics: readonly Topic[]
  /** Each game of the week in words: "DAL 17–10 GB", "DAL at GB". */
  readonly games: readonly string[]
  readonly isOpenToNewMembers: boolean
}

interface PageDependencies {
  readonly cards: Pick<CardReader, 'read'>
  readonly pool: () => OpenPool
}

/** A card with the kind and the id in the address of its picture. */
interface PageCard {
  readonly kind: CardKind
  readonly id: number
  readonly card: Card
}

/** Pages whose content depends on the pool, by their address. All others have only the club's name. */
const PAGES: readonly (readonly [
  pattern: RegExp,
  read: (deps: PageDependencies, id: number) => Promise<PageContent | undefined>,
])[] = [
  [/^\/$/, async (deps) => contentOf('/', await poolCard(deps), { firstView: true, pool: poolFirstView(deps) })],
  [/^\/history$/, async (deps) => contentOf('/history', await poolCard(deps), { title: 'History' })],
  [/^\/reveal$/, async (deps) => contentOf('/reveal', await currentCard(deps), { firstView: true })],
  [
    /^\/reveal\/([1-9]\d{0,9})$/,
    async (deps, id) => contentOf(`/reveal/${id}`, await readCard(deps, 'week', id), { firstView: true }),
  ],
  [/^\/entry\/([1-9]\d{0,9})$/, async (deps, id) => contentOf(`/entry/${id}`, await entryCard(deps, id))],
]

/**
 * Returns what the content of the page at an address depends on besides what everybody knows about seasons and locked weeks: the games of
 * an open week. Undefined if it has no content, as the page of an entry that does not exist.
 */
export function pageContentKey(deps: Pick<PageDependencies, 'pool'>, path: string): string | undefined {
  const entry = /^\/entry\/(\d+)$/.exec(path)?.[1]
  if (entry !== undefined) return deps.pool().entries.has(Number(entry) as EntryId) ? '' : undefined
  if (path === '/') return gamesInWords(deps).join()
  return PAGES.some(([pattern]) => pattern.test(path)) ? '' : undefined
}

/** Reads the content of a page from public views; undefined for a page that has none. */
export async function readPageContent(deps: PageDependencies, path: string): Promise<PageContent | undefined> {
  for (const [pattern, read] of PAGES) {
    const match = pattern.exec(path)
    if (match !== null) return read(deps, Number(match[1] ?? 0))
  }
  return undefined
}

interface ContentOptions {
  readonly title?: string
  readonly firstView?: boolean
  readonly pool?: PoolFirstView | null
}

function contentOf(
  path: string,
  found: PageCard | undefined,
  { title, firstView = false, pool = null }: ContentOptions = {},
): PageContent | undefined {
  if (found === undefined) return undefined
  const { kind, id, card } = found
  const text = cardText(card)
  const headline = card.kind === 'countdown' ? '' : `${text.headline}. `
  return {
    path,
    title: title ?? text.title,
    description: `${title === undefined ? '' : `${text.title}: `}${headline}${text.sentence}`,
    picture: { kind, id, version: cardVersion(card) },
    firstView: firstView ? { ...firstViewOf(card), pool } : null,
  }
}

function firstViewOf(card: Card): Omit<FirstView, 'pool'> {
  const { title: kicker, headline, sentence } = cardText(card)
  return { kicker, headline, line: card.kind === 'countdown' ? card.time : sentence }
}

function poolFirstView(deps: Pick<PageDependencies, 'pool'>): PoolFirstView {
  const pool = deps.pool()
  const week = currentRound(pool)
  return {
    topics: week === undefined ? [] : [weekTopic(week.id), seasonTopic(week.seasonYear)],
    games: gamesInWords(deps),
    isOpenToNewMembers: pool.joining !== 'closed',
  }
}

function gamesInWords({ pool }: Pick<PageDependencies, 'pool'>): readonly string[] {
  const week = currentRound(pool())
  const games = week === undefined ? [] : gamesOf(pool(), week).filter(isListed)
  return games
    .toSorted((a, b) => a.kickoff.localeCompare(b.kickoff) || a.id - b.id)
    .map(({ away, home, awayScore, homeScore }) =>
      awayScore === null || homeScore === null ? `${away} at ${home}` : `${away} ${awayScore}–${homeScore} ${home}`,
    )
}

async function readCard({ cards }: PageDependencies, kind: CardKind, id: number): Promise<PageCard | undefined> {
  const card = await cards.read(kind, id)
  return card && { kind, id, card }
}

/** Returns the card of the pool as a whole: the champion once the season is decided, and otherwise the current week. */
async function poolCard(deps: PageDependencies): Promise<PageCard | undefined> {
  const year = currentRound(deps.pool())?.seasonYear
  if (year === undefined) return undefined
  return (await readCard(deps, 'champion', year)) ?? currentCard(deps)
}

async function currentCard(deps: PageDependencies): Promise<PageCard | undefined> {
  const week = currentRound(deps.pool())
  return week && readCard(deps, 'week', week.id)
}

async function entryCard(deps: PageDependencies, id: number): Promise<PageCard | undefined> {
  return (await readCard(deps, 'elimination', id)) ?? readCard(deps, 'entry', id)
}
