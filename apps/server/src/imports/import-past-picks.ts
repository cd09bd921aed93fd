import { setImmediate } from 'node:timers/promises'
import type { ImportPicksResult } from '@outlast/contract'
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
import { type MatchedRow, matchPastPicks } from './match-past-picks.ts'
import type { PastPicksList } from './past-picks-list.ts'
import { type RecordedOutcome, resultOf } from './past-picks-result.ts'
import { foreseeStandings } from './standing-differences.ts'
import type { WeekPlan } from './plan-weeks.ts'

/** A pick of the list whose entry, week and team exist, so that the rules can decide on it. */
export interface ImportablePick {
  readonly entryId: EntryId
  readonly weekId: WeekId
  readonly team: string
}

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
