/** What counts as a row: of a table, or of a list whose rows open. Rows within rows do not. */
const ROWS = 'main :is(tbody > tr, [role="row"], article)'

const rows = (): readonly HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(ROWS)].filter(
    (row) =>
      row.parentElement?.closest(ROWS) === null && row.querySelector('[role="columnheader"]') === null && row.checkVisibility(),
  )

/** Focuses the row after the focused one, or before it; without one, the first row in view. Returns whether there is one. */
export function nextRow(step: 1 | -1): boolean {
  const all = rows()
  const current = all.findIndex((row) => row.contains(document.activeElement))
  const inView = all.find((row) => row.getBoundingClientRect().top >= 0) ?? all[0]
  const next = current === -1 ? inView : all[current + step]
  if (next === undefined) return false
  if (next.tabIndex < 0) next.tabIndex = -1
  next.focus()
  return true
}

/** Opens the focused row, as a click on its first link or button does. Returns whether there is one. */
export function openFocusedRow(): boolean {
  const row = document.activeElement
  if (row?.matches(ROWS) !== true) return false
  const control = row.querySelector<HTMLElement>('a[href], button:not(:disabled)')
  control?.focus()
  control?.click()
  return control !== null
}
