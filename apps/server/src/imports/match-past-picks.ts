import type { Entry, EntryId, Instant, PoolState, TeamAbbr, WeekId } from '@outlast/domain'
import { readAnswerTime } from './answer-time.ts'
import type { CellQuestion } from './cell-accounts.ts'
import { findEntries, type ListedMember } from './find-entry.ts'
import type { ListedNoPick, ListedPick, PastPicksRow } from './past-picks-list.ts'
import type { Cell } from './sheet.ts'

/** A row of the list, with the entry that it names. */
export interface MatchedRow extends PastPicksRow {
  readonly entry: Entry | undefined
  /** Why none of its picks can be imported, with the cell to correct; null if there is an entry. */
  readonly problem: (CellQuestion & { readonly cell: Cell | undefined }) | null
  /** Whether nothing is read from the row: it names nobody, and has no picks. */
  readonly isNote: boolean
  /** Whether the row waits for the answer to a question about its cells as a whole. */
  readonly isHeld: boolean
  readonly matched: readonly MatchedPick[]
  readonly matchedNoPicks: readonly MatchedNoPick[]
}

/** Why a pick or a remark is not taken: the cell that an admin must answer, or that another answer counts. */
export type NotTaken =
  | { readonly status: 'question'; readonly cell: Cell; readonly question: CellQuestion }
  | { readonly status: 'refused'; readonly reason: string }
  | { readonly status: 'replaced'; readonly reason: string }

/** A pick of the list with its entry and week, or the reason why it is not taken. */
export type MatchedPick = ListedPick &
  (
    | { readonly problem: null; readonly entryId: EntryId; readonly weekId: WeekId; readonly team: TeamAbbr }
    | { readonly problem: NotTaken }
  )

export type MatchedNoPick = ListedNoPick & { readonly weekId: WeekId | undefined; readonly problem: NotTaken | null }

interface Match {
  readonly pool: PoolState
  readonly rows: readonly PastPicksRow[]
  readonly members: readonly ListedMember[]
  /** The weeks that the pool has, or will have, by number. */
  readonly weekIds: ReadonlyMap<number, WeekId>
  /** How many picks each entry has in a week. */
  readonly picksIn: (weekNumber: number) => number
  /** Why a week is not among them. */
  readonly whyNoWeek: (weekNumber: number) => string
  /** When a week locks. */
  readonly lockOf: (weekNumber: number) => Instant | undefined
}

/** Finds the entries and weeks that a list names. */
export function matchPastPicks(given: Match): readonly MatchedRow[] {
  const { pool, rows, members } = given
  const found = findEntries([...pool.entries.values()], members, rows)
  const answers = countedAnswers(
    rows.flatMap((row, index) => answersOf(row, found[index])),
    given,
  )
  let last = ''
  return rows.map((row, index): MatchedRow => {
    const match = found[index]
    const who = row.name || row.email || row.entryName
    const above = who === '' ? last : ''
    last = who || last
    const isHeld = row.surplusTeam !== undefined
    if (match === undefined || 'problem' in match) {
      const problem = match ?? { ...UNKNOWN, cell: undefined }
      const isEmpty = row.picks.length === 0 && row.noPicks.length === 0 && row.outcomes.every(({ cell }) => cell.text === '')
      const isNote = isEmpty && row.questions.length === 0 && problem.suggestion === null
      const asked =
        above === '' || who !== ''
          ? problem
          : { ...problem, suggestion: above, choices: [{ text: above, label: above }, ...problem.choices] }
      return { ...row, entry: undefined, problem: asked, isNote, isHeld, matched: [], matchedNoPicks: [] }
    }
    const matched = row.picks.map((pick): MatchedPick => matchedPick(pick, match.id, answers(pick), given))
    const matchedNoPicks = row.noPicks.map((noPick): MatchedNoPick => {
      const weekId = given.weekIds.get(noPick.weekNumber ?? NaN)
      return { ...noPick, weekId, problem: unknownWeek(noPick) ?? answers(noPick) }
    })
    return { ...row, entry: match, problem: null, isNote: false, isHeld, matched, matchedNoPicks }
  })
}

const UNKNOWN: CellQuestion = { problem: 'Nobody is found here', suggestion: null, choices: [] }

function matchedPick(
  pick: ListedPick,
  entryId: EntryId,
  notCounted: NotTaken | null,
  { weekIds, whyNoWeek }: Match,
): MatchedPick {
  const { weekNumber, team, cell, question } = pick
  const problem = unknownWeek(pick)
  if (problem !== null) return { ...pick, problem }
  if (team === undefined || weekNumber === undefined)
    return { ...pick, problem: { status: 'question', cell, question: question ?? UNKNOWN } }
  if (notCounted !== null) return { ...pick, problem: notCounted }
  const weekId = weekIds.get(weekNumber)
  if (weekId === undefined) return { ...pick, problem: { status: 'refused', reason: whyNoWeek(weekNumber) } }
  return { ...pick, problem: null, entryId, weekId, team }
}

