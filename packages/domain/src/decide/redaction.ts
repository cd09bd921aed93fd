import { type EventNamed, happened } from '../events.ts'
import type { Entry, User } from '../state.ts'

/**
 * The record that names leave the log with their owners (architecture.md "Never in the log"): those of the entries
 * they have, and of entries they had before.
 */
export function redactionOf(owners: readonly User[], entries: readonly Entry[]): readonly EventNamed<'EventsRedacted'>[] {
  const namedAt = new Map(owners.map((user) => [user.id, [...user.formerlyNamedAt]]))
  for (const entry of entries) namedAt.get(entry.userId)?.push(...entry.namedAt)
  const inOrder = [...namedAt].sort(([a], [b]) => a - b)
  return inOrder.flatMap(([userId, positions]) =>
    positions.length === 0 ? [] : [happened('EventsRedacted', { userId, positions: positions.sort((a, b) => a - b) })],
  )
}
