import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Logger } from 'pino'
import { Flusher } from './flusher.ts'
import type { LiveFollower } from './follower.ts'
import type { LiveReader } from './reader.ts'
import { Rooms } from './rooms.ts'
import { LiveServer } from './live-server.ts'
import type { Authenticate } from './session.ts'
import type { TopicVersions } from './topic-versions.ts'

export interface LiveParts {
  readonly http: HttpServer
  readonly follower: LiveFollower
  /** Reads what the log has beyond the follower. */
  readonly catchUp: () => Promise<void>
  /** Kept by the follower: every event is applied to them before it is folded. */
  readonly versions: TopicVersions
  readonly reader: LiveReader
  readonly authenticate: Authenticate
  readonly isAllowedOrigin: (origin: string) => boolean
  /** The client's address, as trusted proxies tell it. */
  readonly addressOf: (request: IncomingMessage) => string
  /** False: no limits per address and client (`RATE_LIMITS=off`). */
  readonly limits: boolean
  readonly log: Pick<Logger, 'warn' | 'info'>
}

/** The live part of a process. */
export interface Live {
  /** For metrics. */
  readonly stats: () => { readonly connections: number; readonly rooms: number }
  /** Tells what is under way, then lets everybody go; before the HTTP server closes. */
  readonly close: () => Promise<void>
}

/**
 * Puts the live connection on the HTTP server. Every process tails the log and tells its own clients (architecture.md
 * "Live"): an event is noted for the topics it concerns before it is folded, and told after.
 */
export function startLive(parts: LiveParts): Live {
  const { follower, versions, reader, log } = parts
  const nowMs = (): number => performance.now()
  const rooms = new Rooms()
  const server = new LiveServer({ ...parts, rooms, nowMs })
  const flusher = new Flusher({ rooms, follower, reader, broadcast: server.broadcast, nowMs, later, log })
  versions.onConcerns((position, concerns) => rooms.note(position, concerns))
  follower.onEvent((event, before) => server.revocation.note(event, before))
  follower.onAdvanced(() => {
    server.revocation.advanced()
    flusher.wake()
  })
  return {
    stats: () => ({ connections: server.connections, rooms: rooms.size }),
    close: async () => {
      await flusher.stop()
      await server.close()
    },
  }
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
