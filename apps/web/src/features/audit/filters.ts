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

/** Who and what the filters stand for. */
export interface FilterNames {
  readonly entry: string
  readonly actor: string
}

/** Says what was looked for in vain, and what may hide it: "Nothing of the kind “Payments” about “Anchors” that you may see. …". */
export function nothingFound({ kind, weekId, entryId, actorId }: AuditFilters, { entry, actor }: FilterNames): string {
  const asked = [
    'Nothing',
    kind !== undefined && `of the kind “${labelOf(kind)}”`,
    weekId !== undefined && 'in the chosen week',
    entryId !== undefined && `about ${entry}`,
    actorId !== undefined && `by ${actor}`,
    'that you may see.',
  ].filter((part) => part !== false)
  return [asked.join(' '), ...HIDDEN.filter(([of]) => kind === undefined || kind === of).map(([, why]) => why)].join(' ')
}

const labelOf = (kind: AuditKind): string => KINDS.find(({ value }) => value === kind)?.label ?? kind

/** What is not shown to everybody. */
const HIDDEN: readonly (readonly [AuditKind, string])[] = [
  ['pick', 'Picks of a week that is open appear when it locks.'],
  ['payment', 'Payments are shown to the entry’s owner and to admins.'],
  ['user', 'What concerns an account is shown to that account and to admins.'],
]
