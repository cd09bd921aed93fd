import { create } from 'zustand'
import { immer } from 'zustand/middleware/immer'

/** An entry that was named here and that the server has not told of yet. */
export interface NewEntry {
  readonly key: number
  readonly name: string
  /** Null while it is being saved, then its id, until the live view has it. */
  readonly id: number | null
}

interface NewEntries {
  readonly entries: readonly NewEntry[]
}

/** Entries shown before they are there (pool.md §2: creating is optimistic). */
export const useNewEntries = create<NewEntries>()(immer(() => ({ entries: [] as NewEntry[] })))

let serial = 0

/** Shows a temporary entry. @returns its key */
export function beginEntry(name: string): number {
  serial += 1
  const key = serial
  useNewEntries.setState((state) => {
    state.entries.push({ key, name, id: null })
  })
  return key
}

/** It is saved: it stays until the views have it. */
export function landEntry(key: number, id: number): void {
  useNewEntries.setState((state) => {
    const entry = state.entries.find((one) => one.key === key)
    if (entry !== undefined) entry.id = id
  })
}

/** It failed: it was never there. */
export function dropEntry(key: number): void {
  useNewEntries.setState((state) => {
    state.entries = state.entries.filter((one) => one.key !== key)
  })
}

/** Forgets those that the views have by now. */
export function forgetLanded(known: ReadonlySet<number>): void {
  const { entries } = useNewEntries.getState()
  if (!entries.some(({ id }) => id !== null && known.has(id))) return
  useNewEntries.setState((state) => {
    state.entries = state.entries.filter(({ id }) => id === null || !known.has(id))
  })
}
