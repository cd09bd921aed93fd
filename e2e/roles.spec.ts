import { ROLE_WORDS } from '@outlast/contract/role-words'
import { ROLE_NAMES } from '@outlast/domain/rules'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expect, test } from './support/test.ts'

const SITE_TIME = '2031-09-03T12:00:00.000Z'

for (const role of ROLE_NAMES) {
  test(`a ${role} reaches the screens of the role, and none of them asks for what is refused`, async ({ page, pool }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await pool.setSiteTime(SITE_TIME)
    await pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
    const mia = await pool.member('Mia Member')
    await mia.api.call('createEntry', { body: { user_id: mia.user.id, name: 'Anchors' } })
    const member = await pool.member('Rosa Role')
    await pool.admin.api.call('adminUpdateUser', { params: { id: member.user.id }, body: { roles: [role] } })
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url())
    })
    await signIn(page, member)
    await page.goto('/')
    for (const label of ROLE_WORDS[role].screens) {
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label }).last().click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(label.replace(/^Broadcast$/, 'Admin Broadcast'))
      await expect(page.getByRole('main')).not.toContainText(/Loading|not allowed|Failed/)
      const addresses = page
        .getByRole('main')
        .getByText(/mia\.member@/)
        .filter({ visible: true })
      await expect(addresses).toHaveCount(label.includes('Users') ? 1 : 0)
      await page.screenshot({ path: test.info().outputPath(`${label}.png`), fullPage: true })
    }
    await page.goto('/admin/rules')
    await expect(page).toHaveURL(/\/$/)
    expect(refused).toEqual([])
  })
}
