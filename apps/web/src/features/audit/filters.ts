import type { AuditKind } from '@outlast/contract'

/** What the trail is narrowed to; it stands in the address, so that a link shows the same. */
export interface AuditFilters {
  readonly kind: AuditKind | undefined
  readonly entryId: number | undefined
  readonly weekId: number | undefined
  readonly actorId: number | undefined
}

/** The kinds of the contract, with the words for them. */
export const KINDS: readonly { readonly value: AuditKind; readonly label: string }[] = [
  { value: 'pick', label: 'Picks' },
  { value: 'entry', label: 'Entries' },
  { value: 'payment', label: 'Payments' },
  { value: 'week', label: 'Weeks and locks' },
  { value: 'game', label: 'Games' },
  { value: 'user', label: 'Accounts' },
  { value: 'pool', label: 'The pool' },
]

/** Reads them from an address; what is not valid is not there. */
export function filtersOf(search: URLSearchParams): AuditFilters {
  return {
    kind: KINDS.find(({ value }) => value === search.get('kind'))?.value,
    entryId: idIn(search, 'entry'),
    weekId: idIn(search, 'week'),
    actorId: idIn(search, 'actor'),
  }
}

/** The address's parameters with one of them changed; undefined takes it away. */
export function withParam(search: URLSearchParams, name: string, value: string | number | undefined): URLSearchParams {
  const next = new URLSearchParams(search)
  if (value === undefined || value === '') next.delete(name)
  else next.set(name, String(value))
  return next
}

/** A whole number from 1 in a parameter. */
export function idIn(search: URLSearchParams, name: string): number | undefined {
  const text = search.get(name) ?? ''
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

/** What the API takes for them. */
export function queryOf({ kind, entryId, weekId, actorId }: AuditFilters) {
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(entryId === undefined ? {} : { entry_id: entryId }),
    ...(weekId === undefined ? {} : { week_id: weekId }),
    ...(actorId === undefined ? {} : { actor_id: actorId }),
  }
}
