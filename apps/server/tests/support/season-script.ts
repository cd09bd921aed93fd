import { createHash } from 'node:crypto'

/** What an entry does in a week. It depends on a hash of the entry's number and the week, never on results. */
export interface Plan {
  /** The steps on Wednesday, on Saturday night, and in the minute before the lock. */
  readonly steps: readonly [Step, Step, Step]
  /** First tries something that must be rejected. */
  readonly mischief: 'used' | 'bye' | 'ineligible' | null
  /** All teams in the order of preference for this week; `second` is used for changes. */
  readonly first: readonly string[]
  readonly second: readonly string[]
}

/** `resubmit` posts the pick again, `change` patches it. */
type Step = 'nothing' | 'submit' | 'change' | 'resubmit' | 'clear'

export interface Habits {
  /** The share of weeks without a pick, by the entry's number. */
  readonly missed: (entry: number) => number
}

const KINDS: readonly (readonly [number, Plan['steps']])[] = [
  [0.55, ['submit', 'nothing', 'nothing']],
  [0.67, ['nothing', 'nothing', 'submit']],
  [0.75, ['nothing', 'submit', 'nothing']],
  [0.83, ['submit', 'change', 'nothing']],
  [0.9, ['submit', 'resubmit', 'change']],
  [0.96, ['submit', 'clear', 'submit']],
  [1, ['submit', 'clear', 'nothing']],
]

/** Returns the plan of an entry for a week, which is deterministic. */
export function planOf(seed: string, entry: number, week: number, teams: readonly string[], { missed }: Habits): Plan {
  const chance = (what: string): number =>
    createHash('sha256').update(`${seed} ${entry} ${week} ${what}`).digest().readUInt32LE() / 2 ** 32
  const order = (what: string): string[] =>
    teams
      .map((team) => ({ team, at: chance(`${what} ${team}`) }))
      .sort((a, b) => a.at - b.at)
      .map(({ team }) => team)
  const kind = chance('kind')
  const steps =
    chance('miss') < missed(entry) ? (['nothing', 'nothing', 'nothing'] as const) : KINDS.find(([below]) => kind < below)![1]
  const mood = chance('mischief')
  const mischief = mood < 0.06 ? 'used' : mood < 0.1 ? 'bye' : mood < 0.16 ? 'ineligible' : null
  return { steps, mischief, first: order('first'), second: order('second') }
}
