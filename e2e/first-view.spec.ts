import type { Locator, Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { seedSeason } from './support/season.ts'
import { waitUntilStill } from './support/still.ts'
import { expect, test } from './support/test.ts'

/** What the first view of a game day holds at least, without scrolling. */
interface FirstView {
  readonly viewport: { readonly width: number; readonly height: number }
  /** Whole scorebugs of own entries on the dashboard, of three. A phone that lies has room for the headline alone. */
  readonly bugs?: number
  /** How many pixels from the top the first score of the Live tab ends at most. */
  readonly score: number
  /** Whole rows of the Grid. */
  readonly rows?: number
}

const FIRST_VIEWS: readonly FirstView[] = [
  { viewport: { width: 390, height: 844 }, bugs: 3, score: 350, rows: 12 },
  { viewport: { width: 360, height: 740 }, bugs: 2, score: 350, rows: 9 },
  { viewport: { width: 320, height: 568 }, bugs: 1, score: 390, rows: 4 },
  { viewport: { width: 844, height: 390 }, score: 210 },
  { viewport: { width: 1280, height: 800 }, bugs: 3, score: 210, rows: 12 },
]

/** The boxes of elements that lie wholly above the tab bar and in the window. */
async function inFirstView(page: Page, elements: Locator): Promise<readonly { readonly y: number; readonly height: number }[]> {
  const bar = page.getByRole('navigation', { name: 'Tabs' })
  const end = (await bar.isVisible()) ? (await bar.boundingBox())!.y : page.viewportSize()!.height
  const boxes = await Promise.all((await elements.all()).map((element) => element.boundingBox()))
  return boxes.flatMap((box) => (box !== null && box.y >= 0 && box.y + box.height <= end ? [box] : []))
}

test('the first view of a game day has own scores, the newest score and rows of the Grid, on phones and a laptop', async ({
  page,
  pool,
}) => {
  const season = await seedSeason(pool, { members: 20, entriesPerMember: 3, weeks: 3, state: 'in-progress', clock: 'real' })
  await signIn(page, season.members[0]!)
  for (const { viewport, bugs, score, rows } of FIRST_VIEWS) {
    await page.setViewportSize(viewport)
    const open = async (path: string): Promise<void> => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await waitUntilStill(page)
    }
    const size = `${viewport.width} × ${viewport.height}`
    await open('/')
    const shown = await inFirstView(page, page.getByRole('region', { name: 'Your Entries' }).getByRole('article'))
    await open('/reveal')
    const first = await page.getByRole('region', { name: 'Just now' }).getByText(/\d–\d/).first().boundingBox()
    await open('/history')
    const table = page.getByRole('table', { name: 'Matrix' }).locator('tbody tr')
    const grid = await inFirstView(page, table)
    const end = Math.round((first?.y ?? Infinity) + (first?.height ?? 0))
    const description = `${size}: ${shown.length} own entries, the first score ends at ${end}, ${grid.length} rows of the Grid`
    test.info().annotations.push({ type: 'first view', description })
    if (bugs !== undefined) expect.soft(shown.length, description).toBeGreaterThanOrEqual(bugs)
    expect.soft(end, description).toBeLessThanOrEqual(score)
    if (rows !== undefined) expect.soft(grid.length, description).toBeGreaterThanOrEqual(rows)
  }
})
