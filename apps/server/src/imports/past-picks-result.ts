import type { ImportedPicksRow, ImportPicksResult } from '@outlast/contract'
import { errorMessage } from '@outlast/contract/errors'
import { type EntryId, type PastPickOutcome, type WeekId, weekLabel } from '@outlast/domain'
import { readAnswerTime } from './answer-time.ts'
import { CellAccounts, type CellQuestion } from './cell-accounts.ts'
import type { MatchedNoPick, MatchedPick, MatchedRow, NotTaken } from './match-past-picks.ts'
import type { PastPicksList } from './past-picks-list.ts'
import type { WeekPlan } from './plan-weeks.ts'
import { type Cell, correctedIn } from './sheet.ts'
import type { Foreseen } from './standing-differences.ts'

/** The outcome of a pick. Outcomes of the same entry and week are in the order of its picks in the list. */
export type RecordedOutcome = readonly [entryId: EntryId, weekId: WeekId, outcome: PastPickOutcome]

/** A list whose picks were judged. */
interface ImportedList {
  readonly seasonYear: number
  readonly weeks: WeekPlan
  readonly list: PastPicksList
}

/** Says what became of each row of a list, and of each of its cells. */
export function resultOf(
  { seasonYear, weeks, list }: ImportedList,
  matched: readonly MatchedRow[],
  recorded: readonly RecordedOutcome[],
  standings: Foreseen,
  added: readonly number[],
): ImportPicksResult {
  const accounts = new CellAccounts(list.lines)
  list.settleOthers(accounts)
  const outcomes = Map.groupBy(recorded, ([entryId, weekId]) => keyOf(entryId, weekId))
  const rows = matched.flatMap((row) => {
    const picks = picksOfRow(row, outcomes, standings)
    settleRow(accounts, row, picks)
    return row.isNote ? [] : [resultRow(row, picks)]
  })
  return {
    dry_run: false,
    season_year: seasonYear,
    added_weeks: [...added],
    missing_weeks: [...weeks.missing],
    columns: [...list.columns],
    sheet: accounts.sheet(),
    corrected: correctedIn(list.lines),
    questions: accounts.questions(list.headingOf),
    rows,
    differences: standings.differences(matched),
    counts: countsOf(rows),
  }
}

const keyOf = (entryId: EntryId, weekId: WeekId): string => `${entryId} ${weekId}`

/** By entry and week. */
type Outcomes = ReadonlyMap<string, RecordedOutcome[]>

/** What became of a pick, or of a cell that says that there is none, for the answer and for the account of its cell. */
interface JudgedPick {
  readonly shown: ImportedPicksRow['picks'][number]
  readonly cell: Cell
  readonly kind: 'read' | 'no_pick' | 'refused' | 'replaced' | 'waiting'
  readonly asks?: { readonly cell: Cell; readonly question: CellQuestion }
}

function picksOfRow(row: MatchedRow, outcomes: Outcomes, standings: Foreseen): readonly JudgedPick[] {
  const picks = row.matched.map((pick) => judgedPick(row, pick, outcomes))
  const noPicks = row.matchedNoPicks.map((noPick) => judgedNoPick(row, noPick, standings))
  return [...picks, ...noPicks].toSorted((a, b) => a.cell.line - b.cell.line || a.cell.column - b.cell.column)
}

type PickStatus = ImportedPicksRow['picks'][number]['status']

function shownPick({ weekNumber, cell }: MatchedNoPick | MatchedPick, team: string, status: PickStatus, reason: string | null) {
  return { week_number: weekNumber ?? null, team_abbr: team, status, reason, cell: { ...placeOf(cell), suggestion: null } }
}

const placeOf = ({ line, column, text }: Cell) => ({ line, column, text })

/** Judges a pick. Takes its outcome from those that are left, because picks are read in the order of the list. */
function judgedPick(row: MatchedRow, pick: MatchedPick, outcomes: Outcomes): JudgedPick {
  const { cell } = pick
  const team = pick.team ?? cell.text
  if (pick.problem !== null) return judgedProblem(pick, team, pick.problem)
  if (row.isHeld) return { cell, kind: 'waiting', shown: shownPick(pick, team, 'invalid', SHIFTED.problem) }
  const [, , outcome] = outcomes.get(keyOf(pick.entryId, pick.weekId))?.shift() ?? []
  const read = (status: 'new' | 'exists', reason: string | null): JudgedPick => ({
    cell,
    kind: 'read',
    shown: shownPick(pick, team, status, reason),
  })
  const refused = (reason: string): JudgedPick => ({ cell, kind: 'refused', shown: shownPick(pick, team, 'invalid', reason) })
  switch (outcome?.status) {
    // Only a list that changed between two identical requests has a pick without an outcome.
    case undefined:
      return refused('The entry or the week was deleted in the meantime')
    case 'new':
      return read('new', null)
    case 'exists':
      return read('exists', 'The entry has this pick already')
    case 'open':
      return refused(`Week ${pick.weekNumber === undefined ? '' : weekLabel(pick.weekNumber)} has not locked`)
    case 'differs':
      return refused(`The entry picked ${outcome.team}; change it with an override`)
    case 'refused':
      return refused(errorMessage(outcome.code, outcome.details))
    default:
      return outcome satisfies never
  }
}

