import { getToken } from '../../api/token.ts'
import { deviceTime } from '../../clock/device-clock.ts'
import { updateRecord, useDeviceRecord } from '../../device/device-record.ts'
import { hashing } from '../../lib/hashing.ts'
import { pauseFor } from '../../lib/read-until-certain.ts'
import { useSession } from '../../session/session.ts'
import type { CheckMessage, CheckResults, CheckTask } from './check-task.ts'
import { checkVisit, noteSuspicion } from './check-visit.ts'
import { createUncachedClient } from './uncached-client.ts'

const LOCK = 'outlast-log-watch'

/** Compares with what the pool says now, not with the browser's cache. */
const api = createUncachedClient({ token: getToken, cache: 'no-store' })

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
  const session = useSession.getState()
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' })
  try {
    await checkVisit({
      api,
      run: (task) => runIn(worker, task),
      token: getToken(),
      userId: session.status === 'signed-in' ? session.user.id : undefined,
      savesData: savesData(),
      now: deviceTime,
      hashing,
      pause: pauseFor,
      record: useDeviceRecord.getState,
      update: updateRecord,
    })
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
    worker.onmessage = ({ data }: MessageEvent<CheckMessage<Kind>>) => {
      if ('suspicion' in data) noteSuspicion({ update: updateRecord }, data.suspicion)
      else if ('failure' in data) reject(new Error(data.failure))
      else resolve(data.result)
    }
    worker.postMessage(task)
  })

function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}
