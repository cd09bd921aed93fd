import { isPublicTopic, type Topic } from '@outlast/contract/live/topics'
import type { UserId } from '@outlast/domain'
import type { Socket } from 'socket.io'
import type { AuthCode, Authentication } from '../accounts/tokens.ts'
import { type Viewer, VISITOR } from '../accounts/viewer.ts'
import type { ClientConnection } from './client-connection.ts'
import type { TokenBucket } from './token-bucket.ts'

/** Authenticates a token. Returns a promise only if the log has to be read first. See accounts/authenticate.ts. */
export type Authenticate = (token: string) => Authentication | Promise<Authentication>

/** Packets per client, of any kind. Opening a screen joins a handful of topics. */
export const REQUEST_LIMIT = { burst: 60, perSecond: 10 }
/** Bytes per client. A login token and a screen's topics are about two kilobytes. */
export const BYTE_LIMIT = { burst: 131_072, perSecond: 16_384 }
/** More topics than any screen needs. */
export const MAX_TOPICS = 40

export interface Identity {
  readonly viewer: Viewer
  /** Why the client's token is invalid. */
  readonly problem?: AuthCode
}

/** A connected client. Its rights are looked up with its token each time and never stored. */
export class ClientSession {
  readonly socket: Socket
  readonly connection: ClientConnection
  readonly topics = new Set<Topic>()
  readonly bucket: TokenBucket | undefined
  token: string | undefined
  /** The user that the token identified when it was last checked. */
  userId: UserId | undefined

  constructor(socket: Socket, connection: ClientConnection, bucket: TokenBucket | undefined) {
    this.socket = socket
    this.connection = connection
    this.bucket = bucket
  }

  /** Identifies the viewer now. Returns a promise only if the log has to be read first. */
  identify(authenticate: Authenticate): Identity | Promise<Identity> {
    if (this.token === undefined) return this.#setIdentity(undefined)
    const result = authenticate(this.token)
    return result instanceof Promise ? result.then((resolved) => this.#setIdentity(resolved)) : this.#setIdentity(result)
  }

  #setIdentity(result: Authentication | undefined): Identity {
    this.userId = result?.ok === true ? result.userId : undefined
    if (result === undefined) return { viewer: VISITOR }
    if (!result.ok) return { viewer: VISITOR, problem: result.code }
    return { viewer: { kind: result.isAdmin ? 'admin' : 'member', userId: result.userId } }
  }

  /** The subscribed topics that need a token. */
  get privateTopics(): readonly Topic[] {
    return [...this.topics].filter((topic) => !isPublicTopic(topic))
  }
}
