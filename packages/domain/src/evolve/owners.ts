import type { Entry, PoolState } from '../state/state.ts'
import { amendEntry } from './entries.ts'
import type { Handlers } from './patches.ts'

/** What changes whose an entry is. */
export const OWNER_HANDLERS = {
  EntryHandedOver: (state, event) => {
    const { entryId, userId, byHand } = event.data
    const entry = state.entries.get(entryId)
    if (entry === undefined) return
    leaveOwner(state, entry)
    state.proxies.delete(entryId)
    // What was chosen in secret and belongs to no week ends with whoever chose it.
    state.splitBallots.delete(entryId)
    amendEntry(state, event, ({ keepers = [] }) => ({
      userId,
      ranking: [],
      rankingVersion: null,
      keepers: [
        ...keepers.map((keeper) => ({ until: event.position, ...keeper })),
        ...(byHand === true ? [{ userId, since: event.position }] : []),
      ],
    }))
    const own = [...(state.entriesOfUser.get(userId) ?? []), entryId]
    state.entriesOfUser.set(
      userId,
      own.sort((a, b) => a - b),
    )
  },
} satisfies Partial<Handlers>

/** Takes an entry from the list of its owner. */
export function leaveOwner(state: PoolState, { id, userId }: Entry): void {
  const left = (state.entriesOfUser.get(userId) ?? []).filter((other) => other !== id)
  if (left.length === 0) state.entriesOfUser.delete(userId)
  else state.entriesOfUser.set(userId, left)
}
