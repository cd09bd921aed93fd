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

/** A pick of the list whose entry, week and team exist, so that the rules can decide on it. */
export interface ImportablePick {
  readonly entryId: EntryId
  readonly weekId: WeekId
  readonly team: string
}

/** The outcome of a pick. The entry and the week identify it, because a list has at most one pick for both. */
export type RecordedOutcome = readonly [entryId: EntryId, weekId: WeekId, outcome: PastPickOutcome]

interface PastPicksImport {
  readonly pool: PoolState
  readonly rows: readonly PastPicksRow[]
  readonly accounts: ReadonlyMap<string, UserId>
  readonly seasonYear: number | undefined
  /** Imports some picks in one transaction. Absent: nothing is imported. */
  readonly importChunk?:
    | ((picks: readonly ImportablePick[], keySuffix: string) => Promise<readonly RecordedOutcome[]>)
    | undefined
}

/** Picks per transaction. Small, so that the commands of other users, above all their picks, wait only briefly. */
const CHUNK_SIZE = 100

export const IMPORT_REASON = 'Imported from a list of past picks'

/** The addresses that a list names. */
export const emailsIn = (rows: readonly PastPicksRow[]): readonly string[] =>
  rows.flatMap(({ email }) => (email === '' ? [] : [email]))

/** Checks a list of past picks, or imports it in chunks. All picks of an entry are in the same chunk. */
export async function importPastPicks(list: PastPicksImport): Promise<ImportPicksResult> {
  const { pool, rows, accounts, importChunk } = list
  const seasonYear = list.seasonYear ?? currentWeek(pool)?.seasonYear
  if (seasonYear === undefined) throw unreadable('The pool has no weeks yet. Add the weeks of the list first')
  const matched = matchPastPicks(pool, seasonYear, rows, accounts)
  const picks = matched.flatMap((row) => row.matched.filter((pick) => pick.problem === null))
  const recorded = await inChunks(picks, importChunk ?? ((chunk) => preview(pool, chunk)))
  const outcomes = new Map(recorded.map(([entryId, weekId, outcome]) => [keyOf(entryId, weekId), outcome]))
  const result = matched.map((row) => resultRow(row, outcomes))
  return { dry_run: importChunk === undefined, season_year: seasonYear, rows: result, counts: countsOf(result) }
}

const keyOf = (entryId: EntryId, weekId: WeekId): string => `${entryId} ${weekId}`

function preview(pool: PoolState, picks: readonly ImportablePick[]): readonly RecordedOutcome[] {
  return outcomesOf(picks, previewPastPicks(pool, picks))
}

/** Pairs picks with their outcomes, which are in the same order. */
export function outcomesOf(picks: readonly ImportablePick[], outcomes: readonly PastPickOutcome[]): readonly RecordedOutcome[] {
  return outcomes.flatMap((outcome, index) => {
    const pick = picks[index]
    return pick === undefined ? [] : [[pick.entryId, pick.weekId, outcome] as const]
  })
}

/** Processes the picks of a few entries at a time. Other requests get their turn in between. */
async function inChunks(
  picks: readonly ImportablePick[],
  run: (chunk: readonly ImportablePick[], name: string) => MaybePromise<readonly RecordedOutcome[]>,
): Promise<readonly RecordedOutcome[]> {
  const outcomes: RecordedOutcome[] = []
  for (const [index, chunk] of chunksOf(picks).entries()) {
    outcomes.push(...(await run(chunk, `part ${index}`)))
    await setImmediate()
  }
  return outcomes
}

type MaybePromise<T> = T | Promise<T>

function chunksOf(picks: readonly ImportablePick[]): readonly (readonly ImportablePick[])[] {
  const chunks: ImportablePick[][] = []
  for (const ofEntry of Map.groupBy(picks, ({ entryId }) => entryId).values()) {
    const last = chunks.at(-1)
    if (last !== undefined && last.length + ofEntry.length <= CHUNK_SIZE) last.push(...ofEntry)
    else chunks.push(ofEntry)
  }
  return chunks
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
