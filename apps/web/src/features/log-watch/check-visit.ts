import { ApiError, type Client, type EntryHistory, type Pick as PickRow } from '@outlast/contract'
import { seasonTopic } from '@outlast/contract/live'
import type { Hashing } from '@outlast/domain/rules'
import { type DeviceRecord, type Problem, withReceipts } from '../../device/log-record.ts'
import { readUntilCertain } from '../../lib/read-until-certain.ts'
import { checkEntry, receiptsOf } from './check-entry.ts'
import { type Findings, withFindings } from './findings.ts'
import type { RunCheckTask, Suspicion } from './check-task.ts'
import { memoryOf, withoutSuspicion } from './suspicion.ts'

const MAX_PIECES = 20
/** For members who ask their browser to save data. */
const MAX_PIECES_SAVING_DATA = 2
/** After this many picks, older weeks are checked once a day only. */
const MAX_PICKS = 5_000
const DAY_MS = 86_400_000

/** A visit of a device to the pool. It needs no browser, so that tests make thousands of visits. */
export interface Visit {
  readonly api: Pick<Client, 'call'>
  /** Runs the parts of the check that take the processor. */
  readonly run: RunCheckTask
  readonly token: string | null
  /** The member who is signed in; undefined for a visitor. */
  readonly userId: number | undefined
  readonly savesData: boolean
  readonly now: () => string
  readonly hashing: Hashing
  readonly pause: (ms: number) => Promise<void>
  /** What the device remembers. */
  readonly record: () => DeviceRecord
  readonly update: (change: (record: DeviceRecord) => DeviceRecord) => void
}

/** Compares what a device knows of the log with the pool, and remembers what it learns. Rejects when it does not reach the pool. */
export async function checkVisit(device: Visit): Promise<void> {
  const visit = untilAccepted(device)
  const isChainCertain = await checkChainOf(visit)
  const areEntriesCertain = await checkOwnEntries(visit)
  const isSeasonCertain = await checkCurrentSeason(visit)
  if (isChainCertain && areEntriesCertain && isSeasonCertain) visit.update((record) => ({ ...record, suspicions: {} }))
}

/** A check that began before the member accepted the pool's record changes nothing after it: it was judged by what is not compared any more. */
function untilAccepted(visit: Visit): Visit {
  const { accepted_at } = visit.record()
  return {
    ...visit,
    update: (change) => visit.update((current) => (current.accepted_at === accepted_at ? change(current) : current)),
  }
}

/** Notes what does not match so far, so that the next visit checks everything, and goes on from it, if this one ends early. */
export const noteSuspicion = ({ update }: Pick<Visit, 'update'>, { read, digest }: Suspicion): void =>
  update((record) => ({ ...record, suspicions: { ...record.suspicions, [read]: digest } }))

async function checkChainOf(visit: Visit): Promise<boolean> {
  const { run, token, now, record, update } = visit
  const found = await run({ kind: 'chain', token, now: now(), record: record(), maxPieces: maxPieces(visit) })
  if (found === undefined) return false
  // Receipts that arrived meanwhile remain.
  const learned = ({ receipts, problems, withdrawn, suspicions }: DeviceRecord): DeviceRecord => ({
    ...withReceipts(found.record, receipts),
    problems,
    withdrawn,
    suspicions,
  })
  const named = await nameEntries(visit, found)
  update((current) => withFindings(withoutSuspicion(learned(current), 'chain'), named, now()))
  return true
}

async function checkCurrentSeason(visit: Visit): Promise<boolean> {
  const { run, token, now, record, update, savesData } = visit
  const startedAt = now()
  const { season_checked_at, suspicions, problems } = record()
  const isDue =
    season_checked_at === null ||
    Object.keys(suspicions).length > 0 ||
    problems.length > 0 ||
    Date.parse(startedAt) >= Date.parse(season_checked_at) + DAY_MS
  const maxPicks = savesData ? 0 : isDue ? Number.POSITIVE_INFINITY : MAX_PICKS
  const task = { kind: 'season', token, now: startedAt, record: record(), maxPieces: maxPieces(visit), maxPicks } as const
  const found = await run(task)
  if (found === undefined) return false
  const named = await nameEntries(visit, found)
  update((current) => ({
    ...withFindings(withoutSuspicion(current, 'season'), named, now()),
    season_checked_at: found.isWhole ? startedAt : current.season_checked_at,
  }))
  return true
}

