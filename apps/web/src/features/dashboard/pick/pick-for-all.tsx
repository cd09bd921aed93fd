import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { formatCount } from '../../../lib/numbers.ts'
import { chooseTeam } from '../../../pick-drafts/pick-drafts.ts'
import { useUser } from '../../../session/session.ts'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
import { choiceOf, LazyTeamPicker, preloadPicker } from './pick-form.tsx'

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
  const choose = (team: string): void => {
    const able = entries.filter(({ used, pick }) => !used.has(team) && pick?.team !== team)
    for (const entry of able) chooseTeam(choiceOf(entry, week, userId, team))
    const unable = entries.filter(({ used }) => used.has(team)).map(({ name }) => name)
    toast(
      `${team} chosen for ${formatCount(able.length, 'entry', 'entries')}${unable.length > 0 ? `; already used by ${unable.join(', ')}` : ''}`,
    )
    setOpen(false)
  }
  return (
    <>
      <Button size="small" onPointerEnter={preloadPicker} onFocus={preloadPicker} onClick={() => setOpen(true)}>
        Pick for {entries.length === 2 ? 'both' : `all ${entries.length}`}
      </Button>
      {isOpen && (
        <LazyTeamPicker
          entries={entries}
          week={week}
          games={games}
          teamLock={teamLock}
          selected={null}
          onSelect={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
