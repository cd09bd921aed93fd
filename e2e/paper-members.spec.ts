import type { Locator, Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { openWeek } from './support/locked-week.ts'
import { pdfPages } from './support/pdf-text.ts'
import { expect, onEachScreen, test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

const GAMES = [
  ['CHI', 'NE'],
  ['NYJ', 'BUF'],
  ['LV', 'KC'],
] as const
const NAMES = Array.from({ length: 20 }, (_, i) => `Paper Member ${String(i + 1).padStart(2, '0')}`)

const field = (page: Page, name: string): Locator => page.getByRole('combobox', { name: `Team of ${name}`, exact: true })
const line = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Picks' }).getByRole('listitem').filter({ hasText: name })

onEachScreen(() => {
  test('a keeper enters the picks of twenty people without an account, prints their sheet, and one of them gets an account', async ({
    page,
    openPage,
    pool,
    problems,
  }) => {
    problems.allow(/status of 409/)
    const week = await openWeek(pool, GAMES, { Otto: { Anchors: 'NE' } })
    const otto = week.people.Otto!

    const desk = await openPage({ as: pool.admin })
    await recordToasts(desk)
    await desk.goto('/admin/users')
    await desk.getByText('Paper members', { exact: true }).click()
    const form = desk.getByRole('form', { name: 'Paper members' })
    await form.getByLabel('Names, one a line').fill(NAMES.join('\n'))
    await form.getByLabel('Keeper').selectOption({ label: `Otto Member (${otto.email})` })
    await form.getByRole('button', { name: 'Create 20 entries' }).click()
    await expectToast(desk, 'Entries created')

    // Each line is saved on its own with Enter, which goes to the next one.
    await signIn(page, otto)
    await page.goto('/')
    await page.getByRole('link', { name: 'Picks by hand, on one screen' }).click()
    await expect(page.getByText('20 of 20 missing.')).toBeVisible()
    await field(page, NAMES[0]!).focus()
    for (const name of NAMES.slice(0, 19)) {
      await expect(field(page, name)).toBeFocused()
      await page.keyboard.type(name.endsWith('01') ? 'chiefs' : 'buf')
      await page.keyboard.press('Enter')
    }
    await expect(page.getByText('1 of 20 missing.')).toBeVisible()
    await expect(line(page, NAMES[0]!)).toContainText('KC saved')
    await expect(line(page, NAMES[18]!)).toContainText('BUF saved')
    await expect(line(page, NAMES[19]!)).toContainText('No pick')
    await field(page, NAMES[19]!).fill('dal')
    await field(page, NAMES[19]!).press('Enter')
    await expect(line(page, NAMES[19]!).getByRole('status')).toContainText(/DAL|bye|no game/i)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)

    // The sheet has names, teams and lines, and no pick: it hangs at the bar.
    for (const format of ['A4', 'Letter'] as const) {
      const sheet = pdfPages(await page.pdf({ format })).join('')
      for (const name of NAMES) expect(sheet).toContain(name.replaceAll(' ', ''))
      expect(sheet).toContain('BUFCHIKCLVNENYJ')
      expect(sheet).toMatch(/Week1locksSun,Sep13,12:00PMET/)
      expect(sheet).not.toMatch(/saved|Printthesheet/)
    }

    // One of them gets an account. Otto's screen loses the entry at once. Its pick counts, and is hidden until the lock.
    await desk.getByRole('rowheader').getByRole('button', { name: 'Otto Member' }).click()
    const entry = desk.getByRole('form', { name: `Entry ${NAMES[0]}`, exact: true })
    await entry.getByRole('button', { name: 'Hand over' }).click()
    const dialog = desk.getByRole('dialog')
    await expect(dialog.getByLabel('First name')).toHaveValue('Paper')
    await dialog.getByLabel('Email').fill('paper@club.example')
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    await expectToast(desk, `${NAMES[0]} handed over`)
    await expect(line(page, NAMES[0]!)).toHaveCount(0)
    await expect(line(page, NAMES[1]!)).toContainText('BUF saved')
    const invitation = await pool.mail.waitFor('paper@club.example')
    const invited = await openPage()
    await invited.goto(invitation.links[0] ?? '')
    await invited.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await invited
      .getByRole('button', { name: /password/i })
      .last()
      .click()
    await expect(invited.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await expect(invited.getByRole('article', { name: NAMES[0]!, exact: true })).toContainText('Sealed pick')

    await week.lock()
    await expect(invited.getByRole('article', { name: NAMES[0]!, exact: true })).toContainText('KC')
    await page.goto('/reveal')
    const revealed = page.getByRole('row').filter({ hasText: NAMES[1]! })
    await expect(revealed).toContainText('by hand')
    const { weeks } = await pool.admin.api.call('entryHistory', {
      params: { id: (await pool.admin.api.call('adminListEntries')).find(({ name }) => name === NAMES[0])!.id },
    })
    expect(weeks[0]?.changes).toMatchObject([{ by: 'keeper', actor_name: 'Otto Member', team_abbr: 'KC' }])
  })
})