const maxPieces = ({ savesData }: Visit): number => (savesData ? MAX_PIECES_SAVING_DATA : MAX_PIECES)

/** Says “Ace” instead of “entry 7” where the pool tells the name. What the pool does not answer hides no problem. */
async function nameEntries({ api }: Visit, { checked, problems }: Findings): Promise<Findings> {
  if (problems.length === 0) return { checked, problems }
  const names = await entryNames(api).catch(() => new Map<number, string>())
  const withNames = problems.map((problem) => ({
    ...problem,
    sentence: problem.sentence.replaceAll(/\bentry (\d+)\b/g, (text, id) => {
      const name = names.get(Number(id))
      return name === undefined ? text : `“${name}”`
    }),
  }))
  return { checked, problems: withNames }
}

async function entryNames(api: Visit['api']): Promise<ReadonlyMap<number, string>> {
  const year = (await api.call('listWeeks')).find(({ is_current }) => is_current)?.season_year
  if (year === undefined) return new Map()
  const { view } = await api.call('liveSnapshot', { params: { topic: seasonTopic(year) } })
  return new Map('entries' in view ? view.entries.map(({ id, name }) => [id, name]) : [])
}

async function checkOwnEntries(visit: Visit): Promise<boolean> {
  const { api, userId } = visit
  if (userId === undefined) return true
  const entries = await api.call('userEntries', { params: { id: userId } })
  let isCertain = true
  for (const { id } of entries) isCertain = (await checkOwnEntry(visit, id)) && isCertain
  return isCertain
}

async function checkOwnEntry(visit: Visit, id: number): Promise<boolean> {
  const { record, update, hashing, now, pause } = visit
  const read = async () => {
    // Before the entry is read: each of these picks must be in it.
    const { receipts } = record()
    const answers = await readEntry(visit.api, id)
    if (answers === undefined) return { isDeleted: true, problems: [] } as const
    const [history, picks] = answers
    const problems: readonly Problem[] = checkEntry(history, picks, receipts, { hashing, now: now() })
    return { isDeleted: false, history, picks, problems } as const
  }
  const contentOf = (answers: Awaited<ReturnType<typeof read>>): unknown => ({ ...answers, problems: [] })
  const { suspicions } = record()
  const found = await readUntilCertain(read, {
    ...memoryOf(`entry:${id}`, contentOf, { suspicions, hashing, onSuspicion: (suspicion) => noteSuspicion(visit, suspicion) }),
    isSuspect: ({ problems }) => problems.length > 0,
    contentOf,
    pause,
  })
  if (found === undefined) return false
  update((current) => withoutSuspicion(current, `entry:${id}`))
  if (found.isDeleted) return true
  const { history, problems } = found
  update((current) => {
    const learned = withReceipts(current, receiptsOf(history, current.head?.position ?? 0))
    return withFindings(learned, { checked: [`entry:${id}`], problems }, now())
  })
  return true
}

/**
 * Reads an entry's history and picks as of the same moment: again while the history changes in between. Undefined when the entry was deleted
 * meanwhile, perhaps on another device.
 */
async function readEntry(api: Visit['api'], id: number): Promise<[EntryHistory, readonly PickRow[]] | undefined> {
  const params = { id }
  try {
    for (;;) {
      const before = await api.call('entryHistory', { params })
      const picks = await api.call('entryPicks', { params })
      const after = await api.call('entryHistory', { params })
      if (JSON.stringify(before.weeks) === JSON.stringify(after.weeks)) return [after, picks]
    }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
