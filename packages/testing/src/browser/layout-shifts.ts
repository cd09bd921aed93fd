import type { Page } from '@playwright/test'

/** The parts of the browser's layout-shift entries that are read. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[]
}

interface WatchOptions {
  /**
   * Whether what moves within half a second of an action counts too. The browser takes a changed window for an action. Default: it does not,
   * because what an action opens may move the rest.
   */
  readonly afterActions?: boolean
}

/** Records what moves on the page, in this document and the next ones. */
export async function watchLayoutShifts(page: Page, { afterActions = false }: WatchOptions = {}): Promise<void> {
  await page.addInitScript((countsAll) => {
    const shifts: string[] = []
    const place = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].map(Math.round).join(' ')
    const record = (list: PerformanceObserverEntryList): void => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput && !countsAll) continue
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `“${(node?.textContent ?? '').slice(0, 40)}” from ${place(previousRect)} to ${place(currentRect)}`,
        )
        shifts.push(`${value.toFixed(4)}: ${moved.join('; ')}`)
      }
    }
    const observer = new PerformanceObserver(record)
    observer.observe({ type: 'layout-shift', buffered: true })
    Reflect.set(window, 'layoutShifts', () => {
      const pending = observer.takeRecords()
      record({ getEntries: () => pending } as PerformanceObserverEntryList)
      return shifts
    })
  }, afterActions)
}

/** Returns what moved on the page since it was opened: how far, in the browser's measure, and what. Empty if nothing did. */
export const layoutShifts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (Reflect.get(window, 'layoutShifts') as () => string[])())
