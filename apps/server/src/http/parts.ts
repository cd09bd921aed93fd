import type { Instant } from '@outlast/domain'
import type { Logger } from 'pino'
import type { Authentication } from '../accounts/tokens.ts'
import type { Viewer } from '../accounts/viewer.ts'
import type { CommandQueue } from '../commands/queue.ts'
import type { Handlers } from './handler.ts'

/** What serving a request takes, whatever the route. */
export interface HttpParts {
  readonly handlers: Partial<Handlers>
  readonly queue: Pick<CommandQueue, 'submit'>
  /** Who a bearer token stands for; a promise only when the log has to be read first. See accounts/authenticate.ts. */
  readonly authenticate: (token: string) => Authentication | Promise<Authentication>
  /** Before every read. See lock-guard.ts. */
  readonly ensureLocks: () => Promise<void> | undefined
  /** Whether {@link HttpParts.ensureLocks} has something to record. */
  readonly isLockDue: () => boolean
  /** Up to where this process has read the log. */
  readonly logPosition: () => number
  /** Reads what the log has beyond that. */
  readonly catchUp: () => Promise<void>
  /** Seconds to wait before another write, when there were too many; undefined: go ahead. */
  readonly writeLimit: (viewer: Viewer, ip: string) => number | undefined
  readonly isAllowedOrigin: (origin: string) => boolean
  /** The database's time. */
  readonly now: () => Instant
  /** For fingerprints of requests that hold secrets. */
  readonly secret: string
  readonly log: Logger
  /** In tests: answers are checked against the contract, and a breach is told here beside failing the request. */
  readonly onBreach?: ((breach: Error) => void) | undefined
  /** Told how each request ended. `route`: its name, or what else it was. */
  readonly onServed?: (served: Served) => void
}

export interface Served {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly seconds: number
}
