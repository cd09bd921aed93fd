/** The live connection: topics, views, what changes them, what follows from them. Nothing here parses. */
export * from './derive/index.ts'
export * from './fold.ts'
export * from './messages.ts'
export * from './order.ts'
export * from './reveal-codes.ts'
export * from './topics.ts'
export * from './views.ts'
export {
  type KindOf,
  LiveClient,
  type LiveClientParts,
  type LiveTransport,
  type TransportListener,
  type ViewOf,
} from './client/live-client.ts'
export { type SocketIoSocket, socketIoTransport } from './client/socket-io-transport.ts'
export { LiveRefusal, type LiveState } from './client/state.ts'
export type { Timing } from './client/topic-feed.ts'
