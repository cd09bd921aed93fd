/** Steps through the list of teams, in which the two teams of a game follow each other. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Where a team's button begins on the screen. */
interface Place {
  readonly x: number
  readonly y: number
}

/**
 * Returns the index that a key moves the focus to: sideways to the team before or after, up and down to the nearest one in the next row,
 * to the first and the last team, or to the next team whose name begins with a typed letter. Undefined for other keys and where there is
 * none.
 * @param names the lower-case names of the teams in their order, each with its city and abbreviation
 * @param places where the teams are, in the same order
 */
export function nextTeam(names: readonly string[], places: readonly Place[], current: number, key: string): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return names.length - 1
  const step = STEPS[key]
  if (step !== undefined) return names[current + step] === undefined ? undefined : current + step
  if (key === 'ArrowDown' || key === 'ArrowUp') return inNextRow(places, current, key === 'ArrowDown' ? 1 : -1)
  if (!/^\p{L}$/u.test(key)) return undefined
  const letter = key.toLowerCase()
  const order = names.map((_, offset) => (current + 1 + offset) % names.length)
  return order.find((index) => names[index]?.startsWith(letter))
}

function inNextRow(places: readonly Place[], current: number, direction: 1 | -1): number | undefined {
  const from = places[current]
  if (from === undefined) return undefined
  const ahead = places.map(({ x, y }, index) => ({ index, down: (y - from.y) * direction, across: Math.abs(x - from.x) }))
  return ahead.filter(({ down }) => down > 0).sort((a, b) => a.down - b.down || a.across - b.across)[0]?.index
}
