import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a member reaches the four screens from the tab bar, and finds theme, proof and sign-out under Me', async ({
  page,
  pool,
}) => {
  await signIn(page, await pool.member('Mia Member'))
  await page.goto('/')
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  await expect(tabs.getByRole('link')).toHaveText(['Home', 'Live', 'Grid', 'Me'])
  for (const [tab, heading] of [
    ['Live', /reveal/i],
    ['Grid', 'History'],
    ['Me', 'Account'],
    ['Home', 'Dashboard'],
  ] as const) {
    await tabs.getByRole('link', { name: tab, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(tabs.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  await tabs.getByRole('link', { name: 'Me', exact: true }).click()
  const device = page.getByRole('region', { name: 'This device' })
  await device.getByRole('button', { name: /^Theme:/ }).click()
  await expect(device.getByRole('button', { name: 'Theme: light. Change' })).toBeVisible()
  await expect(device.getByRole('link', { name: 'Proof: no pick was changed' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out on this device?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await expect(tabs).toHaveCount(0)
})

test('an admin reaches the desk from the tab bar, in one tap from any page', async ({ page, pool }) => {
  await signIn(page, pool.admin)
  await page.goto('/history')
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  await expect(tabs.getByRole('link')).toHaveText(['Home', 'Live', 'Grid', 'Me', 'Desk'])
  await tabs.getByRole('link', { name: 'Desk', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Desk')
  const tops = await tabs.getByRole('link').evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
  expect(new Set(tops).size, 'rows of the bar').toBe(1)
  await page.screenshot({ path: test.info().outputPath('desk-tab.png') })
})

test('the tab bar covers nothing: the end of a page can be scrolled above it', async ({ page, pool }) => {
  await signIn(page, await pool.member('Mia Member'))
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'My Entries' })).toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Tabs' })
  const overlap = async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const end = await page
      .locator('main > *')
      .last()
      .evaluate((element) => element.getBoundingClientRect().bottom)
    return end - (await bar.evaluate((element) => element.getBoundingClientRect().top))
  }
  await expect.poll(overlap).toBeLessThanOrEqual(0)
})

test('the phone’s menu does not open again on Back', async ({ page, pool }) => {
  await signIn(page, await pool.member('Mia Member'))
  await page.goto('/history')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('History')
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
})

test('Me leads to the notifications with one tap', async ({ page, pool }) => {
  await signIn(page, await pool.member('Mia Member'))
  await page.goto('/account')
  const title = page.getByRole('heading', { name: 'Reminders and news' })
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('region', { name: 'This device' }).getByRole('link', { name: 'Notifications' }).click()
  await expect(title).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('region', { name: 'This device' }).getByRole('link', { name: 'Notifications' }).click()
  await expect(title).toBeInViewport({ ratio: 1 })
})

test('addresses that people try lead where they expect', async ({ page, pool }) => {
  for (const [path, heading] of [
    ['/login', 'Sign in'],
    ['/register', 'Register'],
    ['/join', 'Register'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page).toHaveURL(/\/auth/)
  }
  await signIn(page, await pool.member('Mia Member'))
  await page.goto('/notifications')
  await expect(page.getByRole('heading', { name: 'Reminders and news' })).toBeInViewport({ ratio: 1 })
  await page.goto('/rules')
  await expect(page.getByText('Pool rules')).toBeInViewport()
  for (const [path, address] of [
    ['/live', /\/reveal$/],
    ['/grid', /\/history$/],
    ['/help', /\/help\/join-and-play\.html$/],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(address)
  }
})
