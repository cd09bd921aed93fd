import type { ChangesMessage, ResetMessage } from '@outlast/contract/live/wire'
import type { Topic } from '@outlast/contract/live/topics'
import type { Audience } from './audience.ts'
import { frameOf } from './frame.ts'
import type { Line } from './line.ts'

/** The two things that a server says by itself (decisions.md §Live protocol). */
export interface Broadcast {
  /** To everybody who watches the topic: encoded once, whoever many they are. */
  readonly changes: (message: ChangesMessage) => void
  readonly reset: (message: ResetMessage) => void
}

/** The only place that says something to many (docs/decisions/024). */
export function broadcastTo(audience: Audience): Broadcast {
  return {
    changes: (message) => audience.tell(message.topic as Topic, frameOf('changes', message)),
    reset: (message) => audience.tell(message.topic as Topic, frameOf('reset', message)),
  }
}

/** Brings one client forward that comes back to a topic: by what it missed, or by telling it to fetch. */
export function bringForward(line: Line, topic: Topic, missed: readonly ChangesMessage[] | undefined, to: number): void {
  if (missed === undefined) line.write(frameOf('reset', { topic, to } satisfies ResetMessage))
  else for (const message of missed) line.write(frameOf('changes', message))
}
