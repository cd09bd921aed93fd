import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import { openDatabase } from '../database/pool.ts'
import type { Tables } from '../database/tables.ts'
import { TopicVersions } from '../topics/topic-versions.ts'
import { takeSnapshot } from '../state/snapshots.ts'

/** Makes one state snapshot in a thread of its own: folding and encoding a whole pool must not hold up the server. */
const { connectionString } = z.object({ connectionString: z.string() }).parse(workerData)
const database = openDatabase<Tables>({
  connectionString,
  max: 1,
  applicationName: 'outlast-snapshot',
  onError: () => {},
})
try {
  parentPort?.postMessage({ position: await takeSnapshot(database.db, (extra) => TopicVersions.fromJSON(extra)) })
} finally {
  await database.close()
}
