import { type Browser, chromium } from '@playwright/test'
import { startRunPostgres } from '@outlast/testing/postgres/run-postgres'
import { startPool } from '@outlast/testing/server/pool'
import { type HugePlan, type HugePool, seedHuge } from '@outlast/testing/generated/huge-pool'
import type { BenchContext, Benchmark } from '../support/context.ts'
import type { Figure, Report } from '../support/figures.ts'
import { LONG_SCREENS } from './screens.ts'
import { type Noticed, measureScreen } from './measure-screen.ts'

const HUGE: HugePlan = { entries: 10_000, weeks: 18, users: 2_000, revealRows: 5_000 }
const SMALL: HugePlan = { entries: 300, weeks: 18, users: 250, revealRows: 250 }

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
]

/** The app's long lists in a real browser: opening, scrolling while scores change, searching. */
export const browser: Benchmark = {
  name: 'browser',
  about: 'the longest lists in a real browser: opening, scrolling, searching, live changes',
  run: async (context) => {
    const stopPostgres = await startRunPostgres()
    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
    const running = await chromium.launch({ executablePath, args: ARGS })
    try {
      return await withPools(context, running)
    } finally {
      await running.close()
      await stopPostgres()
    }
  },
}

interface Side {
  readonly url: string
  readonly huge: HugePool
  readonly stop: () => Promise<void>
}

async function makeSide(plan: HugePlan): Promise<Side> {
  const pool = await startPool({ empty: true })
  return { url: pool.url, huge: await seedHuge(pool, plan), stop: () => pool.stop() }
}

async function withPools(context: BenchContext, running: Browser): Promise<Report> {
  context.say('browser: making up the pools')
  const ours = await makeSide(HUGE)
  const small = await makeSide(SMALL)
  try {
    const figures: Figure[] = []
    for (const screen of LONG_SCREENS) {
      const noticed: [Noticed[], Noticed[]] = [[], []]
      for (let round = 1; round <= context.rounds; round += 1) {
        context.say(`browser: ${screen.what}, round ${round}`)
        noticed[0].push(await measureScreen(running, ours.url, ours.huge, screen))
        noticed[1].push(await measureScreen(running, small.url, small.huge, screen))
      }
      figures.push(...figuresOf(screen.what, ...noticed))
    }
    return { title: 'Long lists in a browser', figures, notes: NOTES }
  } finally {
    await ours.stop()
    await small.stop()
  }
}

function figuresOf(what: string, ours: readonly Noticed[], comparator: readonly Noticed[]): Figure[] {
  // A ratio to none is no number: only what always takes time is compared.
  const of = (key: keyof Noticed) => ({ ours: ours.map((one) => one[key]) })
  const opened = { ...of('opened'), comparator: comparator.map((one) => one.opened) }
  return [
    { what: `${what}: opened`, unit: 'ms', ...opened, ...(what === 'The Grid' ? { aim: { of: 'value', atMost: 1_000 } } : {}) },
    {
      what: `${what}: tasks over 50 ms while scrolling, live`,
      unit: 'count',
      ...of('longTasks'),
      aim: { of: 'value', atMost: 0 },
    },
    { what: `${what}: the longest of them`, unit: 'ms', ...of('longest') },
    { what: `${what}: longest task over 50 ms while typing a search`, unit: 'ms', ...of('typing') },
  ]
}

const NOTES = [
  'Ours: 10,000 entries, 18 weeks, 2,000 users, 5,000 rows in the reveal. Comparator: the same app with 300 entries, 250 users, 250 rows.',
  'Opened: from asking for the address until rows are there, the second time, so that caches are warm. Scrolling: 120 turns of the wheel while four scores change.',
  'Server, database and browser share the machine; 0 means that no task took more than 50 ms.',
]