function judgedProblem(pick: MatchedNoPick | MatchedPick, team: string, problem: NotTaken): JudgedPick {
  const { cell } = pick
  switch (problem.status) {
    case 'question': {
      const shown = shownPick(pick, team, 'invalid', problem.question.problem)
      // A question about the week is asked in the cell of the week.
      return {
        cell,
        kind: 'waiting',
        asks: problem,
        shown: { ...shown, cell: { ...placeOf(problem.cell), suggestion: problem.question.suggestion } },
      }
    }
    case 'refused':
      return { cell, kind: 'refused', shown: shownPick(pick, team, 'invalid', problem.reason) }
    case 'replaced':
      return { cell, kind: 'replaced', shown: shownPick(pick, team, 'replaced', problem.reason) }
    default:
      return problem satisfies never
  }
}

function judgedNoPick(row: MatchedRow, noPick: MatchedNoPick, { teamIn, wasAlive }: Foreseen): JudgedPick {
  const { cell, weekNumber, weekId, problem } = noPick
  if (problem !== null) return judgedProblem(noPick, cell.text, problem)
  if (row.isHeld) return { cell, kind: 'waiting', shown: shownPick(noPick, cell.text, 'invalid', SHIFTED.problem) }
  const { entry } = row
  const team = entry === undefined || weekId === undefined ? undefined : teamIn(entry, weekId)
  const shown = shownPick(noPick, cell.text, 'no_pick', team === undefined ? null : `The entry picked ${team}`)
  return {
    cell,
    kind: 'no_pick',
    shown: { ...shown, was_alive: entry !== undefined && weekNumber !== undefined && wasAlive(entry, weekNumber) },
  }
}

const SHIFTED: CellQuestion = {
  problem: 'This line has more cells than the heading: did they move to the right?',
  suggestion: null,
  choices: [{ text: '', label: 'Leave it out' }],
  isOwn: true,
}

/** Says what became of the cells of a row. */
function settleRow(accounts: CellAccounts, row: MatchedRow, picks: readonly JudgedPick[]): void {
  const { whoCells, weekCell, time, problem } = row
  const ofPicks = [...row.picks, ...row.noPicks].map(({ cell }) => cell)
  const stated = row.outcomes.map(({ cell }) => cell)
  const asked = row.questions.map(({ cell }) => cell)
  if (row.isNote) accounts.settle('note', ...whoCells, weekCell, time, ...stated)
  else if (problem !== null) {
    accounts.settle('waiting', ...whoCells, weekCell, time, ...ofPicks, ...stated, ...asked)
    const cell = problem.cell ?? whoCells[0]
    if (cell !== undefined) accounts.ask(cell, problem)
  } else {
    accounts.settle('read', ...whoCells, weekCell)
    accounts.settle(time === undefined || readAnswerTime(time.text) === undefined ? 'note' : 'read', time)
    accounts.settle('compared', ...stated)
    for (const { cell, kind, asks } of picks) {
      accounts.settle(kind, cell)
      if (asks !== undefined) accounts.ask(asks.cell, asks.question)
    }
    for (const { cell, question } of row.questions) accounts.ask(cell, question)
    if (row.surplusTeam !== undefined) accounts.ask(row.surplusTeam, SHIFTED)
  }
}

function resultRow(row: MatchedRow, picks: readonly JudgedPick[]): ImportedPicksRow {
  const { problem } = row
  return {
    line: row.line,
    email: row.email,
    entry: row.entry?.name ?? (row.entryName || row.name),
    entry_id: row.entry?.id ?? null,
    reason: problem?.problem ?? null,
    cell: problem?.cell === undefined ? null : { ...placeOf(problem.cell), suggestion: problem.suggestion },
    picks: picks.map(({ shown }) => shown),
  }
}

function countsOf(rows: readonly ImportedPicksRow[]): ImportPicksResult['counts'] {
  const counts = { new: 0, exists: 0, invalid: 0, no_pick: 0 }
  for (const { reason, picks } of rows) {
    if (reason !== null) counts.invalid += 1
    for (const { status } of picks) if (status !== 'replaced') counts[status] += 1
  }
  return counts
}
