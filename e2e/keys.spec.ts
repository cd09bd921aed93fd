import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible } from './support/axe.ts'
import { seedSeason } from './support/season.ts'
import { expect, test } from './support/test.ts'

test('the keys find, go through rows, open pages and list themselves, never while somebody types, and can be switched off', async ({
  page,
  pool,
}) => {
  await seedSeason(pool, { members: 4, entriesPerMember: 2, weeks: 2, state: 'open' })
  await signIn(page, pool.admin)
  await page.goto('/history')
  const list = page.getByRole('dialog', { name: 'Keys' })
  // The keys load once the first screen has.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(list).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(list).toContainText('Next row')
  await expectAccessible(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)

  await page.keyboard.press('/')
  const search = page.getByRole('searchbox')
  await expect(search).toBeFocused()
  await page.keyboard.type('ghjk?')
  await expect(search).toHaveValue('ghjk?')
  await expect(list).toHaveCount(0)
  await search.fill('')

  await search.blur()
  const rows = page.getByRole('table').locator('tbody tr')
  await page.keyboard.press('j')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/entry\/\d+$/)

  const heading = page.getByRole('heading', { level: 1 })
  for (const [key, title] of [
    ['h', 'Dashboard'],
    ['g', 'History'],
    ['l', /reveal/i],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(heading).toHaveText(title)
  }
  await page.keyboard.press('Control+g')
  await page.keyboard.press('h')
  await expect(heading).toHaveText(/reveal/i)

  await page.keyboard.press('?')
  await list.getByLabel('Use these keys on this device').uncheck()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('g')
  await expect(heading).toHaveText(/reveal/i)
  await page.keyboard.press('?')
  await list.getByLabel('Use these keys on this device').check()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('g')
  await expect(heading).toHaveText('History')
})
