import type { Page } from '@playwright/test'
import type { BrowserPool } from '@outlast/testing'
import type { DisplayMode } from '../support/display-mode.ts'
import { seedClub } from '../support/club.ts'
import { type SeededSeason, type SeasonPlan, seedSeason } from '../support/season.ts'
import { waitUntilStill } from '../support/still.ts'
import type { OpenPageOptions } from '../support/test.ts'
import { type Phase, type Screen, screensIn, type Viewer } from './screens.ts'

/** What {@link visitScreens} needs. */
export interface Visit {
  readonly pool: BrowserPool
  readonly season: SeededSeason
  readonly phase: Phase
  readonly mode: DisplayMode
  readonly openPage: (options?: OpenPageOptions) => Promise<Page>
}

/** Every phase, in the order in which the screens are visited. */
export const PHASES = ['open', 'revealed', 'club'] as const satisfies readonly Phase[]

/** Brings a new pool into a phase. */
export function seedPhase(pool: BrowserPool, phase: Phase, plan: SeasonPlan): Promise<SeededSeason> {
  if (phase === 'club') return seedClub(pool, plan.members)
  return seedSeason(pool, { ...plan, state: phase === 'open' ? 'open' : 'in-progress' })
}

/**
 * Opens every screen of a phase and calls `check` once it is loaded. Each viewer has one page for all of their screens; the viewers
 * run at the same time, so that one page is checked while another loads.
 */
export async function visitScreens(
  visit: Visit,
  check: (page: Page, screen: Screen) => Promise<void>,
  screens: readonly Screen[] = screensIn(visit.phase),
): Promise<void> {
  const screensByViewer = Map.groupBy(screens, (screen) => screen.as)
  await Promise.all(Array.from(screensByViewer, ([viewer, screens]) => visitAs(visit, viewer, screens, check)))
}

async function visitAs(
  visit: Visit,
  viewer: Viewer,
  screens: readonly Screen[],
  check: (page: Page, screen: Screen) => Promise<void>,
): Promise<void> {
  const page = await openPageAs(visit, viewer)
  // Skips transitions, which saves time. Every screen ends in the same state without them.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const screen of screens) {
    await page.goto(typeof screen.path === 'string' ? screen.path : screen.path(visit.season))
    await waitUntilLoaded(page)
    if (screen.prepare !== undefined) {
      await screen.prepare(page)
      await waitUntilLoaded(page)
    }
    await check(page, screen)
  }
  await page.close()
}

function openPageAs({ pool, season, mode, openPage }: Visit, viewer: Viewer): Promise<Page> {
  if (viewer === 'visitor') return openPage({ mode })
  const [member] = season.members
  if (member === undefined) throw new Error('The season has no members')
  return openPage({ as: viewer === 'admin' ? pool.admin : member, mode })
}

/** Waits until a page has its heading and nothing loads or moves. Scrolls through long pages, whose sections load on approach. */
async function waitUntilLoaded(page: Page): Promise<void> {
  // By its tag, because a dialog hides the heading's role.
  await page.locator('h1').first().waitFor()
  await waitUntilStill(page)
  const isLong = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight * 1.5)
  if (!isLong || (await page.getByRole('dialog').isVisible())) return
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await waitUntilStill(page)
  await page.evaluate(() => scrollTo(0, 0))
  await waitUntilStill(page)
}
