import { createHash } from 'node:crypto'

/** What an entry does in a week. It depends on a hash of the entry's number and the week, never on results. */
export interface Plan {
  /** The steps on Wednesday, on Saturday night, and in the minute before the lock. */
  readonly steps: readonly [Step, Step, Step]
  /** A pick that the entry tries first and that the rules must reject. */
  readonly invalidPick: 'used' | 'bye' | 'ineligible' | null
  /** All teams in the order of preference for this week; `second` is used for changes. */
  readonly first: readonly string[]
  readonly second: readonly string[]
}

/** `resubmit` posts the pick again, `change` patches it. */
type Step = 'nothing' | 'submit' | 'change' | 'resubmit' | 'clear'

export interface PickHabits {
  /** The probability that an entry picks no team in a week. */
  readonly missed: (entry: number) => number
}

const STEPS_BY_CHANCE: readonly (readonly [number, Plan['steps']])[] = [
  [0.55, ['submit', 'nothing', 'nothing']],
  [0.67, ['nothing', 'nothing', 'submit']],
  [0.75, ['nothing', 'submit', 'nothing']],
  [0.83, ['submit', 'change', 'nothing']],
  [0.9, ['submit', 'resubmit', 'change']],
  [0.96, ['submit', 'clear', 'submit']],
  [1, ['submit', 'clear', 'nothing']],
]

/** Returns the plan of an entry for a week, which is deterministic. */
export function planOf(seed: string, entry: number, week: number, teams: readonly string[], { missed }: PickHabits): Plan {
  const chance = (what: string): number =>
    createHash('sha256').update(`${seed} ${entry} ${week} ${what}`).digest().readUInt32LE() / 2 ** 32
  const order = (what: string): string[] =>
    teams
      .map((team) => ({ team, at: chance(`${what} ${team}`) }))
      .sort((a, b) => a.at - b.at)
      .map(({ team }) => team)
  const stepsChance = chance('kind')
  const steps =
    chance('miss') < missed(entry)
      ? (['nothing', 'nothing', 'nothing'] as const)
      : STEPS_BY_CHANCE.find(([below]) => stepsChance < below)![1]
  const invalidChance = chance('mischief')
  const invalidPick = invalidChance < 0.06 ? 'used' : invalidChance < 0.1 ? 'bye' : invalidChance < 0.16 ? 'ineligible' : null
  return { steps, invalidPick, first: order('first'), second: order('second') }
}
