import { AREAS } from './areas.mjs'

/** Names the part to the processes that work on it: `lock-0`. */
export const PART_VARIABLE = 'OUTLAST_MUTATION_PART'
/** A mutant of SQL for the tests to meet, as JSON. */
export const SQL_VARIABLE = 'OUTLAST_SQL_MUTANT'

/**
 * The part of an area that this process is about.
 *
 * @returns {import('./areas.mjs').Part & { id: string }}
 */
export function mutationPart() {
  const id = process.env[PART_VARIABLE] ?? ''
  const [area, index] = id.split('-')
  const part = AREAS[area]?.[Number(index)]
  if (part === undefined) throw new Error(`${PART_VARIABLE} names no part: start it with npm run mutate`)
  return { id, ...part }
}
