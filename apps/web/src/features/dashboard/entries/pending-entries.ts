import { create } from 'zustand'

/** An entry that this device created and that the live view does not contain yet. */
interface PendingEntry {
  readonly key: number
  readonly name: string
  /** Null until the server has saved the entry. */
  readonly id: number | null
}

/** Entries that the dashboard shows before the server has saved them. */
const useStore = create<{ readonly entries: readonly PendingEntry[] }>()(() => ({ entries: [] }))

/** Returns the pending entries. */
export const usePendingEntries = (): readonly PendingEntry[] => useStore((state) => state.entries)

let nextKey = 1

/** Adds an entry that is being saved. @returns its key */
export function addPendingEntry(name: string): number {
  const key = nextKey++
  useStore.setState(({ entries }) => ({ entries: [...entries, { key, name, id: null }] }))
  return key
}

/** Marks an entry as saved. It stays until the live view contains it. */
export function confirmPendingEntry(key: number, id: number): void {
  useStore.setState(({ entries }) => ({
    entries: entries.map((pending) => (pending.key === key ? { ...pending, id } : pending)),
  }))
}

/** Removes an entry that the server rejected. */
export function removePendingEntry(key: number): void {
  useStore.setState(({ entries }) => ({ entries: entries.filter((pending) => pending.key !== key) }))
}

/** Removes the entries that the live view contains by now. */
export function removeArrivedEntries(arrived: ReadonlySet<number>): void {
  const hasArrived = ({ id }: PendingEntry): boolean => id !== null && arrived.has(id)
  if (!useStore.getState().entries.some(hasArrived)) return
  useStore.setState(({ entries }) => ({ entries: entries.filter((entry) => !hasArrived(entry)) }))
}
