import { useMemo, useState } from 'react'
import { useUnsavedDrafts } from '../../../pick-drafts/pick-drafts.ts'
import { useUser } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import type { Board, BoardEntry, BoardWeek } from '../board/board.ts'
import { orderEntries } from '../entries/entry-order.ts'
import { isDrafted, isOpenPlace, needsPick, placesOf } from '../board/places.ts'
import { choose } from './choose.ts'
import { LazyTeamPicker, preloadPicker } from './lazy-picker.ts'

interface PickNowProps {
  readonly board: Board
  readonly week: BoardWeek
  /** "Pick early" while the lock is days away. */
  readonly label: string
}

const NONE: ReadonlySet<number> = new Set()

/** Opens the picker for the first entry that has neither a pick nor a choice. The choice still has to be submitted. */
export function PickNow({ board: { entries, games, rules }, week, label }: PickNowProps) {
  const { id: userId } = useUser()
  const unsaved = useUnsavedDrafts(userId, week.id)
  const [picking, setPicking] = useState<BoardEntry | null>(null)
  const picked = useMemo(() => (picking === null ? [] : [picking]), [picking])
  const next = orderEntries(entries, NONE)
    .filter((entry) => entry.takesPart && needsPick(entry))
    .flatMap(placesOf)
    .find((place) => isOpenPlace(place) && !isDrafted(unsaved, place))
  const select = (team: string, [place]: readonly BoardEntry[]): void => {
    if (place === undefined) return
    choose(place, week, userId, team)
    // The button is gone once no entry is left.
    requestAnimationFrame(() => document.getElementById(`entry-${place.id}`)?.focus({ preventScroll: true }))
  }
  return (
    <>
      {next !== undefined && (
        <Button
          variant="primary"
          aria-haspopup="dialog"
          aria-label={`${label} for ${next.name}`}
          onPointerEnter={preloadPicker}
          onFocus={preloadPicker}
          onClick={() => setPicking(next)}
        >
          {label}
        </Button>
      )}
      {picking !== null && (
        <LazyTeamPicker
          entries={picked}
          week={week}
          games={games}
          teamLock={rules?.team_lock ?? 'week'}
          selected={null}
          onSelect={select}
          onClose={() => setPicking(null)}
        />
      )}
    </>
  )
}
