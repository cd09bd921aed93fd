import type { Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessibleOnEachScreen } from './support/axe.ts'
import { expect, test } from './support/test.ts'
import { textBoxes } from './support/text-boxes.ts'

/** What A4 and Letter have inside margins of 16 mm, in CSS pixels. */
const PAPERS = { A4: 673, Letter: 695 } as const
const MIN_SIZE = 12
/** Long enough for the whole document. */
const PAPER_HEIGHT = 6000

/** The texts that are on paper. What is not printed has no box. */
const printed = async (page: Page, within: string) => (await textBoxes(page, within)).filter(({ left, right }) => right > left)

test('anybody reads the constitution, and prints it black on white without the rest of the page', async ({ page, pool }) => {
  await pool.admin.api.call('updateRules', { body: { preset: 'second_chance', entry_fee_cents: 2500, currency: 'USD' } })
  const { sha256, canonical } = await pool.admin.api.call('getConstitution')
  await page.goto('/rules/constitution')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Constitution')
  await expect(page.getByText(sha256, { exact: true })).toBeVisible()
  await expect(page.getByText(`printf '%s' '${canonical}' | sha256sum`)).toBeVisible()
  const changes = page.getByRole('region', { name: 'What changed' })
  await expect(changes).toContainText('An entry is out with its second loss or tie')
  await expect(page.getByRole('region', { name: 'Rule by rule' })).toContainText('Each entry owes $25.00.')
  await expectAccessibleOnEachScreen(page, 'constitution')

  for (const [paper, width] of Object.entries(PAPERS)) {
    await page.setViewportSize({ width, height: PAPER_HEIGHT })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    const boxes = await printed(page, 'body')
    const inDocument = await printed(page, 'main article')
    expect(boxes.map(({ text }) => text)).toEqual(inDocument.map(({ text }) => text))
    expect(boxes.length).toBeGreaterThan(40)
    expect(boxes.filter(({ left, right, fontSize }) => left < 0 || right > width || fontSize < MIN_SIZE)).toEqual([])
    const colors = await page.locator('main article *').evaluateAll((elements) => {
      const shown = elements.filter((element) => element.checkVisibility())
      return [...new Set(shown.map((element) => getComputedStyle(element).color))]
    })
    expect(colors).toEqual(['rgb(0, 0, 0)'])
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)')
    await page.screenshot({ path: test.info().outputPath(`constitution-${paper}.png`), fullPage: true })
  }
})

test('the rule book leads to the constitution, and says before saving which two rules do not fit', async ({ page, pool }) => {
  await signIn(page, pool.admin)
  await page.goto('/admin/rules')
  await page.getByLabel('Entry fee', { exact: true }).fill('25')
  const needed = 'An entry fee needs a currency: name it by its three letters, like USD'
  await expect(page.getByRole('alert').filter({ hasText: needed })).toBeVisible()
  await page.getByRole('button', { name: 'Save Rules' }).click()
  await expect(page.getByText(needed)).toHaveCount(2)
  await page.getByLabel('Currency').selectOption('USD')
  await expect(page.getByRole('alert').filter({ hasText: needed })).toHaveCount(0)
  await page.getByRole('button', { name: 'Save Rules' }).click()
  await expect(page.getByText('Rules updated')).toBeVisible()
  await page.getByRole('link', { name: 'Constitution' }).click()
  await expect(page.getByRole('region', { name: 'What changed' })).toContainText('Each entry owes $25.00.')
})
