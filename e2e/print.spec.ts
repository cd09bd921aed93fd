import type { Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { pdfPages } from './support/pdf-text.ts'
import { seedSeason } from './support/season.ts'
import { waitUntilStill } from './support/still.ts'
import { expect, test } from './support/test.ts'

/** Prints a page once it has its last part. Returns the letters of each sheet, none of which is white before the last written one. */
async function print(page: Page, path: string, last = page.getByRole('heading', { level: 1 })): Promise<readonly string[]> {
  await page.goto(path)
  await expect(last).toBeVisible()
  await waitUntilStill(page)
  const sheets = pdfPages(await page.pdf({ format: 'A4', preferCSSPageSize: true }))
  const written = sheets.slice(0, sheets.findLastIndex((letters) => letters !== '') + 1)
  expect(
    written.map((letters, index) => (letters === '' ? `sheet ${index + 1}` : '')).filter((sheet) => sheet !== ''),
    `white sheets of ${path}`,
  ).toEqual([])
  return written
}

const lettersOf = (text: string): string => text.replaceAll(/\s/g, '')

/** Returns what of a page on paper has a color, as CSS says it: text, grounds and lines. */
const colorsOnPaper = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const isGray = (color: string): boolean => {
      const [r, g, b, alpha = '1'] = color.match(/[\d.]+/g) ?? []
      return (r === g && g === b) || alpha === '0'
    }
    const shown = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility())
    const colors = shown.flatMap((element) => {
      const { color, backgroundColor, borderTopColor, borderLeftColor } = getComputedStyle(element)
      return [color, backgroundColor, borderTopColor, borderLeftColor]
    })
    return [...new Set(colors)].filter((color) => !isGray(color))
  })

test('dashboard, History, rules and constitution are whole on paper: every row, letters of teams, no controls, no white sheet', async ({
  page,
  pool,
}) => {
  test.setTimeout(300_000)
  const season = await seedSeason(pool, { members: 21, entriesPerMember: 10, weeks: 1, state: 'in-progress' })
  const [mia] = season.members
  await signIn(page, mia!)
  await page.emulateMedia({ colorScheme: 'dark' })

  const history = await print(page, '/history')
  const entries = await pool.admin.api.call('adminListEntries')
  expect(entries.length).toBeGreaterThan(200)
  const grid = history.join('')
  expect(entries.map(({ name }) => name).filter((name) => !grid.includes(lettersOf(name)))).toEqual([])
  expect(history[0]).toMatch(/^History/)
  for (const control of ['ExportCSV', 'CopyLink', 'Search', 'Signout']) expect(grid).not.toContain(control)

  const dashboard = await print(page, '/', page.getByRole('table', { name: 'Picks and results' }))
  for (const { name } of entries.filter(({ user_id }) => user_id === mia!.user.id))
    expect(dashboard.join('')).toContain(lettersOf(name))
  expect(dashboard.join('')).toContain('Pickdistribution')

  const rules = await print(page, '/?rules', page.getByText('Pick one team a week for each entry'))
  expect(rules.join('')).toContain('Pickoneteamaweekforeachentry')

  const constitution = await print(page, '/rules/constitution')
  expect(constitution[0]).toMatch(/^Constitution/)
  expect(constitution.join('')).toContain('Thehashoftheserules')

  for (const path of ['/', '/history', '/rules/constitution']) {
    await page.goto(path)
    await waitUntilStill(page)
    await page.emulateMedia({ media: 'print' })
    expect.soft(await colorsOnPaper(page), path).toEqual([])
    await page.emulateMedia({ media: null })
  }
})
