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
import type { ListedMember } from './find-entry.ts'
import { type MatchedPick, type MatchedRow, matchPastPicks } from './match-past-picks.ts'
import type { PastPicksList } from './past-picks-list.ts'
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
  const isWhole = commandsBefore(given) !== undefined
  if (isWhole && picks.length > MAX_WITH_WEEKS)
    throw unreadable(`A list can have ${MAX_WITH_WEEKS} picks at most when weeks are added: add the weeks first`)
  const outcomes: RecordedOutcome[] = []
  for (const [index, chunk] of (isWhole ? [picks] : chunksOf(picks)).entries()) {
    const imported = await importChunk(chunk, nameOfChunk(index))
    outcomes.push(...imported.outcomes)
    // The part that added weeks was the whole list, also when a repeated request finds these weeks in the pool.
    if (imported.addedWeeks.length > 0) return resultOf(given, matched, outcomes, imported.addedWeeks)
    // Other requests get their turn.
    await setImmediate()
  }
  return resultOf(given, matched, outcomes, [])
}

/** Says what an import would do, as far as its sender may know. */
export function checkPastPicks(given: PicksToImport, actor: Actor, now: Instant): ImportPicksResult {
  const matched = matchList(given)
  const picks = importableIn(matched)
  const data = { picks: picks.map((pick) => ({ ...pick, nonce: NO_NONCE })), reason: IMPORT_REASON }
  const command = { type: 'ImportPicks', data } as const
  const { outcome } = runCommand(forkPool(given.pool), { command, first: commandsBefore(given), actor }, now, nodeHashing)
  if (!outcome.ok) throw outcome.violation
  return { ...resultOf(given, matched, outcomesOf(picks, outcome.reply.outcomes), addedWeeks(given)), dry_run: true }
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

function matchList({ pool, list, members, seasonYear, weeks }: PicksToImport): readonly MatchedRow[] {
  const weekIds = new Map([
    ...roundsOf(pool, mainContest(seasonYear)).map((week) => [week.weekNumber, week.id] as const),
    ...weeks.ids,
  ])
  const whyNoWeek = (week: number) =>
    weeks.notLocked.has(week)
      ? `Week ${weekLabel(week)} has not locked`
      : `The pool has no week ${weekLabel(week)} of ${seasonYear}`
  const picksIn = picksInWeeks(pool, seasonYear)
  return matchPastPicks({ pool, seasonYear, rows: list.rows, members, weekIds, picksIn, whyNoWeek })
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
      pick.problem === null ? [{ entryId: pick.entryId, weekId: pick.weekId, team: pick.team }] : [],
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
  added: readonly number[],
): ImportPicksResult {
  const outcomes = Map.groupBy(recorded, ([entryId, weekId]) => keyOf(entryId, weekId))
  const rows = matched.map((row) => resultRow(row, outcomes))
  return {
    dry_run: false,
    season_year: seasonYear,
    added_weeks: [...added],
    missing_weeks: [...weeks.missing],
    columns: [...list.columns],
    sheet: [...list.lines],
    rows,
    counts: countsOf(rows),
  }
}

/** By entry and week. */
type Outcomes = ReadonlyMap<string, RecordedOutcome[]>

function resultRow(row: MatchedRow, outcomes: Outcomes): ImportedPicksRow {
  const { problem } = row
  return {
    line: row.line,
    email: row.email,
    entry: row.entry?.name ?? (row.entryName || row.name),
    entry_id: row.entry?.id ?? null,
    reason: problem?.text ?? null,
    cell: problem?.cell === undefined ? null : { ...problem.cell, suggestion: problem.suggestion },
    picks: row.matched.map((pick) => ({
      week_number: pick.weekNumber ?? null,
      team_abbr: pick.team ?? pick.cell.text,
      ...statusOf(pick, outcomes),
    })),
  }
}

/** Takes the outcome of a pick from those that are left, because picks are read in the order of the list. */
function statusOf(pick: MatchedPick, outcomes: Outcomes) {
  const as = (status: 'new' | 'exists' | 'invalid', reason: string | null, suggestion: string | null = null) => ({
    status,
    reason,
    cell: { ...pick.cell, suggestion },
  })
  if (pick.problem !== null) return as('invalid', pick.problem, pick.suggestion)
  const [, , outcome] = outcomes.get(keyOf(pick.entryId, pick.weekId))?.shift() ?? []
  switch (outcome?.status) {
    // Only a list that changed between two identical requests has a pick without an outcome.
    case undefined:
      return as('invalid', 'The entry or the week was deleted in the meantime')
    case 'new':
      return as('new', null)
    case 'exists':
      return as('exists', 'The entry has this pick already')
    case 'open':
      return as('invalid', `Week ${pick.weekNumber === undefined ? '' : weekLabel(pick.weekNumber)} has not locked`)
    case 'differs':
      return as('invalid', `The entry picked ${outcome.team}; change it with an override`)
    case 'refused':
      return as('invalid', errorMessage(outcome.code, outcome.details))
    default:
      return outcome satisfies never
  }
}

function countsOf(rows: readonly ImportedPicksRow[]): ImportPicksResult['counts'] {
  const counts = { new: 0, exists: 0, invalid: 0 }
  for (const { reason, picks } of rows) {
    if (reason !== null) counts.invalid += 1
    for (const { status } of picks) counts[status] += 1
  }
  return counts
}
