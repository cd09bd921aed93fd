import { Viewer } from '@outlast/testing/live/frame-viewer'

/*
 * Viewers of one topic in a process of their own, shared out among servers: they join, and then tell when the last of
 * them has heard the next message.
 */

export type ViewersTask =
  | { readonly ports: readonly number[]; readonly topic: string; readonly viewers: number }
  /** Answered once every viewer has heard one more message. */
  | 'next'

export interface HeardByAll {
  /** Of Unix time, in milliseconds. */
  readonly lastAt: number
}

const AT_ONCE = 100

const viewers: Viewer[] = []
let told = 0

async function work(task: ViewersTask): Promise<HeardByAll> {
  if (task !== 'next') {
    const { ports, topic } = task
    const waiting = Array.from({ length: task.viewers }, (_, n) => ports[n % ports.length] ?? 0).values()
    const lane = async (): Promise<void> => {
      for (const port of waiting) viewers.push(await Viewer.join(port, topic))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    return { lastAt: 0 }
  }
  told += 1
  const messages = await Promise.all(viewers.map(async (viewer) => (await viewer.heard(told))[told - 1]))
  return { lastAt: performance.timeOrigin + Math.max(...messages.map((message) => message?.atMs ?? Number.NaN)) }
}

process.on('message', (task: ViewersTask) => {
  void work(task).then((result) => process.send?.(result))
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
