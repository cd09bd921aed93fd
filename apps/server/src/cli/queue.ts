import type { ReplyOf, CommandData, CommandOfType, CommandType, EventMetadata, PoolState } from '@outlast/domain'
import { pino } from 'pino'
import { systemClock } from '../lib/clock.ts'
import { openLog } from '../app/open-log.ts'
import { type CommandDatabase, withDatabase } from './database.ts'

/** Sends a command as the system and returns its reply. Throws a RuleViolation if the rules reject it. */
export type Send = <T extends CommandType>(
  type: T,
  data: CommandData[T],
  metadata?: Pick<EventMetadata, 'reason'>,
) => Promise<ReplyOf<T>>

/** Runs a CLI command that changes the pool through the command queue. */
export function withQueue<T>(run: (database: CommandDatabase, send: Send, pool: () => PoolState) => Promise<T>): Promise<T> {
  return withDatabase(async (database) => {
    const { connectionString } = database
    const log = await openLog({
      connectionString,
      clock: systemClock,
      log: pino({ level: 'silent' }),
    })
    try {
      const send: Send = async (type, data, metadata = {}) => {
        const command = { type, data } as CommandOfType<typeof type>
        const result = await log.queue.submit({
          envelope: { command, actor: { kind: 'system' }, metadata },
          toResponse: ({ reply }) => reply,
        })
        if (!result.ok) throw result.violation
        return result.response
      }
      return await run(database, send, () => log.follower.pool)
    } finally {
      await log.stop()
    }
  })
}
