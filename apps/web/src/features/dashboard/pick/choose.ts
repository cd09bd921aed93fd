import { chooseTeam, dropDraft, isAt, type Place, useDraftStore } from '../../../pick-drafts/pick-drafts.ts'
import type { BoardEntry, BoardWeek } from '../board/board.ts'

export const placeOf = ({ id, several }: BoardEntry, { id: weekId }: BoardWeek): Place => ({
  entryId: id,
  weekId,
  slot: several?.slot ?? 1,
})

/**
 * Chooses a team for an entry. The team of its pick needs no choice, and none is left against it, unless another team is on its way that
 * would replace it.
 */
export function choose(entry: BoardEntry, week: BoardWeek, userId: number, team: string): void {
  const place = placeOf(entry, week)
  const isReplaced = useDraftStore.getState().drafts.some((draft) => isAt(place)(draft) && draft.unanswered.length > 0)
  if (team === entry.pick?.team && !isReplaced) dropDraft(place)
  else chooseTeam(choiceOf(entry, week, userId, team))
}

/** Returns the choice of a team for an entry, instead of its current pick. */
export function choiceOf(entry: BoardEntry, week: BoardWeek, userId: number, team: string) {
  const { name, pick } = entry
  const replaced = { pickId: pick?.id ?? null, receipt: pick?.receipt ?? null }
  return { userId, ...placeOf(entry, week), entryName: name, lockTime: week.lock_time, team, ...replaced }
}
