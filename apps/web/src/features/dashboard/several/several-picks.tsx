import { useMemo } from 'react'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
import { placesOf } from '../board/places.ts'
import { ClosedPick } from '../pick/closed-pick.tsx'
import { PickForm } from '../pick/pick-form.tsx'
import { PickedCount } from './picked-count.tsx'

interface SeveralPicksProps {
  readonly entry: BoardEntry
  readonly week: BoardWeek
  readonly games: readonly BoardGame[] | null
  readonly teamLock: 'week' | 'kickoff'
  readonly isClosed: boolean
  /** Whether the picks can no longer change. */
  readonly isFinal: boolean
  readonly onWritten: () => void
}

/** The places of an entry in a week that takes several picks: their forms, or after the lock what became of them. */
export function SeveralPicks({ isFinal, ...props }: SeveralPicksProps) {
  const { entry } = props
  const places = useMemo(() => placesOf(entry), [entry])
  return (
    <div className="stack4">
      {!isFinal && (
        <p className="small">
          <PickedCount entry={entry} />
        </p>
      )}
      {places.map((place) => {
        const slot = place.several?.slot ?? 1
        return (
          <section key={slot} className="stack1" aria-label={`Pick ${slot} of ${entry.name}`}>
            <h4 className="label">Pick {slot}</h4>
            {isFinal ? <ClosedPick {...props} entry={place} /> : <PickForm {...props} entry={place} />}
          </section>
        )
      })}
    </div>
  )
}
