import { weekLabel } from '@outlast/domain/rules'
import { type SeasonView } from '@outlast/contract/live'
import { roadOf } from '@outlast/views'
import { useMemo } from 'react'
import { Road } from '../../../pool/champion/road.tsx'
import { ShareButton } from '../../../pool/share/share-button.tsx'
import { ButtonLink } from '../../../ui/button.tsx'

interface OutRunProps {
  readonly entryId: number
  readonly name: string
  readonly season: SeasonView
  readonly eliminatedWeek: number
}

/** The run of an entry that is out, week by week, and what its owner can do now. */
export function OutRun({ entryId, name, season, eliminatedWeek }: OutRunProps) {
  const road = useMemo(() => {
    const entry = season.entries.find(({ id }) => id === entryId)
    return entry === undefined ? null : roadOf(season, entry, eliminatedWeek)
  }, [season, entryId, eliminatedWeek])
  return (
    <div className="stack3">
      {road !== null && road.picks.length > 0 && <Road picks={road.picks} label={`The run of ${name}`} />}
      <div className="wrap">
        <ShareButton
          size="small"
          path={`/entry/${entryId}`}
          title={`${name}, out in week ${weekLabel(eliminatedWeek)}`}
          label={`Share ${name}`}
        />
        <ButtonLink size="small" variant="quiet" to="/reveal">
          Weekly Reveal
        </ButtonLink>
      </div>
    </div>
  )
}
