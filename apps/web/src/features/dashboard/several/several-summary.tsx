import { Scorebug } from '../../../pool/scorebug/scorebug.tsx'
import { NoPick, TeamChip } from '../../../pool/team-chip.tsx'
import { useUnsavedDrafts } from '../../../pick-drafts/pick-drafts.ts'
import { useUser } from '../../../session/session.ts'
import type { BoardEntry, BoardGame, BoardPick, BoardWeek } from '../board/board.ts'
import { gameOfTeam } from '../../../pool/pick-rules.ts'
import { picksOf, placesOf } from '../board/places.ts'
import rowStyles from '../entries/row.module.css'
import { PickedCount } from './picked-count.tsx'

interface SeveralSummaryProps {
  readonly entry: BoardEntry
  readonly week: BoardWeek
  readonly games: readonly BoardGame[] | null
  readonly isClosed: boolean
}

/** An entry's picks of a week that takes several, in a row: the teams with what is missing, or after the lock each with its game. */
export function SeveralSummary({ isClosed, ...props }: SeveralSummaryProps) {
  return isClosed ? <Played {...props} /> : <Open {...props} />
}

function Played({ entry, games }: Omit<SeveralSummaryProps, 'isClosed'>) {
  const isDoomed = entry.missedCosts === 'entry'
  return (
    <span className="stack1">
      {placesOf(entry).map(({ pick, several }) => (
        <span key={several?.slot} className={rowStyles.summary}>
          {pick === null ? (
            <span className={isDoomed ? rowStyles.doomed : 'muted'}>
              <NoPick /> No pick {several?.slot}
              {isDoomed && ', goes out'}
            </span>
          ) : (
            <PlayedPick pick={pick} games={games} />
          )}
        </span>
      ))}
    </span>
  )
}

function PlayedPick({ pick, games }: Pick<SeveralSummaryProps, 'games'> & { readonly pick: BoardPick }) {
  const { team, isAuto } = pick
  const game = gameOfTeam(games ?? [], team)
  if (game === undefined) return <TeamChip abbr={team} isAuto={isAuto} />
  return <Scorebug game={game} team={team} isAuto={isAuto} />
}

function Open({ entry, week }: Pick<SeveralSummaryProps, 'entry' | 'week'>) {
  const unsaved = useUnsavedDrafts(useUser().id, week.id).filter(({ entryId }) => entryId === entry.id)
  const teams = placesOf(entry).flatMap(({ pick, several }) => {
    const draft = unsaved.find(({ slot }) => slot === several?.slot)
    return draft?.team ?? pick?.team ?? []
  })
  const voided = picksOf(entry).find(({ usedIn }) => usedIn !== null)
  return (
    <>
      {teams.map((team) => (
        <TeamChip key={team} abbr={team} />
      ))}{' '}
      {unsaved.length > 0 ? (
        <span className="warn">Not submitted</span>
      ) : voided === undefined ? (
        <PickedCount entry={entry} />
      ) : (
        <span className="warn">{voided.team} can’t stand</span>
      )}
    </>
  )
}
