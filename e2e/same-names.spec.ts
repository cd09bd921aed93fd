import type { Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { openWeek } from './support/locked-week.ts'
import { expect, test } from './support/test.ts'

/*
 * Two members have entries of the same name, so that a name without its person says nothing. Each place of a screen where the name stands
 * is read with what belongs to it: its row, item, sentence, dialog or heading. Chats and mails take no name of an entry without its person:
 * the type EntryLabel says so.
 */

const NAME = 'Twins'
const GAMES = [
  ['DAL', 'GB'],
  ['NYJ', 'BUF'],
  ['KC', 'LV'],
] as const
const PUBLIC = [
  '/',
  '/reveal',
  '/reveal/1?if=KC',
  '/history?tab=leaderboard',
  '/history?tab=matrix',
  '/history?tab=usage',
  '/audit',
]
const OF_THE_CLUB = [
  '/hall-of-fame',
  '/admin',
  '/admin/payments',
  '/admin/users',
  '/admin/config',
  '/admin/season',
  '/admin/summary',
]

/** What is missing where the name appears on the screen. */
interface Lack {
  readonly what: 'person' | 'link'
  readonly text: string
}

/** Returns the places where the name stands without a person, or without a link to the entry's page, as they read. */
async function lacking(page: Page): Promise<readonly Lack[]> {
  await page.waitForLoadState('networkidle')
  return page.evaluate((name) => {
    const whole =
      'tr, li, [role="row"], [role="listitem"], p, h1, h2, h3, dialog, [role="dialog"], [role="alertdialog"], article, header'
    const tests: Readonly<Record<Lack['what'], (place: Element) => boolean>> = {
      person: (place) => /Mia|Otto/.test(place.textContent),
      link: (place) => place.matches('a[href^="/entry/"]') || place.querySelector('a[href^="/entry/"]') !== null,
    }
    const found: Lack[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      // A text that is written is no place to be clicked.
      const isTyped = element?.tagName === 'TEXTAREA' || element?.tagName === 'OPTION'
      if (element === null || !node.textContent?.includes(name) || !element.checkVisibility()) continue
      for (const [what, has] of Object.entries(tests) as [Lack['what'], (place: Element) => boolean][]) {
        if (what === 'link' && (isTyped || location.pathname.startsWith('/entry/'))) continue
        if (has(element)) continue
        let place = element.closest(whole)
        // A paragraph or a heading belongs to its row, item or card.
        while (place !== null && !has(place) && /^(?:P|H\d)$/.test(place.tagName))
          place = place.parentElement?.closest(whole) ?? null
        if (place === null || !has(place)) found.push({ what, text: (place ?? element).textContent.trim().slice(0, 120) })
      }
    }
    return found
  }, NAME)
}

test('every screen names an entry with its person, and leads from the name to its page', async ({ page, pool }) => {
  test.slow()
  const { api } = pool.admin
  await api.call('updateRules', {
    body: {
      entry_fee_cents: 2000,
      currency: 'USD',
      pot_public: true,
      prizes: { shares: [100], weekly_cents: 500 },
      lives: 1,
      buyback: { until_week: 8, max_per_entry: 1, fee_cents: 2000 },
    },
  })
  const week = await openWeek(pool, GAMES, { Mia: { [NAME]: 'DAL' }, Otto: { [NAME]: 'GB' }, Zoe: { Zebras: 'BUF' } })
  await signIn(page, pool.admin)
  const places: string[] = []
  const read = async (when: string, paths: readonly string[]): Promise<void> => {
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('main')).not.toBeEmpty()
      for (const { what, text } of await lacking(page)) places.push(`no ${what} ${when}, ${path}: ${text}`)
    }
  }
  await read('before the lock', ['/admin', '/admin/payments', '/admin/config'])
  await week.lock()
  await read('while games are played', [...PUBLIC, '/admin'])
  await week.finishAll([
    ['DAL', 3, 20],
    ['NYJ', 3, 24],
  ])
  const mia = week.people['Mia']!
  const [twins] = await mia.api.call('userEntries', { params: { id: mia.user.id } })
  await mia.api.call('requestBuyback', { params: { id: twins!.id } })
  await read('when one is out', [...PUBLIC, '/admin'])
  await week.finish('KC', 20, 17)
  for (const { id } of await api.call('adminListEntries', {}))
    await api.call('setPayment', { params: { id }, body: { is_paid: true, payment_type: 'cash' } })
  // The last action is about one of them, and a correction leaves one alone.
  await api.call('overridePick', {
    body: { entry_id: twins!.id, week_id: week.id, team_abbr: 'NYJ', reason: 'Phoned in before the lock' },
  })
  await read('when the week is over', [...PUBLIC, ...OF_THE_CLUB])
  await page.goto('/admin')
  await expect(page.getByRole('region', { name: 'Last action' })).toContainText(`Pick of Mia Member · ${NAME} set in week 1`)
  await week.finishAll([['NYJ', 30, 24]])
  await api.call('startSeason', { body: { season_year: 2027 } })
  await read('when the next season is started', ['/', ...OF_THE_CLUB])
  await page.goto(`/entry/${twins!.id}`)
  for (const { what, text } of await lacking(page)) places.push(`no ${what}, its page: ${text}`)
  expect(places).toEqual([])

  // From the name to the answer it takes two clicks, on any of these screens.
  await page.goto('/admin')
  await page
    .getByRole('link', { name: `Mia Member · ${NAME}` })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Copy as an answer' })).toBeVisible()
})
