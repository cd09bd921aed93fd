import { setImmediate } from 'node:timers/promises'
import type { ImportedPicksRow, ImportPicksResult } from '@outlast/contract'
import { errorMessage } from '@outlast/contract/errors'
import {
  currentWeek,
  type EntryId,
  type PastPickOutcome,
  type PoolState,
  previewPastPicks,
  type UserId,
  type WeekId,
} from '@outlast/domain'
import { unreadable } from '../lib/csv-list.ts'
import { type MatchedPick, type MatchedRow, matchPastPicks } from './match-past-picks.ts'
import type { PastPicksRow } from './past-picks-list.ts'

/** A pick that the rules can judge. */
export interface JudgedPick {
  readonly entryId: EntryId
  readonly weekId: WeekId
  readonly team: string
}

/** What became of a pick. The entry and the week name it, because a list has at most one pick for both. */
export type RecordedOutcome = readonly [entryId: EntryId, weekId: WeekId, outcome: PastPickOutcome]

interface PastPicksImport {
  readonly pool: PoolState
  readonly rows: readonly PastPicksRow[]
  readonly accounts: ReadonlyMap<string, UserId>
  readonly seasonYear: number | undefined
  /** Imports some picks in one transaction. Absent: nothing is imported. */
  readonly importPart?: ((picks: readonly JudgedPick[], part: string) => Promise<readonly RecordedOutcome[]>) | undefined
}

/** Picks per transaction. Small, so that others' commands, picks above all, wait only for a moment. */
const PART_SIZE = 100

export const IMPORT_REASON = 'Imported from a list of past picks'

/** The addresses that a list names. */
export const emailsIn = (rows: readonly PastPicksRow[]): readonly string[] =>
  rows.flatMap(({ email }) => (email === '' ? [] : [email]))

/** Checks a list of past picks, or imports it in parts. The picks of one entry are in one part. */
export async function importPastPicks(list: PastPicksImport): Promise<ImportPicksResult> {
  const { pool, rows, accounts, importPart } = list
  const seasonYear = list.seasonYear ?? currentWeek(pool)?.seasonYear
  if (seasonYear === undefined) throw unreadable('The pool has no weeks yet. Add the weeks of the list first')
  const matched = matchPastPicks(pool, seasonYear, rows, accounts)
  const picks = matched.flatMap((row) => row.matched.filter((pick) => pick.problem === null))
  const recorded = await inParts(picks, importPart ?? ((part) => preview(pool, part)))
  const outcomes = new Map(recorded.map(([entryId, weekId, outcome]) => [keyOf(entryId, weekId), outcome]))
  const result = matched.map((row) => resultRow(row, outcomes))
  return { dry_run: importPart === undefined, season_year: seasonYear, rows: result, counts: countsOf(result) }
}

const keyOf = (entryId: EntryId, weekId: WeekId): string => `${entryId} ${weekId}`

function preview(pool: PoolState, picks: readonly JudgedPick[]): readonly RecordedOutcome[] {
  return outcomesOf(picks, previewPastPicks(pool, picks))
}

/** Pairs picks with their outcomes, which are in the same order. */
export function outcomesOf(picks: readonly JudgedPick[], outcomes: readonly PastPickOutcome[]): readonly RecordedOutcome[] {
  return outcomes.flatMap((outcome, index) => {
    const pick = picks[index]
    return pick === undefined ? [] : [[pick.entryId, pick.weekId, outcome] as const]
  })
}

/** Deals with the picks of a few entries at a time. Other requests get their turn in between. */
async function inParts(
  picks: readonly JudgedPick[],
  run: (part: readonly JudgedPick[], name: string) => MaybePromise<readonly RecordedOutcome[]>,
): Promise<readonly RecordedOutcome[]> {
  const outcomes: RecordedOutcome[] = []
  for (const [index, part] of partsOf(picks).entries()) {
    outcomes.push(...(await run(part, `part ${index}`)))
    await setImmediate()
  }
  return outcomes
}

type MaybePromise<T> = T | Promise<T>

function partsOf(picks: readonly JudgedPick[]): readonly (readonly JudgedPick[])[] {
  const parts: JudgedPick[][] = []
  for (const ofEntry of Map.groupBy(picks, ({ entryId }) => entryId).values()) {
    const last = parts.at(-1)
    if (last !== undefined && last.length + ofEntry.length <= PART_SIZE) last.push(...ofEntry)
    else parts.push(ofEntry)
  }
  return parts
}

function resultRow(row: MatchedRow, outcomes: ReadonlyMap<string, PastPickOutcome>): ImportedPicksRow {
  return {
    line: row.line,
    email: row.email,
    entry: row.entry?.name ?? row.entryName,
    entry_id: row.entry?.id ?? null,
    reason: row.problem,
    picks: row.matched.map((pick) => ({
      week_number: pick.weekNumber ?? null,
      team_abbr: pick.team ?? pick.text,
      ...statusOf(pick, outcomes),
    })),
  }
}

function statusOf(pick: MatchedPick, outcomes: ReadonlyMap<string, PastPickOutcome>) {
  if (pick.problem !== null) return invalid(pick.problem)
  const outcome = outcomes.get(keyOf(pick.entryId, pick.weekId))
  switch (outcome?.status) {
    // Only a list that changed between two identical requests has a pick without an outcome.
    case undefined:
      return invalid('The entry or the week was deleted in the meantime')
    case 'new':
      return { status: 'new' as const, reason: null }
    case 'exists':
      return { status: 'exists' as const, reason: 'The entry has this pick already' }
    case 'open':
      return invalid(`Week ${pick.weekNumber} has not locked`)
    case 'differs':
      return invalid(`The entry picked ${outcome.team}; change it with an override`)
    case 'refused':
      return invalid(errorMessage(outcome.code, outcome.details))
    default:
      return outcome satisfies never
  }
}

const invalid = (reason: string) => ({ status: 'invalid' as const, reason })

function countsOf(rows: readonly ImportedPicksRow[]): ImportPicksResult['counts'] {
  const counts = { new: 0, exists: 0, invalid: 0 }
  for (const { reason, picks } of rows) {
    if (reason !== null) counts.invalid += 1
    for (const { status } of picks) counts[status] += 1
  }
  return counts
}