function unknownWeek({ weekNumber, cell, weekCell }: ListedNoPick): NotTaken | null {
  if (weekNumber !== undefined) return null
  const question = {
    problem: 'The week must be a number from 1 to 22',
    suggestion: null,
    choices: [],
    isOwn: weekCell?.text === '',
  }
  return { status: 'question', cell: weekCell ?? cell, question }
}

/** What a cell of the list says about an entry and a week. */
interface Answer {
  readonly place: string
  readonly weekNumber: number
  readonly line: number
  /** The team; null: there is no pick. */
  readonly team: TeamAbbr | null
  readonly time: Cell | undefined
  readonly listed: ListedPick | ListedNoPick
}

function answersOf(row: PastPicksRow, entry: Entry | { readonly problem: string } | undefined): readonly Answer[] {
  if (entry === undefined || 'problem' in entry) return []
  const answer = (listed: ListedPick | ListedNoPick, team: TeamAbbr | null): readonly Answer[] => {
    const { weekNumber } = listed
    if (weekNumber === undefined) return []
    return [{ place: `${entry.id} ${weekNumber}`, weekNumber, line: row.line, team, time: row.time, listed }]
  }
  return [
    ...row.picks.flatMap((pick) => (pick.team === undefined ? [] : answer(pick, pick.team))),
    ...row.noPicks.flatMap((noPick) => answer(noPick, null)),
  ]
}

/**
 * Returns a function that says why an answer does not count, if an entry has more answers for a week than picks: the latest before the
 * lock counts, if the list says when they came in; otherwise all of them are in question.
 */
function countedAnswers(answers: readonly Answer[], { picksIn, lockOf }: Match) {
  const problems = new Map<ListedPick | ListedNoPick, NotTaken>()
  for (const [, own] of Map.groupBy(answers, ({ place }) => place)) {
    const slots = picksIn(own[0]?.weekNumber ?? NaN)
    if (teamsOf(own).size <= slots) continue
    const latest = latestBefore(lockOf(own[0]?.weekNumber ?? NaN), own, slots)
    for (const answer of own) {
      const problem = latest === undefined ? conflict(answer, own) : replacedBy(latest, answer)
      if (problem !== null) problems.set(answer.listed, problem)
    }
  }
  return (listed: ListedPick | ListedNoPick): NotTaken | null => problems.get(listed) ?? null
}

const teamsOf = (answers: readonly Answer[]): ReadonlySet<TeamAbbr | null> => new Set(answers.map(({ team }) => team))

interface LatestAnswer {
  readonly line: number
  readonly lock: Instant | undefined
}

/** Returns the line whose answers came in last before the lock; undefined if the list does not say that of all answers. */
function latestBefore(lock: Instant | undefined, answers: readonly Answer[], slots: number): LatestAnswer | undefined {
  const times = answers.map(({ time, line }) => ({ line, time: time && readAnswerTime(time.text) }))
  if (times.some(({ time }) => time === undefined)) return undefined
  const inTime = times.filter(({ time = '' }) => lock === undefined || time < lock)
  const last = inTime
    .map(({ time = '' }) => time)
    .toSorted()
    .at(-1)
  const lines = new Set(inTime.filter(({ time }) => time === last).map(({ line }) => line))
  const [line] = lines
  const isOne = line !== undefined && lines.size === 1
  return isOne && teamsOf(answers.filter((answer) => answer.line === line)).size <= slots ? { line, lock } : undefined
}

function replacedBy({ line, lock }: LatestAnswer, answer: Answer): NotTaken | null {
  if (answer.line === line) return null
  const time = (answer.time && readAnswerTime(answer.time.text)) ?? ''
  const why = lock !== undefined && time >= lock ? 'It came after the lock' : 'A later answer counts'
  return { status: 'replaced', reason: `${why}: see line ${line}` }
}

function conflict({ line, listed: { cell } }: Answer, answers: readonly Answer[]): NotTaken {
  const others = [...new Set(answers.map((other) => other.line))].filter((other) => other !== line)
  const where = others.length === 0 ? 'This line has' : inWords(others)
  const question: CellQuestion = {
    problem: `${where} another answer for this entry and week`,
    suggestion: null,
    choices: [{ text: '', label: `Leave out ${cell.text}` }],
    isOwn: true,
  }
  return { status: 'question', cell, question }
}

const inWords = (lines: readonly number[]): string =>
  lines.length === 1 ? `Line ${lines.join()} has` : `Lines ${lines.join(' and ')} have`
