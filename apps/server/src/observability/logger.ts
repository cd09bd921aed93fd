import { type DestinationStream, type Logger, pino } from 'pino'
import { systemClock } from '../lib/clock.ts'
import { describeError } from './describe-error.ts'

export interface LoggerOptions {
  readonly level: string
  /** Default: the standard output, in small batches. */
  readonly destination?: DestinationStream
}

/**
 * The process's log: one JSON object a line. Nothing personal and nothing secret goes into it (see describe-error.ts and
 * http/access-log.ts); what is passed is written as it is, so pass ids and counts, never rows.
 */
export function createLogger({ level, destination = standardOutput() }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: timeOfLine,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      // The second guard, should a request's or an account's parts ever be passed whole.
      redact: {
        paths: [
          'authorization',
          'password',
          'token',
          'email',
          '*.authorization',
          '*.password',
          '*.token',
          '*.email',
          '*.password_hash',
        ],
        censor: '[removed]',
      },
    },
    destination,
  )
}

let last = { ms: 0, text: '' }

/** As pino's `isoTime`; lines of one millisecond share it. */
function timeOfLine(): string {
  const ms = systemClock.nowMs()
  if (ms !== last.ms) last = { ms, text: `,"time":"${new Date(ms).toISOString()}"` }
  return last.text
}

/** Lines are gathered for a fraction of a second: a write for each would cost more than most requests do. */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 12_288, periodicFlush: 200 })
}
