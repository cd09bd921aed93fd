import { createHash } from 'node:crypto'

/** What an entry does in a week, decided by a hash of its number and the week: never by looking at results. */
export interface Plan {
  /** Wednesday, Saturday night, and the minute before the lock. */
  readonly steps: readonly [Step, Step, Step]
  /** Tries something that must be refused first. */
  readonly mischief: 'used' | 'bye' | 'ineligible' | null
  /** All teams, in the order in which this entry would take them this week; `second` for a change of mind. */
  readonly first: readonly string[]
  readonly second: readonly string[]
}

/** `resubmit` posts the pick anew, `change` patches it. */
export type Step = 'nothing' | 'submit' | 'change' | 'resubmit' | 'clear'

export interface Habits {
  /** Share of weeks without a pick, by the entry's number. */
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

/** The plan of an entry for a week: always the same. */
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
