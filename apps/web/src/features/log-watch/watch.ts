import { ApiError, type EntryHistory, type Pick } from '@outlast/contract'
import { seasonTopic } from '@outlast/contract/live'
import { getToken } from '../../api/token.ts'
import { deviceTime } from '../../clock/device-clock.ts'
import { type DeviceRecord, type Problem, updateRecord, useDeviceRecord, withReceipts } from '../../device/device-record.ts'
import { hashing } from '../../lib/hashing.ts'
import { useSession } from '../../session/session.ts'
import { checkEntry, receiptsOf } from './check-entry.ts'
import type { CheckAnswer, CheckResults, CheckTask } from './check-task.ts'
import { createUncachedClient } from './uncached-client.ts'

const MAX_PIECES = 20
/** For members who ask their browser to save data. */
const MAX_PIECES_SAVING_DATA = 2
/** After this many picks, older weeks are checked once a day only. */
const MAX_PICKS = 5_000
const DAY_MS = 86_400_000
const LOCK = 'outlast-log-watch'

/** Compares with what the pool says now, not with the browser's cache. */
const api = createUncachedClient(getToken, 'no-store')

/**
 * Compares what this device knows of the log with the pool, and remembers what it learns. One tab at a time; failures to reach the pool end
 * the check, which the next visit repeats.
 */
export async function checkLog(): Promise<void> {
  const { locks } = navigator as { readonly locks?: LockManager }
  if (locks === undefined) return check()
  await locks.request(LOCK, { ifAvailable: true }, (lock) => (lock === null ? undefined : check()))
}

async function check(): Promise<void> {
  // A problem stays until the member starts again.
  if (useDeviceRecord.getState().problems.length > 0) return
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' })
  try {
    const task = { kind: 'chain', record: useDeviceRecord.getState(), maxPieces: maxPieces() } as const
    const { record, problems } = await runIn(worker, { ...task, token: getToken(), now: deviceTime() })
    const named = await nameEntries(problems)
    updateRecord((current) => ({ ...withChain(current, record), problems: [...current.problems, ...named] }))
    await checkOwnEntries()
    await checkCurrentSeason(worker)
  } finally {
    worker.terminate()
  }
}

/** Runs a task in the worker, which runs one at a time. Rejects when the worker does not start, or does not reach the pool. */
const runIn = <Kind extends CheckTask['kind']>(
  worker: Worker,
  task: Extract<CheckTask, { readonly kind: Kind }>,
): Promise<CheckResults[Kind]> =>
  new Promise((resolve, reject) => {
    worker.onerror = () => reject(new Error('The check did not start'))
    worker.onmessage = ({ data }: MessageEvent<CheckAnswer<Kind>>) =>
      'failure' in data ? reject(new Error(data.failure)) : resolve(data.result)
    worker.postMessage(task)
  })

async function checkCurrentSeason(worker: Worker): Promise<void> {
  const now = deviceTime()
  const { season_checked_at } = useDeviceRecord.getState()
  const isDue = season_checked_at === null || Date.parse(now) >= Date.parse(season_checked_at) + DAY_MS
  const maxPicks = savesData() ? 0 : isDue ? Number.POSITIVE_INFINITY : MAX_PICKS
  const { problems, isWhole } = await runIn(worker, { kind: 'season', token: getToken(), now, maxPicks })
  const named = await nameEntries(problems)
  updateRecord((record) => ({
    ...record,
    season_checked_at: isWhole ? now : record.season_checked_at,
    problems: [...record.problems, ...named],
  }))
}

/** Says “Ace” instead of “entry 7” where the pool tells the name. What the pool does not answer hides no problem. */
async function nameEntries(problems: readonly Problem[]): Promise<readonly Problem[]> {
  if (problems.length === 0) return problems
  const names = await entryNames().catch(() => new Map<number, string>())
  return problems.map((problem) => ({
    ...problem,
    sentence: problem.sentence.replaceAll(/\bentry (\d+)\b/g, (text, id) => {
      const name = names.get(Number(id))
      return name === undefined ? text : `“${name}”`
    }),
  }))
}

async function entryNames(): Promise<ReadonlyMap<number, string>> {
  const year = (await api.call('listWeeks')).find(({ is_current }) => is_current)?.season_year
  if (year === undefined) return new Map()
  const { view } = await api.call('liveSnapshot', { params: { topic: seasonTopic(year) } })
  return new Map('entries' in view ? view.entries.map(({ id, name }) => [id, name]) : [])
}

/** Takes over what a check of the chain learned. Receipts that arrived meanwhile remain. */
function withChain(current: DeviceRecord, checked: DeviceRecord): DeviceRecord {
  return { ...withReceipts(checked, current.receipts), problems: current.problems }
}

async function checkOwnEntries(): Promise<void> {
  const session = useSession.getState()
  if (session.status !== 'signed-in') return
  const entries = await api.call('userEntries', { params: { id: session.user.id } })
  for (const { id } of entries) {
    const { receipts } = useDeviceRecord.getState()
    const now = deviceTime()
    const read = await readEntry(id)
    if (read === undefined) continue
    const [history, picks] = read
    const problems: readonly Problem[] = checkEntry(history, picks, receipts, { hashing, now })
    updateRecord((record) => {
      const position = record.head?.position ?? 0
      return { ...withReceipts(record, receiptsOf(history, position)), problems: [...record.problems, ...problems] }
    })
  }
}

/**
 * Reads an entry's history and picks as of the same moment: again while the history changes in between. Undefined when the entry was deleted
 * meanwhile, perhaps on another device.
 */
async function readEntry(id: number): Promise<[EntryHistory, readonly Pick[]] | undefined> {
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

const maxPieces = (): number => (savesData() ? MAX_PIECES_SAVING_DATA : MAX_PIECES)

function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}
