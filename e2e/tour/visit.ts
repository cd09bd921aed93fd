import type { Page } from '@playwright/test'
import type { Look } from '../support/look.ts'
import type { Pool } from '@outlast/testing/server/pool'
import type { SeededSeason } from '../support/season.ts'
import { type Scene, type Stop, stopsIn, type Visitor } from './stops.ts'
import type { OpenPage } from '../support/test.ts'

/** What it takes to go on a tour. */
export interface Tour {
  readonly pool: Pool
  readonly season: SeededSeason
  readonly scene: Scene
  readonly look: Look
  readonly openPage: (options?: OpenPage) => Promise<Page>
}

/** Goes to every stop of a scene and waits until it has settled. A page per kind of visitor serves all of their stops. */
export async function visitAll(tour: Tour, see: (page: Page, stop: Stop) => Promise<void>): Promise<void> {
  const pages = new Map<Visitor, Promise<Page>>()
  for (const stop of stopsIn(tour.scene)) {
    const page = await pages.getOrInsertComputed(stop.as, () => enter(tour, stop.as))
    await page.goto(typeof stop.path === 'string' ? stop.path : stop.path(tour.season))
    await settled(page)
    await stop.open?.(page)
    await settled(page)
    await see(page, stop)
  }
  for (const page of pages.values()) await (await page).close()
}

function enter({ pool, season, look, openPage }: Tour, as: Visitor): Promise<Page> {
  if (as === 'visitor') return openPage({ look })
  const [member] = season.members
  if (member === undefined) throw new Error('The season has no members')
  return openPage({ as: as === 'admin' ? pool.admin : member, look })
}

/** Waits until a page has its heading, nothing is on its way, and nothing moves; also further down, where things come when they are near. */
async function settled(page: Page): Promise<void> {
  // By its tag: behind a dialog it is out of reach.
  await page.locator('h1').first().waitFor()
  await calm(page)
  const isLong = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight * 1.5)
  if (!isLong || (await page.getByRole('dialog').isVisible())) return
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await calm(page)
  await page.evaluate(() => scrollTo(0, 0))
  await calm(page)
}

/** Waits until no place in sight is held for something to come, and nothing moves. */
export async function calm(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const inSight = (element: Element): boolean => {
      const { top, bottom } = element.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    }
    const held = [...document.querySelectorAll('main[aria-busy=true], main [aria-busy=true], [data-skeleton]')]
    // What shimmers for ever waits out of sight.
    const moves = ({ playState, effect }: Animation): boolean =>
      playState === 'running' && effect?.getComputedTiming().iterations !== Infinity
    return !held.some(inSight) && !document.getAnimations().some(moves)
  })
}
