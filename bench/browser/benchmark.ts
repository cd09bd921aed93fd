import { type Browser, chromium } from '@playwright/test'
import { type HugePlan, type HugePool, seedHugeSeason, startBrowserPool, startRunPostgres } from '@outlast/testing'
import { CHROMIUM_ARGS } from '@outlast/testing/browser/chromium'
import type { BenchContext, Benchmark } from '../support/context.ts'
import { type Figure, figuresOf, type Report } from '../support/report.ts'
import { measureScreen, type ScreenMeasurement } from './measure-screen.ts'
import { LONG_SCREENS } from './screens.ts'

const HUGE: HugePlan = { entries: 10_000, weeks: 18, users: 2_000, revealRows: 5_000 }
const SMALL: HugePlan = { entries: 300, weeks: 18, users: 250, revealRows: 250 }

/** Measures the app's long lists in a real browser: opening, scrolling while scores change, and searching. */
export const browser: Benchmark = {
  name: 'browser',
  about: 'the longest lists in a real browser: opening, scrolling, searching, live changes',
  promise: 'The longest lists open in 0.7 seconds, and scrolling and searching follow the finger',
  run: async (context) => {
    const stopPostgres = await startRunPostgres()
    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
    const chromiumBrowser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
    try {
      return await measureScreens(context, chromiumBrowser)
    } finally {
      await chromiumBrowser.close()
      await stopPostgres()
    }
  },
}

interface Side {
  readonly url: string
  readonly huge: HugePool
  readonly stop: () => Promise<void>
}

async function startSide(plan: HugePlan): Promise<Side> {
  const pool = await startBrowserPool({ empty: true })
  return { url: pool.url, huge: await seedHugeSeason(pool, plan), stop: () => pool.stop() }
}

async function measureScreens(context: BenchContext, running: Browser): Promise<Report> {
  context.progress('browser: generating the pools')
  const huge = await startSide(HUGE)
  const small = await startSide(SMALL)
  try {
    const figures: Figure[] = []
    for (const screen of LONG_SCREENS) {
      const measured = { huge: [] as ScreenMeasurement[], small: [] as ScreenMeasurement[] }
      for (let round = 1; round <= context.rounds; round += 1) {
        context.progress(`browser: ${screen.what}, round ${round}`)
        measured.huge.push(await measureScreen(running, huge.url, huge.huge, screen))
        measured.small.push(await measureScreen(running, small.url, small.huge, screen))
      }
      figures.push(...rowsOf(screen.what, measured.huge, measured.small))
    }
    return { title: 'Long lists in a browser', figures, notes: NOTES }
  } finally {
    await huge.stop()
    await small.stop()
  }
}

function rowsOf(what: string, huge: readonly ScreenMeasurement[], small: readonly ScreenMeasurement[]): Figure[] {
  const figure = figuresOf(huge, small)
  // Long tasks have no comparator, because a ratio to zero is undefined.
  const ofHuge = figuresOf(huge, undefined)
  const openedAim = what === 'The Grid' ? ({ of: 'value', atMost: 700 } as const) : undefined
  return [
    figure(`${what}: opened`, 'ms', (one) => one.openedMs, openedAim),
    ofHuge(`${what}: tasks over 50 ms while scrolling, live`, 'count', (one) => one.longTasks, { of: 'value', atMost: 0 }),
    ofHuge(`${what}: the longest of them`, 'ms', (one) => one.longestMs),
    ofHuge(`${what}: longest task over 50 ms while typing a search`, 'ms', (one) => one.longestTypingMs),
  ]
}

const NOTES = [
  'Outlast: 10,000 entries, 18 weeks, 2,000 users, 5,000 rows in the reveal. Comparator: the same app with 300 entries, 250 users, 250 rows.',
  'Opened: from navigating to the address until rows are shown, on the second visit, so that caches are warm. Scrolling: 120 turns of the wheel while four scores change.',
  'Server, database and browser share the machine. 0 means that no task took more than 50 ms.',
]
