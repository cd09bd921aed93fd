import type { FeedGame, WeekId } from '@outlast/domain'
import { startWorker } from '../process/worker.ts'
import type { RecordedScore, ScoreRequest } from './score-worker.ts'

/** Records scores from a process of its own. */
export interface ScoreRecorder {
  record(weekId: WeekId, game: FeedGame): Promise<RecordedScore>
  stop(): Promise<void>
}

/** Starts a process that records scores in the log of a database. */
export async function startScoreRecorder(connectionString: string): Promise<ScoreRecorder> {
  const worker = startWorker(new URL('./score-worker.ts', import.meta.url))
  await worker.request({ connectionString } satisfies ScoreRequest)
  return {
    record: (weekId, game) => worker.request<RecordedScore>({ weekId, game } satisfies ScoreRequest),
    stop: () => worker.stop(),
  }
}
