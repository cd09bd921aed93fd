import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { formatCount } from '../../../lib/numbers.ts'
import { useUnsavedDrafts } from '../../../pick-drafts/pick-drafts.ts'
import { useUser } from '../../../session/session.ts'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
import { nextPlace } from '../board/places.ts'
import { choose } from './choose.ts'
import { LazyTeamPicker, preloadPicker } from './lazy-picker.ts'

interface PickForAllProps {
  /** The entries that can pick. */
  readonly entries: readonly BoardEntry[]
  readonly week: BoardWeek
  readonly games: readonly BoardGame[] | null
  readonly teamLock: 'week' | 'kickoff'
}

/** Chooses one team for all entries that can take it. The choices still have to be submitted. */
export function PickForAll({ entries, week, games, teamLock }: PickForAllProps) {
  const { id: userId } = useUser()
  const [isOpen, setOpen] = useState(false)
  const unsaved = useUnsavedDrafts(userId, week.id)
  const places = entries.map((entry) => nextPlace(entry, unsaved))
  const chooseForAll = (team: string, able: readonly BoardEntry[]): void => {
    const changing = able.filter(({ pick }) => pick?.team !== team)
    for (const place of able) choose(place, week, userId, team)
    const unable = places.filter((place) => !able.includes(place)).map(({ name }) => name)
    toast(
      `${team} chosen for ${formatCount(changing.length, 'entry', 'entries')}${unable.length > 0 ? `; already used by ${unable.join(', ')}` : ''}`,
    )
  }
  return (
    <>
      <Button size="small" onPointerEnter={preloadPicker} onFocus={preloadPicker} onClick={() => setOpen(true)}>
        Pick for {entries.length === 2 ? 'both' : `all ${entries.length}`}
      </Button>
      {isOpen && (
        <LazyTeamPicker
          entries={places}
          week={week}
          games={games}
          teamLock={teamLock}
          selected={null}
          onSelect={chooseForAll}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
