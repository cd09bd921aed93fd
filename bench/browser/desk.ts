import { type Browser, chromium, type Page } from '@playwright/test'
import { type HugePlan, type HugePool, seedHugeSeason, startBrowserPool, startRunPostgres } from '@outlast/testing'
import { CHROMIUM_ARGS } from '@outlast/testing/browser/chromium'
import { layoutShifts, watchLayoutShifts } from '@outlast/testing/browser/layout-shifts'
import { signIn } from '@outlast/testing/browser/sign-in'
import type { BenchContext, Benchmark } from '../support/context.ts'
import { type Figure, figuresOf, type Report } from '../support/report.ts'
import { mainThreadTasks } from './main-thread-tasks.ts'

const CLUB: HugePlan = { entries: 300, weeks: 11, users: 250, revealRows: 250, state: 'open' }
const SMALL: HugePlan = { entries: 20, weeks: 11, users: 10, revealRows: 12, state: 'open' }

const PAGES = [
  '/admin',
  '/admin/payments',
  '/admin/users',
  '/admin/config',
  '/admin/club',
  '/admin/rules',
  '/admin/season',
  '/admin/danger',
  '/admin/reminders',
  '/admin/broadcast',
  '/admin/summary',
  '/admin/webhooks',
] as const

const SIZES = [
  { name: 'desktop', viewport: { width: 1280, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const
type Size = (typeof SIZES)[number]

/** A browser reports a task as long when it takes more than this. */
const LONG_MS = 50

/** Measures what opening each page of the desk costs the browser in a pool of 300 entries, and what moves meanwhile. */
export const desk: Benchmark = {
  name: 'desk',
  about: 'the pages of admins in a real browser: long tasks and layout shifts while they open',
  promise: 'The pages of admins open without a part that moves or a task above 50 milliseconds',
  run: async (context) => {
    const stopPostgres = await startRunPostgres()
    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
    try {
      return await measurePages(context, browser)
    } finally {
      await browser.close()
      await stopPostgres()
    }
  },
}

/** What opening a page cost: its tasks on the main thread in milliseconds of processor time, and how many of its parts moved. */
interface Opening {
  readonly tasks: readonly number[]
  readonly shifts: number
}

async function measurePages(context: BenchContext, browser: Browser): Promise<Report> {
  const [club, small] = [await startSide(CLUB), await startSide(SMALL)]
  try {
    const figures: Figure[] = []
    for (const path of PAGES) {
      for (const size of SIZES) {
        const measured = { club: [] as Opening[], small: [] as Opening[] }
        for (let round = 1; round <= context.rounds; round += 1) {
          context.progress(`desk: ${path} on a ${size.name}, round ${round}`)
          measured.club.push(await openPage(browser, club, path, size))
          measured.small.push(await openPage(browser, small, path, size))
        }
        figures.push(...rowsOf(`${path} on a ${size.name}`, measured.club, measured.small))
      }
    }
    return { title: 'The desk in a browser', figures, notes: NOTES }
  } finally {
    await club.stop()
    await small.stop()
  }
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

/** Opens a page twice in a new browser context, and measures the second visit, whose files are in the caches. */
async function openPage(browser: Browser, { url, huge }: Side, path: string, { viewport }: Size): Promise<Opening> {
  const context = await browser.newContext({ baseURL: url, viewport })
  try {
    const page = await context.newPage()
    await signIn(page, huge.admin)
    await watchLayoutShifts(page)
    await openAndWait(page, path)
    const tasks = await mainThreadTasks(page, () => openAndWait(page, path))
    return { tasks, shifts: (await layoutShifts(page)).length }
  } finally {
    await context.close()
  }
}

async function openAndWait(page: Page, path: string): Promise<void> {
  const timeout = 300_000
  await page.goto(path, { timeout, waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout })
  await page.waitForTimeout(1_000)
}

function rowsOf(what: string, club: readonly Opening[], small: readonly Opening[]): readonly Figure[] {
  const ofClub = figuresOf(club, undefined)
  return [
    ofClub(`${what}: tasks over ${LONG_MS} ms`, 'count', ({ tasks }) => tasks.filter((task) => task > LONG_MS).length, {
      of: 'value',
      atMost: 0,
    }),
    figuresOf(club, small)(`${what}: longest task`, 'ms', ({ tasks }) => Math.max(0, ...tasks)),
    ofClub(`${what}: layout shifts`, 'count', ({ shifts }) => shifts, { of: 'value', atMost: 0 }),
  ]
}

const NOTES = [
  'Outlast: 300 entries of 250 users in an open week, 250 of them alive. Comparator: the same app with 20 entries of 10 users.',
  'Tasks of the page’s main thread in milliseconds of its processor time, so that other programs on the machine do not count.',
]
