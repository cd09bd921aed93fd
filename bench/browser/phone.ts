import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { type HugePlan, type HugePool, seedHugeSeason, startBrowserPool, startRunPostgres } from '@outlast/testing'
import { CHROMIUM_ARGS } from '@outlast/testing/browser/chromium'
import { layoutShifts, watchLayoutShifts } from '@outlast/testing/browser/layout-shifts'
import { createTemporaryFolder } from '@outlast/testing/files'
import { freePort } from '@outlast/testing/server/server-process'
import { signIn } from '@outlast/testing/browser/sign-in'
import type { BenchContext, Benchmark } from '../support/context.ts'
import { type Figure, figuresOf, type Report } from '../support/report.ts'
import { workFigures } from './phone-work.ts'

const CLUB: HugePlan = { entries: 300, weeks: 11, users: 250, revealRows: 250, state: 'open' }

/** A connection at the edge of a stadium's network: 400 ms for an answer, 50 kB a second, and a processor four times slower. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const PROCESSOR_SLOWDOWN = 4

/** The pages that are judged, as a member before the lock. */
const PAGES = ['/', '/reveal', '/history'] as const

/** Measures how long a member waits for the own entries on a slow phone, what moves meanwhile, and what Lighthouse says of a phone. */
export const phone: Benchmark = {
  name: 'phone',
  about: 'a member on a phone: until the own entries show, what moves, what blocks, the lock, and the scores of Lighthouse',
  promise:
    'On a phone, the own entries show within four seconds of a slow connection, nothing moves, and no tap waits longer than 0.2 seconds',
  run: async (context) => {
    const stopPostgres = await startRunPostgres()
    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
    const pool = await startBrowserPool({ empty: true })
    try {
      const huge = await seedHugeSeason(pool, CLUB)
      const report = await measure(context, browser, pool.url, huge)
      const judged = await lighthouseFigures(context, pool.url, huge)
      // Last, because it moves the lock.
      const work = await workFigures(context, browser, pool.url, huge, { pages: PAGES, slowdown: PROCESSOR_SLOWDOWN })
      return { ...report, figures: [...report.figures, ...judged, ...work] }
    } finally {
      await pool.stop()
      await browser.close()
      await stopPostgres()
    }
  },
}

interface Visit {
  readonly entriesMs: number
  /** In the browser's measure, with what follows an action. */
  readonly shift: number
}

async function measure(context: BenchContext, browser: Browser, url: string, huge: HugePool): Promise<Report> {
  const slow: Visit[] = []
  const fast: Visit[] = []
  for (let round = 1; round <= context.rounds; round += 1) {
    context.progress(`phone: round ${round}`)
    slow.push(await visit(browser, url, huge, true))
    fast.push(await visit(browser, url, huge, false))
  }
  const figure = figuresOf(slow, fast)
  return {
    title: 'A member’s phone',
    figures: [
      figure('first visit: until the own entries show', 'ms', ({ entriesMs }) => entriesMs, { of: 'value', atMost: 4_000 }),
      figuresOf(slow, undefined)('first visit: layout shift', '', ({ shift }) => shift, { of: 'value', atMost: 0.1 }),
    ],
    notes: [
      '300 entries of 250 users in an open week, a phone of 390 × 844 with an empty cache.',
      'Lighthouse: version 12, its mobile profile, fetched with npx; blocked is the total blocking time.',
      'Main thread: processor time × 4, from the start of the page, or from 3 s before the lock until its opening has ended; blocked is what each task takes above 50 ms.',
      'Outlast: 400 ms for each answer, 50 kB a second, the page’s processor four times slower. Comparator: the same without limits.',
    ],
  }
}

/** Opens the dashboard in a new browser context. */
async function visit(browser: Browser, url: string, huge: HugePool, isSlow: boolean): Promise<Visit> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    await signIn(page, huge.member)
    await watchLayoutShifts(page, { afterActions: true })
    if (isSlow) {
      const client = await context.newCDPSession(page)
      await client.send('Network.enable')
      await client.send('Network.emulateNetworkConditions', SLOW)
      await client.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN })
    }
    const from = performance.now()
    await page.goto('/', { waitUntil: 'commit', timeout: 120_000 })
    await page.locator('main article').first().waitFor({ timeout: 120_000 })
    const entriesMs = performance.now() - from
    await page.waitForLoadState('networkidle', { timeout: 120_000 })
    const shifts = await layoutShifts(page)
    return { entriesMs, shift: shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0) }
  } finally {
    await context.close()
  }
}

/** What Lighthouse says of a page: scores of 0 to 100, and milliseconds. */
interface Judgement {
  readonly performance: number
  /** The lowest score of accessibility, best practices and search engines. */
  readonly others: number
  readonly largestPaintMs: number
  readonly blockedMs: number
}

async function lighthouseFigures(context: BenchContext, url: string, huge: HugePool): Promise<readonly Figure[]> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const port = await freePort()
  const args = [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`]
  // Lighthouse opens its pages in the profile of the signed-in member.
  const browser = await chromium.launchPersistentContext(createTemporaryFolder('phone'), { executablePath, args, baseURL: url })
  try {
    const page = await browser.newPage()
    await signIn(page, huge.member)
    await page.goto('/')
    await page.locator('main article').first().waitFor({ timeout: 120_000 })
    await page.close()
    const figures: Figure[] = []
    for (const path of PAGES) {
      const rounds: Judgement[] = []
      for (let round = 1; round <= context.rounds; round += 1) {
        context.progress(`phone: Lighthouse on ${path}, round ${round}`)
        rounds.push(await judge(`${url}${path}`, port))
      }
      const figure = figuresOf(rounds, undefined)
      figures.push(
        figure(`Lighthouse, ${path}: performance`, '', ({ performance: score }) => score, { of: 'value', atLeast: 90 }),
        figure(`Lighthouse, ${path}: the lowest other score`, '', ({ others }) => others, { of: 'value', atLeast: 100 }),
        figure(`Lighthouse, ${path}: largest paint`, 'ms', ({ largestPaintMs }) => largestPaintMs),
        figure(`Lighthouse, ${path}: blocked`, 'ms', ({ blockedMs }) => blockedMs, { of: 'value', atMost: 200 }),
      )
    }
    return figures
  } finally {
    await browser.close()
  }
}

/** What is read of Lighthouse's report. */
interface LighthouseReport {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>
}

/** Runs Lighthouse on a page of the browser that listens on a port. It is not among the packages, because nothing else needs it. */
async function judge(url: string, port: number): Promise<Judgement> {
  const options = ['--port', `${port}`, '--disable-storage-reset', '--output=json', '--quiet']
  const { stdout } = await promisify(execFile)('npx', ['--yes', 'lighthouse@12', url, ...options], { maxBuffer: 100_000_000 })
  const { categories, audits } = JSON.parse(stdout) as LighthouseReport
  const score = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100)
  return {
    performance: score('performance'),
    others: Math.min(...['accessibility', 'best-practices', 'seo'].map(score)),
    largestPaintMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    blockedMs: audits['total-blocking-time']?.numericValue ?? Number.NaN,
  }
}
