import { type ErrorCode, errorMessage } from '@outlast/contract/errors'
import type { Topic } from '@outlast/contract/live/topics'
import {
  type Acknowledgement,
  type AuthRequest,
  CLIENT_MESSAGES,
  type JoinRequest,
  type LeaveRequest,
  type ResetMessage,
} from '@outlast/contract/live/wire'
import type { Logger } from 'pino'
import type { Viewer } from '../accounts/viewer.ts'
import { isDatabaseUnavailable } from '../database/faults.ts'
import type { Follower } from '../pool/follower.ts'
import { type Access, accessTo } from './access.ts'
import { type Authenticate, type ClientSession, type Identity, MAX_TOPICS } from './client-session.ts'
import type { SubscriptionRegistry } from './subscriptions.ts'
import type { TopicVersions } from './topic-versions.ts'
import { encodeFrame } from './websocket-frame.ts'

export interface ClientRequestsOptions {
  readonly follower: Pick<Follower, 'pool'>
  /** Applies the events that the log has beyond the follower. */
  readonly catchUp: () => Promise<void>
  readonly subscriptions: SubscriptionRegistry
  readonly versions: Pick<TopicVersions, 'current'>
  readonly authenticate: Authenticate
  readonly nowMs: () => number
  readonly log: Pick<Logger, 'warn'>
}

type Acknowledge = (acknowledgement: Acknowledgement) => void

const SUCCESS: Acknowledgement = { ok: true, version: 0 }

/** Handles the requests of clients: to join and leave topics, and to change their token. */
export class ClientRequests {
  readonly #options: ClientRequestsOptions

  constructor(options: ClientRequestsOptions) {
    this.#options = options
  }

  /** Handles an event of a client: its name, what it carries, and the function that acknowledges it. Unknown events get an error too. */
  handle(session: ClientSession, [event, ...rest]: readonly unknown[]): void {
    const last = rest.at(-1)
    const acknowledge: Acknowledge = typeof last === 'function' ? (last as Acknowledge) : () => {}
    this.#handle(session, String(event), rest[0], acknowledge).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'live request failed')
      acknowledge(failure(isDatabaseUnavailable(error) ? 'unavailable' : 'internal'))
    })
  }

  /** Returns whether a client may keep its subscriptions; a promise only if the log has to be read first. */
  isStillAllowed(session: ClientSession): boolean | Promise<boolean> {
    if (session.privateTopics.length === 0) return true
    const mayReadAll = ({ viewer }: Identity): boolean =>
      session.privateTopics.every((topic) => accessTo(topic, viewer, this.#options.follower.pool).ok)
    const identity = session.identify(this.#options.authenticate)
    return identity instanceof Promise ? identity.then(mayReadAll) : mayReadAll(identity)
  }

  unsubscribe(session: ClientSession, topic: Topic): void {
    session.topics = session.topics.filter((one) => one !== topic)
    this.#options.subscriptions.unsubscribe(topic, session.connection, this.#options.nowMs())
  }

  async #handle(session: ClientSession, event: string, payload: unknown, acknowledge: Acknowledge): Promise<void> {
    switch (event) {
      case 'join': {
        const request = CLIENT_MESSAGES.join.safeParse(payload)
        if (request.success) return this.#join(session, request.data, acknowledge)
        break
      }
      case 'leave': {
        const request = CLIENT_MESSAGES.leave.safeParse(payload)
        if (request.success) return acknowledge(this.#leave(session, request.data))
        break
      }
      case 'auth': {
        const request = CLIENT_MESSAGES.auth.safeParse(payload)
        if (request.success) return acknowledge(await this.#changeToken(session, request.data))
        break
      }
      default:
    }
    acknowledge(failure('invalid_input'))
  }

  async #join(session: ClientSession, { topic: name, have }: JoinRequest, acknowledge: Acknowledge): Promise<void> {
    const { viewer, problem } = await session.identify(this.#options.authenticate)
    const access = await this.#accessAfterCatchUp(name, viewer)
    if (!access.ok) return acknowledge(failure(access.code === 'unauthenticated' ? (problem ?? access.code) : access.code))
    if (!session.topics.includes(access.topic) && session.topics.length >= MAX_TOPICS) return acknowledge(failure('rate_limited'))
    // A version beyond the log may be of an event that this process has not read yet.
    if (this.#isBeyondLog(have)) await this.#options.catchUp()
    if (!session.socket.connected) return
    this.#subscribe(session, access.topic, have, acknowledge)
    // The right may have been revoked before the client subscribed; revocation sees later changes.
    if (!(await this.isStillAllowed(session))) session.socket.conn.close()
  }

  /** Reads the log before it rejects an unknown topic, because another process may have just created the week. */
  async #accessAfterCatchUp(name: string, viewer: Viewer): Promise<Access> {
    const { follower, catchUp } = this.#options
    const access = accessTo(name, viewer, follower.pool)
    if (access.ok || access.code !== 'topic_not_found') return access
    await catchUp()
    return accessTo(name, viewer, follower.pool)
  }

  /** A pool that was restored from a backup may have lost what a client has. */
  #isBeyondLog(have: number | undefined): boolean {
    return have !== undefined && have > this.#options.follower.pool.position
  }

  /** Synchronous, so that no message is sent between the acknowledgement and the subscription. */
  #subscribe(session: ClientSession, topic: Topic, have: number | undefined, acknowledge: Acknowledge): void {
    const { subscriptions, versions, nowMs } = this.#options
    const { connection } = session
    const { publishedVersion, recent } = subscriptions.subscribe(topic, connection, versions.current(topic))
    if (!session.topics.includes(topic)) session.topics = [...session.topics, topic]
    acknowledge({ ok: true, version: publishedVersion })
    const reset = (restart: { readonly restart?: true }): void =>
      connection.send(encodeFrame('reset', { topic, to: publishedVersion, ...restart } satisfies ResetMessage))
    if (this.#isBeyondLog(have)) return reset({ restart: true })
    if (have === undefined || have >= publishedVersion) return
    const missed = recent.since(have, nowMs())
    if (missed === undefined) reset({})
    else for (const message of missed) connection.send(encodeFrame('changes', message))
  }

  #leave(session: ClientSession, { topic }: LeaveRequest): Acknowledgement {
    this.unsubscribe(session, topic as Topic)
    return SUCCESS
  }

  /** Replaces or removes the token, and leaves the topics that the new one does not allow. */
  async #changeToken(session: ClientSession, { token }: AuthRequest): Promise<Acknowledgement> {
    session.token = token ?? undefined
    const { viewer, problem } = await session.identify(this.#options.authenticate)
    for (const topic of session.privateTopics) {
      if (!accessTo(topic, viewer, this.#options.follower.pool).ok) this.unsubscribe(session, topic)
    }
    return problem === undefined ? SUCCESS : failure(problem)
  }
}

function failure(code: ErrorCode): Acknowledgement {
  return { ok: false, code, error: errorMessage(code) }
}

/** Returns the token that a client sent when it connected. Anything invalid counts as no token. */
export function tokenOf(auth: unknown): string | undefined {
  const parsed = CLIENT_MESSAGES.auth.safeParse(auth)
  return parsed.success ? (parsed.data.token ?? undefined) : undefined
}
