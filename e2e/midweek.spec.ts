import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible } from './support/axe.ts'
import { openWeek } from './support/locked-week.ts'
import { expect, test } from './support/test.ts'

const GAMES = [
  ['CHI', 'NE'],
  ['NYJ', 'BUF'],
  ['LV', 'KC'],
] as const
const PICKS = { Mia: { Anchors: 'BUF', Badgers: 'NE' }, Otto: { Comets: 'BUF' }, Zoe: { Zebras: 'NE' } }

test('between two weeks a member reads what the last one did, who is left, and picks early', async ({ page, pool }) => {
  const week = await openWeek(pool, GAMES, PICKS)
  await week.lock()
  await week.finishAll([
    ['CHI', 24, 20],
    ['NYJ', 10, 20],
    ['LV', 10, 20],
  ])
  await openWeek(pool, GAMES, {}, 2)
  await signIn(page, week.people.Mia!)
  await page.goto('/')
  const story = page.getByRole('region', { name: 'Last week' })
  await expect(story.getByRole('heading')).toHaveText('Week 1 put out 2.')
  await expect(story).toContainText('2 entries are left, 1 of them yours.')
  await expect(story).toContainText(
    'Closest escape: “Mia Member · Anchors” and “Otto Member · Comets” on the Bills, 20–10 against the Jets.',
  )
  await expect(story.getByRole('link', { name: 'Weekly Reveal' })).toHaveAttribute('href', `/reveal/${week.id}`)
  await expect(page.getByRole('article', { name: 'Anchors' })).toContainText('1–0 · rank 1 of 4')
  await expect(page.getByRole('article', { name: 'Badgers' })).toContainText('0–1 · rank 3 of 4')
  await expect(page.getByRole('region', { name: 'Who is left' }).getByRole('listitem')).toHaveText([
    'Mia Member · Anchors',
    'Otto Member · Comets',
  ])
  await expect(page.getByRole('img', { name: '2 of 4 entries are in after week 1' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pick early for Anchors' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  // On the day before the lock, the page is about the week that comes.
  await pool.setSiteTime('2026-09-19T16:00:00.000Z', { running: true })
  await expect(story).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pick now for Anchors' })).toBeVisible()
})

test('a member who is out reads how the run ended, and follows an entry that is left, whose pick stays hidden until the lock', async ({
  page,
  pool,
}) => {
  const week = await openWeek(pool, GAMES, PICKS)
  await week.lock()
  await week.finishAll([
    ['CHI', 24, 20],
    ['NYJ', 10, 20],
    ['LV', 10, 20],
  ])
  const next = await openWeek(pool, GAMES, { Otto: { Comets: 'KC' }, Mia: { Anchors: null } }, 2)
  await signIn(page, week.people.Zoe!)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'The run of Zebras' })).toContainText('Out in its first week, rank 3 of 4.')
  await expect(page.getByRole('region', { name: 'The run of Zebras' }).getByRole('link', { name: 'Picture' })).toHaveAttribute(
    'href',
    /^\/og\/elimination\//,
  )
  await expectAccessible(page)
  await page.getByRole('region', { name: 'Follow the last 2' }).getByRole('button', { name: 'Follow Comets' }).click()
  const followed = page.getByRole('region', { name: 'You follow' })
  await expect(followed).toContainText('Its pick opens at the lock')
  await expect(followed).not.toContainText('KC')
  await next.lock()
  await next.play('LV', 10, 17, '8:00 - 3rd')
  await expect(followed).toContainText('Leads by 7')
  await page.reload()
  await expect(followed).toContainText('Leads by 7')
  await next.finish('LV', 20, 17)
  await expect(followed).toContainText('Out in week 2')
  await followed.getByRole('button', { name: 'Follow another' }).click()
  await expect(page.getByRole('region', { name: 'Follow the last one' })).toContainText('Anchors')
})
