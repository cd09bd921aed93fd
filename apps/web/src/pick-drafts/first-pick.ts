let awaited: number | null = null

/** Lets the picker of an entry open automatically: the first entry of a member who has just joined. */
export function awaitFirstPick(entryId: number): void {
  awaited = entryId
}

/** Whether an entry's picker opens automatically. Once only. */
export function takeFirstPick(entryId: number): boolean {
  if (awaited !== entryId) return false
  awaited = null
  return true
}
