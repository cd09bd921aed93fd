/** Unsaved edits of a row, with the row's values at the time of the first edit. */
export interface RowDraft<Values extends object> {
  readonly base: Values
  readonly changes: Partial<Values>
}

const keysOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[]

/**
 * Adds edits to a draft. An edit that restores the row's current value is dropped.
 * @returns undefined when no edit is left
 */
export function editDraft<Values extends object>(
  draft: RowDraft<Values> | undefined,
  current: Values,
  edits: Partial<Values>,
): RowDraft<Values> | undefined {
  const changes = { ...draft?.changes, ...edits }
  for (const key of keysOf(changes)) {
    if (Object.is(changes[key], current[key])) delete changes[key]
  }
  return keysOf(changes).length === 0 ? undefined : { base: draft?.base ?? current, changes }
}

/** Returns the values that the row's fields show: the edits, on top of the current row. */
export function draftValues<Values extends object>(draft: RowDraft<Values> | undefined, current: Values): Values {
  return { ...current, ...draft?.changes }
}

/** Returns the fields that someone else changed since the first edit, except those that the draft sets to the same value. */
export function fieldsChangedByOthers<Values extends object>(
  draft: RowDraft<Values> | undefined,
  current: Values,
): readonly (keyof Values)[] {
  if (draft === undefined) return []
  return keysOf(current).filter((key) => {
    const isChanged = !Object.is(current[key], draft.base[key])
    return isChanged && !(key in draft.changes && Object.is(draft.changes[key], current[key]))
  })
}
