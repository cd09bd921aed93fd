import { sql } from 'kysely'
import type { ServerDependencies } from './dependencies.ts'

const READINESS_TIMEOUT_MS = 2_000
/** A process that is this many events behind is not ready. */
const MAX_LAG = 10_000

/** Returns whether each condition for serving requests is met. Returns quickly even while the database is unreachable. */
export async function readiness(
  { running, outages }: ServerDependencies,
  isStopping: boolean,
): Promise<Readonly<Record<string, boolean>>> {
  const query = sql`SELECT 1`.execute(running.db).then(
    () => true,
    () => false,
  )
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), READINESS_TIMEOUT_MS).unref())
  const answers = await Promise.race([query, timeout])
  const storage = !outages.isDiskFull
  // The monitor also fails when the database answers and its disk is full.
  const database = answers && (!outages.isDown || !storage)
  const lag = (running.headPosition() ?? 0) - running.follower.position
  return { database, storage, log_followed: lag < MAX_LAG && !running.follower.hasDiverged, accepting: !isStopping }
}
