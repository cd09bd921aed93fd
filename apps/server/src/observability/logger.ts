import { type DestinationStream, type Logger, pino } from 'pino'
import { systemClock } from '../lib/clock.ts'
import { describeError } from './describe-error.ts'

interface LoggerOptions {
  readonly level: string
  /** Default: standard output, in small batches. */
  readonly destination?: DestinationStream
}

/**
 * Creates the process's logger: one JSON object per line. The log must not contain personal data or secrets (see
 * describe-error.ts and http/access-log.ts), so log ids and counts, never rows.
 */
export function createLogger({ level, destination = standardOutput() }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      // A safety net in case a whole request or account is logged.
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

/** Like pino's `isoTime`, but formats each millisecond only once. */
function timestamp(): string {
  const ms = systemClock.nowMs()
  if (ms !== last.ms) last = { ms, text: `,"time":"${new Date(ms).toISOString()}"` }
  return last.text
}

/** Buffers lines for a fraction of a second, because a write per line would cost more than most requests. */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 12_288, periodicFlush: 200 })
}
