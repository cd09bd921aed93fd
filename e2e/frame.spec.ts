import { openedIn, pagesOfApp, screensIn } from './screens/screens.ts'
import { seedPhase, visitScreens } from './screens/visit.ts'
import { SCREENS } from './support/display-mode.ts'
import { measurePage, type PageMeasures, strayTexts } from './support/page-measures.ts'
import { waitUntilStill } from './support/still.ts'
import { expect, test } from './support/test.ts'

const WIDTHS = [360, 390, 640, 720, 768, 820, 960, 1280, 1440, 1920]
/** The widths at which a page's parts are counted. */
const COUNTED = new Set([390, 768, 1280, 1440])

/** Each of up to three columns has its own edge, and one within its cards. */
const edgesAt = (width: number): number => (width < 720 ? 4 : 6)

/** Lists beside other content, which scroll on their own. */
const LISTS_BESIDE = ['Picks and results', 'Picks of week 6', 'Standings at that point', 'What just happened']
/** Long tables show 480 px and scroll by themselves: their height is specified. */
const TABLES = ['Matrix', 'Leaderboard', 'Team Usage', 'Payments']

/** Returns what a page has too many of. */
function surplusOf(measures: PageMeasures, width: number): readonly string[] {
  const { leftEdges, textStyles, filled, marks, scrollers } = measures
  const surplus = scrollers.filter((name) => ![...LISTS_BESIDE, ...TABLES].includes(name))
  return [
    ...(leftEdges.length > edgesAt(width) ? [`${leftEdges.length} left edges: ${leftEdges.join(' ')}`] : []),
    ...(textStyles.length > 10 ? [`${textStyles.length} text styles: ${textStyles.join(', ')}`] : []),
    ...(filled.length > 1 ? [`${filled.length} filled buttons: ${filled.join(', ')}`] : []),
    ...(marks.length > 2 ? [`team marks of ${marks.join(', ')} px`] : []),
    ...(surplus.length > 0 ? [`scroll by themselves: ${surplus.join(', ')}`] : []),
  ]
}

/** What is visited, and in which phase. Dialogs and what opens on a screen are measured as a screen is. */
const VISITS = [
  ['every screen', 'revealed', pagesOfApp()],
  ['every dialog before the lock', 'open', openedIn('open')],
  ['every dialog after the lock', 'revealed', openedIn('revealed')],
  ['every page of a club that uses everything', 'club', screensIn('club').filter(({ name }) => name !== 'club-dashboard')],
] as const

for (const [what, phase, screens] of VISITS) {
  test(`${what} has few edges, styles and filled buttons, and no text over another at any width`, async ({
    pool,
    openPage,
    problems,
  }) => {
    test.setTimeout(600_000)
    problems.allow(/status of 4\d\d/)
    const season = await seedPhase(pool, phase, { members: 12, entriesPerMember: 3, weeks: 6 })
    const faults: string[] = []
    const [, mode = SCREENS[0]!] = SCREENS
    await visitScreens(
      { pool, season, phase, mode, openPage },
      async (page, { name }) => {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 })
          await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
          await waitUntilStill(page)
          const found = await strayTexts(page)
          const surplus = COUNTED.has(width) ? surplusOf(await measurePage(page), width) : []
          faults.push(...[...found, ...surplus].map((fault) => `${name} at ${width} px: ${fault}`))
        }
      },
      screens,
    )
    expect(faults).toEqual([])
  })
}
