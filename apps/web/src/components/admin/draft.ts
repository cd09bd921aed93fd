/** What somebody has typed over a row, and the row as it stood when they began. */
export interface Draft<Values extends object> {
  readonly base: Values
  readonly typed: Partial<Values>
}

const keysOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[]

/**
 * A draft after something was typed. What says the same as the row is no longer a change of it.
 * @returns undefined when nothing of the row is changed any more
 */
export function typeOver<Values extends object>(
  draft: Draft<Values> | undefined,
  current: Values,
  patch: Partial<Values>,
): Draft<Values> | undefined {
  const typed = { ...draft?.typed, ...patch }
  for (const key of keysOf(typed)) {
    if (Object.is(typed[key], current[key])) delete typed[key]
  }
  return keysOf(typed).length === 0 ? undefined : { base: draft?.base ?? current, typed }
}

/** What the row's fields show: what was typed, else the row as it stands now. */
export function valuesOf<Values extends object>(draft: Draft<Values> | undefined, current: Values): Values {
  return { ...current, ...draft?.typed }
}

/** The fields that somebody else changed while this row was being edited. What both made the same is no conflict. */
export function changedMeanwhile<Values extends object>(
  draft: Draft<Values> | undefined,
  current: Values,
): readonly (keyof Values)[] {
  if (draft === undefined) return []
  return keysOf(current).filter((key) => {
    const theirs = !Object.is(current[key], draft.base[key])
    return theirs && !(key in draft.typed && Object.is(draft.typed[key], current[key]))
  })
}
