import type { FeedGame, WeekId } from '@outlast/domain'
import type { RunningLog } from '@outlast/server/open-log'
import { serveRequests } from '../process/worker.ts'
import { openOwnLog } from './own-log.ts'

// Runs the pool's command queue in a process of its own and records scores, so that a server beside it learns of a score in the
// same way as of any other process's commands.

export type ScoreRequest =
  /** Opens the log. */
  | { readonly connectionString: string }
  /** Records the state of a game. */
  | { readonly weekId: WeekId; readonly game: FeedGame }

export interface RecordedScore {
  /** Milliseconds from the command to the commit, which includes the read models. */
  readonly ms: number
  /** When the command was submitted, in milliseconds since 1970. */
  readonly submittedAt: number
}

let log: RunningLog | undefined

async function handle(request: ScoreRequest): Promise<RecordedScore> {
  if ('connectionString' in request) {
    log = await openOwnLog(request.connectionString)
    log.start()
    return { ms: 0, submittedAt: 0 }
  }
  if (log === undefined) throw new Error('the log is not open')
  const command = { type: 'SyncGames', data: { weekId: request.weekId, games: [request.game] } } as const
  const submittedAt = performance.timeOrigin + performance.now()
  const before = performance.now()
  await log.queue.submit({ envelope: { command, actor: { kind: 'system' } }, toResponse: () => null })
  const ms = performance.now() - before
  return { ms, submittedAt }
}

serveRequests(handle, async () => log?.stop())
