import { setImmediate } from 'node:timers/promises'
import type { ImportedPicksRow, ImportPicksResult } from '@outlast/contract'
import { errorMessage } from '@outlast/contract/errors'
import {
  type Actor,
  type Command,
  type EntryId,
  forkPool,
  type Instant,
  type PastPickOutcome,
  type PoolState,
  slotCount,
  runCommand,
  type VisiblePool,
  type WeekId,
  roundsOf,
  mainContest,
  weekLabel,
} from '@outlast/domain'
import { unreadable } from '../lib/csv-list.ts'
import { nodeHashing } from '../log/hashing.ts'
import { readAnswerTime } from './answer-time.ts'
import { CellAccounts, type CellQuestion } from './cell-accounts.ts'
import type { ListedMember } from './find-entry.ts'
import { type MatchedNoPick, type MatchedPick, type MatchedRow, matchPastPicks, type NotTaken } from './match-past-picks.ts'
import type { PastPicksList } from './past-picks-list.ts'
import { type Cell, correctedIn } from './sheet.ts'
import { foreseeStandings, type Foreseen } from './standing-differences.ts'
import type { WeekPlan } from './plan-weeks.ts'

/** A pick of the list whose entry, week and team exist, so that the rules can decide on it. */
export interface ImportablePick {
  readonly entryId: EntryId
  readonly weekId: WeekId
  readonly team: string
}

/** The outcome of a pick. Outcomes of the same entry and week are in the order of its picks in the list. */
export type RecordedOutcome = readonly [entryId: EntryId, weekId: WeekId, outcome: PastPickOutcome]

/** A list with the pool that it is for. */
export interface PicksToImport {
  /** The pool as the importing admin may know it. */
  readonly pool: VisiblePool
  readonly list: PastPicksList
  readonly members: readonly ListedMember[]
  readonly seasonYear: number
  readonly weeks: WeekPlan
  /** Who imports it, and when. */
  readonly actor: Actor
  readonly now: Instant
}

/** What became of a part of a list. The receipt of the part stores it. */
export interface ImportedChunk {
  readonly outcomes: readonly RecordedOutcome[]
  /** The numbers of the weeks that were added with it. */
  readonly addedWeeks: readonly number[]
}

export type ImportChunk = (picks: readonly ImportablePick[], name: string) => Promise<ImportedChunk>

/** Picks per transaction. Small, so that the commands of other users, above all their picks, wait only briefly. */
const CHUNK_SIZE = 100
/** Picks of an import that adds weeks. They are one transaction: nobody may see the weeks without their picks. */
const MAX_WITH_WEEKS = 5_000

export const IMPORT_REASON = 'Imported from a list of past picks'

/** Imports a list in chunks. All picks of an entry are in the same chunk, and all picks if weeks are added. */
export async function importPastPicks(given: PicksToImport, importChunk: ImportChunk): Promise<ImportPicksResult> {
  const matched = matchList(given)
  const picks = importableIn(matched)
  const { standings } = foresee(given, picks)
  const isWhole = commandsBefore(given) !== undefined
  if (isWhole && picks.length > MAX_WITH_WEEKS)
    throw unreadable(`A list can have ${MAX_WITH_WEEKS} picks at most when weeks are added: add the weeks first`)
  const outcomes: RecordedOutcome[] = []
  for (const [index, chunk] of (isWhole ? [picks] : chunksOf(picks)).entries()) {
    const imported = await importChunk(chunk, nameOfChunk(index))
    outcomes.push(...imported.outcomes)
    // The part that added weeks was the whole list, also when a repeated request finds these weeks in the pool.
    if (imported.addedWeeks.length > 0) return resultOf(given, matched, outcomes, standings, imported.addedWeeks)
    // Other requests get their turn.
    await setImmediate()
  }
  return resultOf(given, matched, outcomes, standings, [])
}

/** Says what an import would do, as far as its sender may know. */
export function checkPastPicks(given: PicksToImport): ImportPicksResult {
  const matched = matchList(given)
  const picks = importableIn(matched)
  const { outcomes, standings } = foresee(given, picks)
  return { ...resultOf(given, matched, outcomesOf(picks, outcomes), standings, addedWeeks(given)), dry_run: true }
}

/**
 * Imports picks into a copy of the pool.
 * @throws RuleViolation if the pool rejects the import
 */
