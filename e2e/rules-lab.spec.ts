import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessibleOnEachScreen } from './support/axe.ts'
import { expect, test } from './support/test.ts'

test('an admin sees what rules would have done to real seasons, beside the presets, before saving them', async ({
  page,
  pool,
}) => {
  await signIn(page, pool.admin)
  await page.goto('/admin/rules')
  await page.getByRole('radio', { name: /^Club classic/ }).check()
  await page.getByText('Try these rules on real seasons').click()
  const season = (name: string) => page.getByRole('figure').filter({ hasText: name })
  await expect(season('2022')).toContainText('5 of 1,000 were still in after Week 18')
  await expect(season('2021')).toContainText('Over in Week 18 with one champion')
  await expect(season('2025').getByRole('img')).toHaveAccessibleName(/^2025: entries alive, of 1,000\. Week 1: 536, /)
  await expect(page.getByText(/^Replaying seasons/)).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessibleOnEachScreen(page, 'rules-lab')

  await page.getByLabel('Who pays').selectOption('Half of the members')
  await expect(page.getByText('Half of the members pay when they join')).toBeVisible()
  await page.getByLabel('Who pays').selectOption('All members')
  await page.getByRole('radio', { name: /^Second chance/ }).check()
  await expect(season('2022')).toContainText('53 of 1,000 were still in after Week 18')
  await page.getByLabel('Lives', { exact: true }).selectOption('1')
  await expect(season('2022')).not.toContainText('53 of 1,000')
  await expect(page.getByText(/^Replaying seasons/)).toHaveCount(0)
})
