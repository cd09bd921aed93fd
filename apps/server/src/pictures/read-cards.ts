import type { CardKind } from '@outlast/contract/cards'
import { seasonTopic, type SeasonView, weekTopic, type WeekView } from '@outlast/contract/live'
import { currentRound, type OpenPool } from '@outlast/domain'
import type { TopicViewCache } from '../live/topic-view-cache.ts'
import type { Card, CardClub } from './card.ts'
import { championCard, countdownCard, eliminatedWeekOf, entryCard, weekCard } from './derive-cards.ts'
import { printable } from './printable.ts'

interface CardReaderOptions {
  readonly views: Pick<TopicViewCache, 'view'>
  readonly pool: () => OpenPool
  readonly configuredName: string
  readonly publicUrl: string
}

/** Reads cards from the public live views, which contain nothing hidden. */
export class CardReader {
  readonly #options: CardReaderOptions

  constructor(options: CardReaderOptions) {
    this.#options = options
  }

  /** Returns a card; undefined if it has nothing to show yet. */
  async read(kind: CardKind, id: number): Promise<Card | undefined> {
    switch (kind) {
      case 'week':
        return this.#week(id)
      case 'entry':
        return this.#entry(id)
      case 'elimination': {
        const card = await this.#entry(id)
        return card?.kind === 'entry' && card.state === 'out' ? card : undefined
      }
      case 'champion': {
        const season = await this.#season(id)
        return season && championCard(this.#club(), season)
      }
      default:
        return kind satisfies never
    }
  }

  /** An open week has a countdown, made of its number and lock time alone. */
  async #week(id: number): Promise<Card | undefined> {
    const week = await this.#weekView(id)
    if (week === undefined) return undefined
    const season = week.week.is_locked ? await this.#season(week.week.season_year) : undefined
    return season === undefined ? countdownCard(this.#club(), week.week) : weekCard(this.#club(), week, season)
  }

  async #entry(id: number): Promise<Card | undefined> {
    const year = currentRound(this.#options.pool())?.seasonYear
    const season = year === undefined ? undefined : await this.#season(year)
    const entry = season?.entries.find((candidate) => candidate.id === id)
    if (season === undefined || entry === undefined) return undefined
    const out = eliminatedWeekOf(season, id)
    const week = season.weeks.find(({ week_number }) => week_number === out)
    const games = week === undefined ? [] : ((await this.#weekView(week.id))?.games ?? [])
    return entryCard(this.#club(), season, entry, games)
  }

  async #weekView(id: number): Promise<WeekView | undefined> {
    return (await this.#options.views.view(weekTopic(id)))?.view
  }

  async #season(year: number): Promise<SeasonView | undefined> {
    return (await this.#options.views.view(seasonTopic(year)))?.view
  }

  #club(): CardClub {
    const { pool, configuredName, publicUrl } = this.#options
    const { name, color, crest } = pool().club
    return { name: printable(name ?? configuredName, 'Outlast'), color, crest, host: nameOf(publicUrl) }
  }
}

/** Returns the host of an address if somebody could remember it: not `localhost`, and not a number. */
function nameOf(publicUrl: string): string | null {
  const { hostname } = new URL(publicUrl)
  return /\.[a-z]{2,}$/i.test(hostname) ? hostname : null
}
