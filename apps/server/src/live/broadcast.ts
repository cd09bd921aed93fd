import type { ChangesMessage, ResetMessage } from '@outlast/contract/live/messages'
import type { Topic } from '@outlast/contract/live/topics'
import type { Server, Socket } from 'socket.io'

/** The two things that a server says by itself (decisions.md §Live protocol). */
export interface Broadcast {
  /** To everybody in the topic's room: encoded once, whoever many they are. */
  readonly changes: (message: ChangesMessage) => void
  readonly reset: (message: ResetMessage) => void
}

/**
 * The only place that emits. The in-memory adapter encodes a broadcast once and builds one WebSocket frame of it, which
 * is written to every socket as it is; that holds as long as nothing is compressed per socket.
 */
export function broadcastTo(io: Server): Broadcast {
  return {
    changes: (message) => void io.to(message.topic).compress(false).emit('changes', message),
    reset: (message) => void io.to(message.topic).compress(false).emit('reset', message),
  }
}

/** Brings one client forward that comes back to a topic: by what it missed, or by telling it to fetch. */
export function bringForward(socket: Socket, topic: Topic, missed: readonly ChangesMessage[] | undefined, to: number): void {
  if (missed === undefined) {
    socket.compress(false).emit('reset', { topic, to } satisfies ResetMessage)
    return
  }
  for (const message of missed) socket.compress(false).emit('changes', message)
}