function foresee(given: PicksToImport, picks: readonly ImportablePick[]) {
  const { seasonYear, actor, now } = given
  const data = { picks: picks.map((pick) => ({ ...pick, nonce: NO_NONCE })), reason: IMPORT_REASON }
  const command = { type: 'ImportPicks', data } as const
  const after = forkPool(given.pool)
  const { outcome } = runCommand(after, { command, first: commandsBefore(given), actor }, now, nodeHashing)
  if (!outcome.ok) throw outcome.violation
  return { outcomes: outcome.reply.outcomes, after, standings: foreseeStandings(after, seasonYear, now) }
}

/** Returns the commands that add the weeks of a list; undefined if it adds none. */
export const commandsBefore = ({ weeks: { first } }: PicksToImport): readonly Command[] | undefined =>
  first.length > 0 ? first : undefined

/** Returns the numbers of the weeks that the import of a list adds. */
export const addedWeeks = ({ weeks }: PicksToImport): readonly number[] => [...weeks.ids.keys()]

/** A check records nothing, so nobody needs its nonces. */
const NO_NONCE = '0'.repeat(64)

/** Returns the picks of a list that the rules can decide on. */
export const importablePicks = (given: PicksToImport): readonly ImportablePick[] => importableIn(matchList(given))

function matchList(given: PicksToImport): readonly MatchedRow[] {
  const { pool, list, members, seasonYear, weeks } = given
  const contestId = mainContest(seasonYear)
  const weekIds = new Map([...roundsOf(pool, contestId).map((week) => [week.weekNumber, week.id] as const), ...weeks.ids])
  const whyNoWeek = (week: number) =>
    weeks.notLocked.has(week)
      ? `Week ${weekLabel(week)} has not locked`
      : `The pool has no week ${weekLabel(week)} of ${seasonYear}`
  const hasTimes = list.rows.some(({ time }) => time !== undefined)
  // Only the pool with the weeks of the list knows when they lock.
  const rounds = hasTimes ? roundsOf(weeks.first.length === 0 ? pool : foresee(given, []).after, contestId) : []
  const lockOf = (weekNumber: number) => rounds.find((round) => round.weekNumber === weekNumber)?.lockTime
  const picksIn = picksInWeeks(pool, seasonYear)
  return matchPastPicks({ pool, rows: list.rows, members, weekIds, picksIn, whyNoWeek, lockOf })
}

/** Returns a function that says how many picks each entry has in a week of a season, also in one that the pool does not have yet. */
export function picksInWeeks(pool: PoolState, seasonYear: number): (weekNumber: number) => number {
  const contestId = mainContest(seasonYear)
  const weeks = new Map(roundsOf(pool, contestId).map((week) => [week.weekNumber, week]))
  return (weekNumber) => slotCount(pool, weeks.get(weekNumber) ?? { picks: null, contestId, weekNumber })
}

const importableIn = (matched: readonly MatchedRow[]): readonly ImportablePick[] =>
  matched.flatMap((row) =>
    row.matched.flatMap((pick) =>
      pick.problem === null && !row.isHeld ? [{ entryId: pick.entryId, weekId: pick.weekId, team: pick.team }] : [],
    ),
  )

const keyOf = (entryId: EntryId, weekId: WeekId): string => `${entryId} ${weekId}`

/** Pairs picks with their outcomes, which are in the same order. */
export function outcomesOf(picks: readonly ImportablePick[], outcomes: readonly PastPickOutcome[]): readonly RecordedOutcome[] {
  return outcomes.flatMap((outcome, index) => {
    const pick = picks[index]
    return pick === undefined ? [] : [[pick.entryId, pick.weekId, outcome] as const]
  })
}

const nameOfChunk = (index: number): string => `part ${index}`
export const firstChunk = nameOfChunk(0)

function chunksOf(picks: readonly ImportablePick[]): readonly (readonly ImportablePick[])[] {
  const chunks: ImportablePick[][] = []
  for (const ofEntry of Map.groupBy(picks, ({ entryId }) => entryId).values()) {
    const last = chunks.at(-1)
    if (last !== undefined && last.length + ofEntry.length <= CHUNK_SIZE) last.push(...ofEntry)
    else chunks.push(ofEntry)
  }
  return chunks
}

function resultOf(
  { seasonYear, weeks, list }: PicksToImport,
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
