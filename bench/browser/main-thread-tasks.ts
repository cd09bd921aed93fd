import type { Page } from '@playwright/test'

/** The parts of a trace event that are read. Times are in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** The processor time of the thread. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

const CATEGORIES = ['__metadata', 'disabled-by-default-devtools.timeline']

/** Returns how long each task of the page’s main threads took while `act` ran, in milliseconds of processor time. */
export async function mainThreadTasks(page: Page, act: () => Promise<void>): Promise<readonly number[]> {
  const client = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  // The protocol leaves the events' type open.
  client.on('Tracing.dataCollected', ({ value }) => events.push(...(value as object[] as TraceEvent[])))
  const isComplete = new Promise<void>((resolve) => client.once('Tracing.tracingComplete', () => resolve()))
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { recordMode: 'recordAsMuchAsPossible', includedCategories: CATEGORIES },
  })
  await act()
  await client.send('Tracing.end')
  await isComplete
  await client.detach()
  const mainThreads = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  )
  const tasks = events.filter((event) => event.name === 'RunTask' && mainThreads.has(threadOf(event)))
  if (tasks.length === 0) throw new Error('The browser recorded no task of the page')
  return tasks.map(({ tdur = 0 }) => tdur / 1_000)
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`
