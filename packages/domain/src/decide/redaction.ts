import { type EventOfType, createEvent } from '../events.ts'
import type { Entry, User } from '../state.ts'

/**
 * The record that names leave the log with their owners (architecture.md "Never in the log"): those of the entries
 * they have, and of entries they had before.
 */
export function redactionOf(owners: readonly User[], entries: readonly Entry[]): readonly EventOfType<'EventsRedacted'>[] {
  const positionsByOwner = new Map(owners.map((user) => [user.id, [...user.formerNamePositions]]))
  for (const entry of entries) positionsByOwner.get(entry.userId)?.push(...entry.namePositions)
  const inOrder = [...positionsByOwner].sort(([a], [b]) => a - b)
  return inOrder.flatMap(([userId, positions]) =>
    positions.length === 0 ? [] : [createEvent('EventsRedacted', { userId, positions: positions.sort((a, b) => a - b) })],
  )
}
