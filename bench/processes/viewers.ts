import { forEachConcurrently, range } from '@outlast/testing/async'
import { FrameViewer } from '@outlast/testing/live/frame-viewer'
import { serveRequests } from '@outlast/testing/process/worker'

// Viewers of one topic in a process of their own, divided among servers. They join, and then report when the last of them has
// received the next message.

export type ViewersRequest =
  | { readonly ports: readonly number[]; readonly topic: string; readonly viewers: number }
  /** Replied to once every viewer has received one more message. */
  | 'next'

export interface ReceivedByAll {
  /** When the last viewer received the message, in milliseconds since 1970. */
  readonly lastAt: number
}

const CONCURRENT_JOINS = 100

let viewers: readonly FrameViewer[] = []
let messages = 0

serveRequests(async (request: ViewersRequest): Promise<ReceivedByAll> => {
  if (request !== 'next') {
    const { ports, topic } = request
    const join = (n: number) => FrameViewer.join(ports[n % ports.length] ?? 0, topic)
    viewers = await forEachConcurrently(range(request.viewers), join, CONCURRENT_JOINS)
    return { lastAt: 0 }
  }
  messages += 1
  const frames = await Promise.all(viewers.map(async (viewer) => (await viewer.frames(messages))[messages - 1]))
  return { lastAt: performance.timeOrigin + Math.max(...frames.map((frame) => frame?.atMs ?? Number.NaN)) }
})
