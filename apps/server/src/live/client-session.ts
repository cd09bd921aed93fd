import { isPublicTopic, type Topic } from '@outlast/contract/live/topics'
import type { UserId } from '@outlast/domain'
import type { Socket } from 'socket.io'
import type { AuthCode, Authentication } from '../accounts/tokens.ts'
import { type Viewer, viewerOf, VISITOR } from '../accounts/viewer.ts'
import type { ClientConnection } from './client-connection.ts'

/** Authenticates a token. Returns a promise only if the log has to be read first. See accounts/authenticate.ts. */
export type Authenticate = (token: string) => Authentication | Promise<Authentication>

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
  /** Few. A list takes half the memory of a set. */
  topics: readonly Topic[] = []
  token: string | undefined
  /** The user that the token identified when it was last checked. */
  userId: UserId | undefined

  constructor(socket: Socket, connection: ClientConnection, token: string | undefined) {
    this.socket = socket
    this.connection = connection
    this.token = token
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
    return { viewer: viewerOf(result) }
  }

  /** The subscribed topics that need a token. */
  get privateTopics(): readonly Topic[] {
    return this.topics.filter((topic) => !isPublicTopic(topic))
  }
}
