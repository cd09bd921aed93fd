import { decodeReveal, type RevealCode, rosterChecksum } from './reveal-codes.ts'

interface RevealChange {
  readonly kind: 'reveal'
  readonly roster: string
  readonly teams: string
  readonly week: { readonly picks?: number | undefined }
}

interface Folds<V, C, R> {
  readonly foldRows: (view: V, changes: readonly C[]) => V
  readonly foldReveal: (view: V, reveal: R) => V | undefined
}

/**
 * Folds changes in order: each reveal applies to the rows as the changes before it left them.
 * @returns `undefined` when a reveal was made for other entries than the view has
 */
export function foldInOrder<V, C extends { readonly kind: string }>(
  view: V,
  changes: readonly C[],
  { foldRows, foldReveal }: Folds<V, C, Extract<C, RevealChange>>,
): V | undefined {
  let after = view
  let pending: C[] = []
  for (const change of changes) {
    if (!isReveal(change)) {
      pending.push(change)
      continue
    }
    const revealed = foldReveal(foldRows(after, pending), change)
    if (revealed === undefined) return undefined
    after = revealed
    pending = []
  }
  return foldRows(after, pending)
}

function isReveal<C extends { readonly kind: string }>(change: C): change is Extract<C, RevealChange> {
  return change.kind === 'reveal'
}

/** A decoded reveal: the codes of all rows, of which each has as many as the week has picks. */
export interface RevealedRows {
  readonly codes: readonly RevealCode[]
  readonly picks: number
}

/** Decodes a reveal. Returns `undefined` when it was made for other rows than these. */
export function codesFor(
  rows: readonly { readonly id: number }[],
  { roster, teams, week: { picks = 1 } }: RevealChange,
): RevealedRows | undefined {
  if (teams.length !== picks * rows.length || rosterChecksum(rows) !== roster) return undefined
  const codes = decodeReveal(teams)
  return codes && { codes, picks }
}

/** Returns the codes of the row at an index. */
export function codesOfRow({ codes, picks }: RevealedRows, index: number): readonly RevealCode[] {
  return codes.slice(picks * index, picks * (index + 1))
}

type PickCode = Extract<RevealCode, { kind: 'pick' }>

/** Returns what codes say of the picks of a row. */
export function picksIn(codes: readonly RevealCode[]): readonly Omit<PickCode, 'kind'>[] {
  return codes.flatMap((code) =>
    code.kind === 'pick' ? [{ team: code.team, is_override: code.is_override, is_auto: code.is_auto }] : [],
  )
}
