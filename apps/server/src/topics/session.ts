import { isPublicTopic, type Topic } from '@outlast/contract/live/topics'
import type { UserId } from '@outlast/domain'
import type { Socket } from 'socket.io'
import type { AuthCode, Authentication } from '../accounts/tokens.ts'
import { type Viewer, VISITOR } from '../accounts/viewer.ts'
import type { Line } from './line.ts'
import type { TokenBucket } from './token-bucket.ts'

/** Who a token stands for now; a promise only when the log has to be read first. See accounts/authenticate.ts. */
export type Authenticate = (token: string) => Authentication | Promise<Authentication>

/** What a client may ask in a second; opening a screen joins a handful of topics. */
export const MESSAGE_LIMIT = { burst: 60, perSecond: 10 }
/** More topics than any screen has. */
export const MAX_TOPICS = 40

/** Who a client is, and why a token that came along does not hold. */
export interface Identity {
  readonly viewer: Viewer
  readonly problem?: AuthCode
}

/** One connected client. What it may see is never kept: it is looked up with the token each time. */
export class Session {
  readonly socket: Socket
  readonly line: Line
  readonly address: string
  readonly topics = new Set<Topic>()
  readonly bucket: TokenBucket | undefined
  token: string | undefined
  /** Whom the token stood for when it was last looked at. */
  userId: UserId | undefined

  constructor(socket: Socket, line: Line, address: string, bucket: TokenBucket | undefined) {
    this.socket = socket
    this.line = line
    this.address = address
    this.bucket = bucket
  }

  /** Who it is now; a promise only when the log has to be read first. */
  identify(authenticate: Authenticate): Identity | Promise<Identity> {
    if (this.token === undefined) return this.#become(undefined)
    const found = authenticate(this.token)
    return found instanceof Promise ? found.then((later) => this.#become(later)) : this.#become(found)
  }

  #become(found: Authentication | undefined): Identity {
    this.userId = found?.ok === true ? found.userId : undefined
    if (found === undefined) return { viewer: VISITOR }
    if (!found.ok) return { viewer: VISITOR, problem: found.code }
    return { viewer: { kind: found.isAdmin ? 'admin' : 'member', userId: found.userId } }
  }

  /** Topics that need a token. */
  get ownTopics(): readonly Topic[] {
    return [...this.topics].filter((topic) => !isPublicTopic(topic))
  }
}
