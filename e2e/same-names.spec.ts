import type { Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { lockWeek } from './support/locked-week.ts'
import { expect, test } from './support/test.ts'

/*
 * Two members have entries of the same name, so that a name without its person says nothing. Each place of a screen where the name stands
 * is read with what belongs to it: its row, item, sentence, dialog or heading.
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

/** Returns the places where the name stands without a person, as they read. */
async function nameless(page: Page): Promise<readonly string[]> {
  await page.waitForLoadState('networkidle')
  return page.evaluate((name) => {
    const whole =
      'tr, li, [role="row"], [role="listitem"], p, h1, h2, h3, dialog, [role="dialog"], [role="alertdialog"], article, header'
    const isNamed = (text: string): boolean => /Mia|Otto/.test(text)
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      if (element === null || !node.textContent?.includes(name) || isNamed(node.textContent) || !element.checkVisibility())
        continue
      let place = element.closest(whole)
      // A paragraph or a heading belongs to its row, item or card.
      while (place !== null && !isNamed(place.textContent) && /^(?:P|H\d)$/.test(place.tagName))
        place = place.parentElement?.closest(whole) ?? null
      if (place === null || !isNamed(place.textContent)) found.push((place ?? element).textContent.trim().slice(0, 120))
    }
    return found
  }, NAME)
}

test('every screen names an entry with its person', async ({ page, pool }) => {
  test.slow()
  const { api } = pool.admin
  await api.call('updateRules', {
    body: { entry_fee_cents: 2000, currency: 'USD', pot_public: true, prizes: { shares: [100], weekly_cents: 500 }, lives: 1 },
  })
  const week = await lockWeek(pool, GAMES, { Mia: { [NAME]: 'DAL' }, Otto: { [NAME]: 'GB' }, Zoe: { Zebras: 'BUF' } })
  for (const { id } of await api.call('adminListEntries', {}))
    await api.call('setPayment', { params: { id }, body: { is_paid: true, payment_type: 'cash' } })
  await signIn(page, pool.admin)
  const places: string[] = []
  const read = async (what: string, paths: readonly string[]): Promise<void> => {
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('main')).not.toBeEmpty()
      for (const place of await nameless(page)) places.push(`${what}, ${path}: ${place}`)
    }
  }
  await read('while games are played', [...PUBLIC, '/admin'])
  await week.finishAll([
    ['DAL', 3, 20],
    ['NYJ', 3, 24],
  ])
  await read('when one is out', PUBLIC)
  await week.finish('KC', 20, 17)
  await read('when the week is over', [...PUBLIC, ...OF_THE_CLUB])
  const [twins] = (await api.call('adminListEntries', {})).filter(({ name }) => name === NAME)
  await page.goto(`/entry/${twins!.id}`)
  for (const place of await nameless(page)) places.push(`its page: ${place}`)
  expect(places).toEqual([])
})
