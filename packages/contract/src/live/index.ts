/** What a client of the live connection needs. Loads no schema: the types of `wire.ts` are enough. */
export { eliminationOf } from '../elimination.ts'
export * from './fold.ts'
export * from './order.ts'
export * from './reveal-codes.ts'
export { isAutoPick } from './season-picks.ts'
export * from './topics.ts'
export type * from './wire.ts'
export {
  LiveClient,
  type LiveClientOptions,
  type LiveTransport,
  type TransportListener,
  type ViewOf,
} from './client/live-client.ts'
export { type SocketIoSocket, socketIoTransport } from './client/socket-io-transport.ts'
export { type LiveState, TopicRefusedError } from './client/state.ts'
export type { Fold, Scheduler } from './client/topic-feed.ts'
