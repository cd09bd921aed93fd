import { chooseTeam, dropDraft, type Place } from '../../../pick-drafts/pick-drafts.ts'
import type { BoardEntry, BoardWeek } from '../board/board.ts'

export const placeOf = ({ id, several }: BoardEntry, { id: weekId }: BoardWeek): Place => ({
  entryId: id,
  weekId,
  slot: several?.slot ?? 1,
})

/** Chooses a team for an entry. The team of its pick needs no choice, and none is left against it. */
export function choose(entry: BoardEntry, week: BoardWeek, userId: number, team: string): void {
  if (team === entry.pick?.team) dropDraft(placeOf(entry, week))
  else chooseTeam(choiceOf(entry, week, userId, team))
}

/** Returns the choice of a team for an entry, instead of its current pick. */
export function choiceOf(entry: BoardEntry, week: BoardWeek, userId: number, team: string) {
  const { name, pick } = entry
  const replaced = { pickId: pick?.id ?? null, receipt: pick?.receipt ?? null }
  return { userId, ...placeOf(entry, week), entryName: name, lockTime: week.lock_time, team, ...replaced }
}
