import type { DeviceRecord, Problem, Subject } from '../../device/log-record.ts'

/** What a check found out about some subjects. */
export interface Findings {
  /** The subjects that were checked as a whole. */
  readonly checked: readonly Subject[]
  readonly problems: readonly Problem[]
}

/** Adds what a check found, and withdraws what it did not find any more in a subject that it checked as a whole. */
export function withFindings(record: DeviceRecord, { checked, problems }: Findings, now: string): DeviceRecord {
  const clean = new Set<Subject | undefined>(
    checked.filter((subject) => problems.every((problem) => problem.subject !== subject)),
  )
  const isGone = (problem: Problem): boolean => clean.has(subjectOf(problem))
  const gone = record.problems.filter(isGone).map((problem) => ({ ...problem, withdrawn_at: now }))
  const added = problems.filter((problem) => !record.problems.some((known) => isSame(known, problem)))
  if (gone.length + added.length === 0) return record
  return {
    ...record,
    problems: [...record.problems.filter((problem) => !isGone(problem)), ...added],
    withdrawn: [...record.withdrawn, ...gone],
  }
}

const OF_CHAIN: ReadonlySet<Problem['kind']> = new Set(['shorter', 'rewritten', 'key', 'signature'])

const subjectOf = ({ subject, kind }: Problem): Subject | undefined => subject ?? (OF_CHAIN.has(kind) ? 'chain' : undefined)

/** A log that is too short grows, and the sentence with it. */
const isSame = (known: Problem, found: Problem): boolean =>
  known.kind === found.kind &&
  subjectOf(known) === found.subject &&
  (found.kind === 'shorter' || known.sentence === found.sentence)
