import { seasonTopic } from '@outlast/contract/live'
import { usageAlive } from '@outlast/views'
import { useMemo } from 'react'
import { useSiteNow } from '../../../clock/site-clock.ts'
import { useTopicView } from '../../../live/use-topic.ts'
import { formBefore } from '../../../pool/team-form.ts'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
import { pickOptions } from './pick-options.ts'
import { usePickerPlaces } from './picker-places.ts'

interface PickOptionsProps {
  /** The entries that the team is for. */
  readonly entries: readonly BoardEntry[]
  readonly week: BoardWeek
  /** Null while they load, and then there are no options. */
  readonly games: readonly BoardGame[] | null
  readonly teamLock: 'week' | 'kickoff'
  /** The team of the only entry's pick. */
  readonly selected: string | null
}

const NO_WEEKS: Parameters<typeof formBefore>[0] = []
const NO_USAGE: ReadonlyMap<string, number> = new Map()

/** Returns the teams of the week with what speaks against each, for the places that they are for. */
export function usePickOptions({ week, games, teamLock, ...asked }: PickOptionsProps) {
  const now = useSiteNow(1_000)
  const places = usePickerPlaces({ ...asked, week, games, teamLock, now })
  const { used, taken } = places
  const season = useTopicView(seasonTopic(week.season_year), (view) => view)
  const isLoser = season?.objective === 'lose'
  // Where a pick wins when its team loses, the season's results do not say how teams played.
  const weeks = season === undefined || isLoser ? NO_WEEKS : season.weeks
  const usage = useMemo(() => (season === undefined ? NO_USAGE : usageAlive(season)), [season])
  const form = useMemo(() => formBefore(weeks, week.week_number), [weeks, week.week_number])
  const options = useMemo(
    () =>
      games === null
        ? null
        : pickOptions({
            games,
            ineligible: week.ineligible_teams,
            used,
            taken,
            form,
            usage,
            teamLock,
            weekNumber: week.week_number,
            now,
          }),
    [games, week.ineligible_teams, week.week_number, used, taken, form, usage, teamLock, now],
  )
  return { places, options, isLoser }
}
