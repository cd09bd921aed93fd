/** How a pick stands; null: it was not made. */
export type Result = 'win' | 'loss' | 'tbd' | null

/** The shape that goes with each result, so that colour is never the only sign. */
export function shapeOf(result: Result): string {
  return result === null ? '–' : { win: '✓', loss: '✕', tbd: '•' }[result]
}

/** The word that goes with each result. */
export function wordOf(result: Result): string {
  return result === null ? 'no pick' : { win: 'win', loss: 'loss', tbd: 'TBD' }[result]
}
