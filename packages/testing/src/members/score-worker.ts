import type { FeedGame, WeekId } from '@outlast/domain'
import { sql } from 'kysely'
import { pino } from 'pino'
import { systemClock } from '@outlast/server/clock'
import { openLog, type RunningLog } from '@outlast/server/open-log'

/*
 * The pool's command queue in a process of its own: takes games as a feed tells them, and says how long the command took
 * until it was committed. A server beside it learns of the score as it would of any other process's.
 */

export type ScoreTask = { readonly connectionString: string } | { readonly weekId: WeekId; readonly game: FeedGame }

export interface Scored {
  /** From the command to the committed transaction, which the read models are part of. */
  readonly ms: number
  /** By the clock of Unix time, in milliseconds: when the command was given. */
  readonly givenAt: number
}

let log: RunningLog | undefined

async function work(task: ScoreTask): Promise<Scored> {
  if ('connectionString' in task) {
    const { connectionString } = task
    log = await openLog({ connectionString, clock: systemClock, log: pino({ level: 'warn' }, process.stderr) })
    log.start()
    return { ms: 0, givenAt: 0 }
  }
  if (log === undefined) throw new Error('the log is not open')
  const command = { type: 'SyncGames', data: { weekId: task.weekId, games: [task.game] } } as const
  const givenAt = performance.timeOrigin + performance.now()
  const before = performance.now()
  await log.queue.submit({ envelope: { command, actor: { kind: 'system' } }, answer: () => null })
  const ms = performance.now() - before
  await assertCurrent(log)
  return { ms, givenAt }
}

/** The read models must stand where the log ends, or the time says nothing of them. */
async function assertCurrent({ db }: RunningLog): Promise<void> {
  const { rows } = await sql<{ current: boolean }>`
    SELECT c.position = h.position AS current FROM projections.checkpoint AS c, log_head AS h`.execute(db)
  if (rows[0]?.current !== true) throw new Error('the read models are behind the log')
}

process.on('message', (task: ScoreTask) => {
  void work(task).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => void (log?.stop() ?? Promise.resolve()).then(() => process.exit(0)))
