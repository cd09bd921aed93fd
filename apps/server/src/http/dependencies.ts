import type { Instant, Program } from '@outlast/domain'
import type { Logger } from 'pino'
import type { Authentication, Login } from '../accounts/tokens.ts'
import type { RecordProgramUse } from '../accounts/program-tokens.ts'
import type { Viewer } from '../accounts/viewer.ts'
import type { CommandQueue } from '../commands/queue.ts'
import type { LimitUse } from '../lib/limit-use.ts'
import type { Handlers } from './handler.ts'
import type { PublicAnswers } from './public-answers.ts'

/** The dependencies of every route. */
export interface HttpDependencies {
  readonly handlers: Partial<Handlers>
  readonly queue: Pick<CommandQueue, 'submit'>
  /** Authenticates a bearer token. Returns a promise only if the log has to be read first. */
  readonly authenticate: (token: string) => Authentication | Promise<Authentication>
  /** Records that a device was used. Returns at once. */
  readonly noteUse?: (login: Login, userAgent: string | undefined) => void
  /**
   * Runs before every read: brings this process up to the log as it is now, so that no answer is older than one that somebody has
   * already got, from any server. Does not wait while the database is unreachable. See read-barrier.ts.
   */
  readonly readBarrier: () => Promise<void> | undefined
  /** Runs before every read, after the barrier. See lock-guard.ts. */
  readonly recordDueLocks: () => Promise<void> | undefined
  /** The last position of the log that this process has applied. */
  readonly logPosition: () => number
  /** Applies the events that the log has beyond that position. */
  readonly catchUp: () => Promise<void>
  /** Counts a write. Undefined: there is no limit. */
  readonly writeLimit: (viewer: Viewer, ip: string) => LimitUse | undefined
  /** Counts a call of a program. Undefined: there is no limit. */
  readonly programLimit: (program: Program) => LimitUse | undefined
  /** Records the first use of a token on a day for what a scope is about. See accounts/program-tokens.ts. */
  readonly recordProgramUse: RecordProgramUse
  /** Counts an expensive read of somebody who is signed in. Undefined: there is no limit. */
  readonly costlyReadLimit: (viewer: Viewer) => LimitUse | undefined
  /** Computes and keeps the responses that everybody may have. */
  readonly answers: Pick<PublicAnswers, 'answer'>
  /**
   * Waits for something that needs the database. Rejects with DatabaseUnavailable if it takes longer than `timeoutMs`
   * (default: 3.5 seconds) while the database is unreachable.
   */
  readonly guard: <T>(operation: Promise<T>, timeoutMs?: number) => Promise<T>
  readonly isAllowedOrigin: (origin: string) => boolean
  /** The database's time. */
  readonly now: () => Instant
  /** The key for fingerprints of requests that contain secrets. */
  readonly secret: string
  /** Returns 32 secret random bytes in hex. */
  readonly newNonce: () => string
  readonly log: Logger
  /** Tests only: responses are checked against the contract; a breach is reported here and fails the request. */
  readonly onBreach?: ((breach: Error) => void) | undefined
}
