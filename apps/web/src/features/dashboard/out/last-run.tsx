import type { SeasonView } from '@outlast/contract/live'
import { roadOf } from '@outlast/views'
import { placesOf } from '@outlast/views/places'
import { useMemo } from 'react'
import { formatCount, formatNumber } from '../../../lib/numbers.ts'
import { Road } from '../../../pool/champion/road.tsx'
import { PictureLink } from '../../../pool/share/picture-link.tsx'
import { Card } from '../../../ui/card.tsx'
import type { BoardEntry } from '../board/board.ts'
import { longestRun } from './longest-run.ts'

interface LastRunProps {
  readonly entries: readonly BoardEntry[]
  readonly season: SeasonView
}

/** For a member whose entries are all out: the run of the one that lasted longest, its place, and a picture of it. */
export function LastRun({ entries, season }: LastRunProps) {
  const run = useMemo(() => longestRun(entries), [entries])
  const road = useMemo(() => {
    const entry = season.entries.find(({ id }) => id === run?.id)
    return entry === undefined || run === null ? null : roadOf(season, entry, run.week)
  }, [season, run])
  if (run === null || road === null || road.picks.length === 0) return null
  const places = placesOf(season)
  const rank = places.get(run.id)?.rank
  return (
    <Card title={`The run of ${run.name}`} actions={<PictureLink kind="elimination" id={run.id} />}>
      <p>
        {road.weeks_survived === 0 ? 'Out in its first week' : `${formatCount(road.weeks_survived, 'week')} survived`}
        {rank !== undefined && `, rank ${formatNumber(rank)} of ${formatNumber(places.size)}`}.
      </p>
      <Road picks={road.picks} label="Your longest run" />
    </Card>
  )
}
