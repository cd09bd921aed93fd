import { AREAS } from './areas.mjs'

/** The environment variable that names the part, e.g. `lock-0`, to the processes that test it. */
export const PART_VARIABLE = 'OUTLAST_MUTATION_PART'
/** The environment variable with the SQL mutant to test, as JSON. */
export const SQL_VARIABLE = 'OUTLAST_SQL_MUTANT'

/**
 * Returns the part of an area that this process tests.
 *
 * @returns {import('./areas.mjs').Part & { id: string }}
 */
export function mutationPart() {
  const id = process.env[PART_VARIABLE] ?? ''
  const [area, index] = id.split('-')
  const part = AREAS[area]?.[Number(index)]
  if (part === undefined) throw new Error(`${PART_VARIABLE} names no part; use npm run mutate`)
  return { id, ...part }
}
