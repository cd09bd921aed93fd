/** Steps through the list of teams, in which the two teams of a game follow each other. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 2, ArrowUp: -2 }

/**
 * Returns the index that a key moves the focus to: sideways to the opponent, up and down to the same side of another game, to the first
 * and the last team, or to the next team whose name begins with a typed letter. Undefined for other keys and where there is none.
 * @param names the lower-case names of the teams in their order, each with its city and abbreviation
 */
export function nextTeam(names: readonly string[], current: number, key: string): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return names.length - 1
  const step = STEPS[key]
  if (step !== undefined) return names[current + step] === undefined ? undefined : current + step
  if (!/^\p{L}$/u.test(key)) return undefined
  const letter = key.toLowerCase()
  const order = names.map((_, offset) => (current + 1 + offset) % names.length)
  return order.find((index) => names[index]?.startsWith(letter))
}
