import { type SeasonView } from '@outlast/contract/live'
import { participantsOf, seasonOutcomeOf, standingsOf } from '@outlast/views'
import { Notice } from '../../ui/notice.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { useTopicView } from '../../live/use-topic.ts'

/** Says why a season that is over has no champion (docs/rules.md §6). Nothing while it runs, and if it has one. */
export function NoChampion({ season }: { readonly season: SeasonView }) {
  const year = season.season_year
  const isOver = useTopicView('pool', ({ weeks, current_week_id, season_starts }) => {
    const current = weeks.find((week) => week.id === current_week_id)?.season_year ?? 0
    return current > year || season_starts.some((start) => start.season_year > year)
  })
  if (isOver !== true || seasonOutcomeOf(season).status === 'finished') return null
  const standings = standingsOf(season)
  const alive = participantsOf(season).filter(({ id }) => standings.get(id)?.status === 'alive').length
  return (
    <Notice title={`The ${year} season has no champion`}>
      <p>{formatCount(alive, 'entry was', 'entries were')} still alive at the end. A season is won when at most one is left.</p>
    </Notice>
  )
}
