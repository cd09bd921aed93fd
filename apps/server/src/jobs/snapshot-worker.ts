import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import { openDatabase } from '../database/pool.ts'
import type { Tables } from '../database/tables.ts'
import { runInBackground } from '../lib/background-thread.ts'
import { takeSnapshot } from '../pool/snapshots.ts'
import { TopicVersions } from '../live/topic-versions.ts'

// Makes one state snapshot in a worker thread, because folding and encoding a whole pool would block the event loop.
runInBackground()
const { connectionString } = z.object({ connectionString: z.string() }).parse(workerData)
const database = openDatabase<Tables>({
  connectionString,
  max: 1,
  applicationName: 'outlast-snapshot',
  onError: () => {},
})
try {
  parentPort?.postMessage({ position: await takeSnapshot(database.db, (json) => TopicVersions.fromJSON(json)) })
} finally {
  await database.close()
}
