import type { AuditKind } from '@outlast/contract'
import { parseId } from '../../lib/numbers.ts'

/** The filters of the trail. They are kept in the URL, so that a link shows the same events. */
export interface AuditFilters {
  readonly kind: AuditKind | undefined
  readonly entryId: number | undefined
  readonly weekId: number | undefined
  readonly actorId: number | undefined
  /** Whether scores of games in progress are listed too. */
  readonly showsProgress: boolean
}

/** The kinds of events with their labels. */
export const KINDS: readonly { readonly value: AuditKind; readonly label: string }[] = [
  { value: 'pick', label: 'Picks' },
  { value: 'entry', label: 'Entries' },
  { value: 'payment', label: 'Payments' },
  { value: 'week', label: 'Weeks and locks' },
  { value: 'game', label: 'Games' },
  { value: 'user', label: 'Accounts' },
  { value: 'pool', label: 'The pool' },
]

/** Parses the filters of a URL and ignores invalid ones. */
export function parseFilters(search: URLSearchParams): AuditFilters {
  return {
    kind: KINDS.find(({ value }) => value === search.get('kind'))?.value,
    entryId: idIn(search, 'entry'),
    weekId: idIn(search, 'week'),
    actorId: idIn(search, 'actor'),
    showsProgress: search.get('progress') === 'show',
  }
}

/** Returns the URL parameters with one of them changed; undefined removes it. */
export function withParam(search: URLSearchParams, name: string, value: string | number | undefined): URLSearchParams {
  const next = new URLSearchParams(search)
  if (value === undefined || value === '') next.delete(name)
  else next.set(name, String(value))
  return next
}

/** Parses a parameter as an id. */
export const idIn = (search: URLSearchParams, name: string): number | undefined => parseId(search.get(name) ?? '')

/** Converts filters to the query of the API call. */
export function toQuery({ kind, entryId, weekId, actorId, showsProgress }: AuditFilters) {
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(entryId === undefined ? {} : { entry_id: entryId }),
    ...(weekId === undefined ? {} : { week_id: weekId }),
    ...(actorId === undefined ? {} : { actor_id: actorId }),
    ...(showsProgress ? {} : { progress: 'hide' as const }),
  }
}
