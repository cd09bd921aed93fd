import { listText } from '@outlast/contract/words'
import type { Pot } from '@outlast/contract'
import { type SeasonView, seasonTopic } from '@outlast/contract/live'
import { formatMoney, shareOf } from '@outlast/contract/money'
import { sharersOf } from '@outlast/views'
import { useEffect, useRef } from 'react'
import { formatCount } from '../lib/numbers.ts'
import { useTopicView } from '../live/use-topic.ts'
import { labelsOf } from './entry-labels.ts'

interface PotShareProps {
  readonly pot: Pot
  /** The season of the pot. */
  readonly season: number
  /** The week whose prize is named. */
  readonly weekId: number | undefined
  /** Asks for the pot again. */
  readonly refetch: () => void
}

/** What each entry would get from the pot. The pot changes with payments, and the entries that share it with every score. */
export function PotShare({ pot, season, weekId, refetch }: PotShareProps) {
  const live = useTopicView(seasonTopic(season), sharersOf)
  const played = useTopicView(seasonTopic(season), playedOf)
  const known = useRef(played)
  const hasPrizes = pot.prizes !== undefined
  useEffect(() => {
    if (hasPrizes && known.current !== undefined && known.current !== played) refetch()
    known.current = played
  }, [hasPrizes, played, refetch])
  if (live === undefined || live.sharers === 0) return null
  if (pot.prizes !== undefined) return <Prizes prizes={pot.prizes} currency={pot.currency} season={season} weekId={weekId} />
  const share = formatMoney(shareOf(pot.pot_cents, live.sharers), pot.currency)
  if (live.isDecided) return ` · ${share} for ${championIn(live.sharers)}`
  return ` · ${share} for each of ${formatCount(live.sharers, 'entry', 'entries')} alive, if it ended now`
}

const championIn = (sharers: number): string => (sharers === 1 ? 'the champion' : 'each champion')

/** What prizes depend on: finished weeks have winners, and a decided season has places, which corrections and overrides move. */
export function playedOf(season: SeasonView): readonly unknown[] {
  return [sharersOf(season).isDecided, season.entries, ...season.weeks.filter(({ is_complete }) => is_complete)]
}

interface PrizesProps extends Pick<PotShareProps, 'season' | 'weekId'>, Pick<Pot, 'currency'> {
  readonly prizes: PotPrizes
}

type PotPrizes = NonNullable<Pot['prizes']>

/** What the places and the weeks get of the pot, in half a sentence, and who has the prize of the shown week. */
function Prizes({ prizes, currency, season, weekId }: PrizesProps) {
  const names = useTopicView(seasonTopic(season), labelsOf)
  const money = (amount: number): string => formatMoney(amount, currency)
  const week = prizes.weeks.find((other) => other.week_id === weekId)
  const winners = week === undefined ? [] : winnersOf(week, names)
  return (
    <>
      {` · ${prizes.places.length > 0 ? placesText(prizes, money) : sharesText(prizes, money)}`}
      {week !== undefined && winners.length > 0 && ` · this week’s ${money(week.cents)} went to ${listed(winners)}`}
    </>
  )
}

/** Returns who shares the prize of a week, as far as they are known. */
export const winnersOf = (week: PotPrizes['weeks'][number], labels: ReadonlyMap<number, string> | undefined): readonly string[] =>
  week.entry_ids.flatMap((id) => labels?.get(id) ?? [])

const MAX_NAMES = 3
const MAX_PLACES = 4

/** “A, B and C”, or “A, B, C and 12 more”. */
export function listed(all: readonly string[]): string {
  const more = all.length > MAX_NAMES ? [`${all.length - MAX_NAMES} more`] : []
  return listText([...all.slice(0, MAX_NAMES), ...more])
}

/** What the entries that have places get. */
function placesText({ places }: PotPrizes, money: (amount: number) => string): string {
  const parts = [...Map.groupBy(places, ({ place }) => place)].map(([place, entries]) => {
    const share = money(Math.min(...entries.map((entry) => entry.cents)))
    if (place === 1) return `${share} for ${championIn(entries.length)}`
    return `${share} for ${entries.length === 1 ? '' : `each of the ${entries.length} in `}place ${place}`
  })
  const rest = parts.length - MAX_PLACES
  return rest > 0 ? `${parts.slice(0, MAX_PLACES).join(', ')}, and less for ${formatCount(rest, 'place')} more` : parts.join(', ')
}

/** What each place would get, and each week. */
function sharesText({ place_cents: cents, weekly_cents: weekly }: PotPrizes, money: (amount: number) => string): string {
  const shown = cents.slice(0, MAX_PLACES).map(money)
  const places = cents.length > MAX_PLACES ? `the first of ${cents.length} places` : `places 1 to ${cents.length}`
  const all = `${listText(shown)} for ${cents.length === 1 ? 'first place' : places}`
  return `${all}${weekly === 0 ? '' : `, and ${money(weekly)} for each week`}`
}
