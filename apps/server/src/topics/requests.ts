import { type ErrorCode, errorMessage } from '@outlast/contract/errors'
import {
  type Acknowledgement,
  type AuthRequest,
  CLIENT_MESSAGES,
  type JoinRequest,
  type LeaveRequest,
} from '@outlast/contract/live/wire'
import type { Topic } from '@outlast/contract/live/topics'
import type { Logger } from 'pino'
import type { Viewer } from '../accounts/viewer.ts'
import { isDatabaseUnavailable } from '../database/faults.ts'
import { type Access, accessTo } from './access.ts'
import type { Audience } from './audience.ts'
import { bringForward } from './broadcast.ts'
import type { LiveFollower } from './follower.ts'
import type { Rooms } from './rooms.ts'
import { type Authenticate, type Identity, MAX_TOPICS, type Session } from './session.ts'
import type { TopicVersions } from './topic-versions.ts'

export interface RequestsParts {
  readonly follower: Pick<LiveFollower, 'pool'>
  /** Reads what the log has beyond the follower. */
  readonly catchUp: () => Promise<void>
  readonly rooms: Rooms
  readonly audience: Pick<Audience, 'enter' | 'leave'>
  readonly versions: Pick<TopicVersions, 'current'>
  readonly authenticate: Authenticate
  readonly nowMs: () => number
  readonly log: Pick<Logger, 'warn'>
}

type Acknowledge = (answer: Acknowledgement) => void

const DONE: Acknowledgement = { ok: true, version: 0 }

/** What clients ask for: to join and leave topics, and to be somebody else. */
export class Requests {
  readonly #parts: RequestsParts

  constructor(parts: RequestsParts) {
    this.#parts = parts
  }

  /** Starts answering a client. */
  serve(session: Session): void {
    const { socket } = session
    session.token = tokenOf(socket.handshake.auth)
    socket.conn.on('packet', () => this.#count(session))
    // Everything is answered here, and nothing is passed on to listeners: an event that nobody knows is a bad request too.
    socket.use(([event, ...rest]) => {
      const last: unknown = rest.at(-1)
      const acknowledge: Acknowledge = typeof last === 'function' ? (last as Acknowledge) : () => {}
      this.#answer(session, String(event), rest[0], acknowledge).catch((error: unknown) => {
        this.#parts.log.warn({ err: error }, 'a live request failed')
        acknowledge(refusal(isDatabaseUnavailable(error) ? 'unavailable' : 'internal'))
      })
    })
  }

  /** Whether a client may still be in the rooms that it is in; a promise only when the log has to be read first. */
  isStillAllowed(session: Session): boolean | Promise<boolean> {
    if (session.ownTopics.length === 0) return true
    const mayAll = ({ viewer }: Identity): boolean =>
      session.ownTopics.every((topic) => accessTo(topic, viewer, this.#parts.follower.pool).ok)
    const identity = session.identify(this.#parts.authenticate)
    return identity instanceof Promise ? identity.then(mayAll) : mayAll(identity)
  }

  /** Nobody needs so many packets, whatever is in them: who goes on sending is cut off. */
  #count({ bucket, socket }: Session): void {
    bucket?.take(this.#parts.nowMs())
    if (bucket?.isExhausted === true) socket.conn.close(true)
  }

  async #answer(session: Session, event: string, payload: unknown, acknowledge: Acknowledge): Promise<void> {
    if (session.bucket?.isEmpty === true) return acknowledge(refusal('rate_limited'))
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
        if (request.success) return acknowledge(await this.#authenticate(session, request.data))
        break
      }
      default:
    }
    acknowledge(refusal('invalid_input'))
  }

  async #join(session: Session, { topic: text, have }: JoinRequest, acknowledge: Acknowledge): Promise<void> {
    const { viewer, problem } = await session.identify(this.#parts.authenticate)
    const access = await this.#accessAtLast(text, viewer)
    if (!access.ok) {
      // Whoever is no more who they were is told why.
      return acknowledge(refusal(access.code === 'unauthenticated' ? (problem ?? access.code) : access.code))
    }
    if (!session.topics.has(access.topic) && session.topics.size >= MAX_TOPICS) return acknowledge(refusal('rate_limited'))
    if (!session.socket.connected) return
    this.#enter(session, access.topic, have, acknowledge)
    // The right may have gone between the look and the room; from here on, revocation sees the room.
    if (!(await this.isStillAllowed(session))) session.socket.conn.close()
  }

  /** A week that is not here, another process may have made a moment ago: the log is read on before it is refused. */
  async #accessAtLast(text: string, viewer: Viewer): Promise<Access> {
    const { follower, catchUp } = this.#parts
    const access = accessTo(text, viewer, follower.pool)
    if (access.ok || access.code !== 'topic_not_found') return access
    await catchUp()
    return accessTo(text, viewer, follower.pool)
  }

  /** In one go, so that no message falls between the answer and the room. */
  #enter(session: Session, topic: Topic, have: number | undefined, acknowledge: Acknowledge): void {
    const { rooms, audience, versions, nowMs } = this.#parts
    const isIn = session.topics.has(topic)
    const room = (isIn ? rooms.get(topic) : undefined) ?? rooms.enter(topic, versions.current(topic))
    session.topics.add(topic)
    audience.enter(topic, session.line)
    acknowledge({ ok: true, version: room.emitted })
    if (have !== undefined && have < room.emitted) {
      bringForward(session.line, topic, room.ring.since(have, nowMs()), room.emitted)
    }
  }

  #leave(session: Session, { topic }: LeaveRequest): Acknowledgement {
    this.#exit(session, topic as Topic)
    return DONE
  }

  #exit(session: Session, topic: Topic): void {
    if (!session.topics.delete(topic)) return
    this.#parts.audience.leave(topic, session.line)
    this.#parts.rooms.leave(topic, this.#parts.nowMs())
  }

  /** Another token, or none: what it does not allow is left; what it allows is joined by the client again. */
  async #authenticate(session: Session, { token }: AuthRequest): Promise<Acknowledgement> {
    session.token = token ?? undefined
    const { viewer, problem } = await session.identify(this.#parts.authenticate)
    for (const topic of session.ownTopics) {
      if (!accessTo(topic, viewer, this.#parts.follower.pool).ok) this.#exit(session, topic)
    }
    return problem === undefined ? DONE : refusal(problem)
  }
}

function refusal(code: ErrorCode): Acknowledgement {
  return { ok: false, code, error: errorMessage(code) }
}

/** What a client gave when it connected; anything but a token is none. */
function tokenOf(auth: unknown): string | undefined {
  const parsed = CLIENT_MESSAGES.auth.safeParse(auth)
  return parsed.success ? (parsed.data.token ?? undefined) : undefined
}
