import type { Locator, Page } from '@playwright/test'
import { TEAMS } from '@outlast/domain'
import type { BrowserPool } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible, expectAccessibleOnEachScreen } from './support/axe.ts'
import { gameCards, liveBoard, lockWeek } from './support/locked-week.ts'
import { expect, onEachScreen, test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

const GAMES = [
  ['DAL', 'GB'],
  ['NYJ', 'BUF'],
  ['KC', 'LV'],
] as const
const PICKS = { Mia: { Anchors: 'DAL' }, Otto: { Comets: 'BUF' }, Zoe: { Dodos: 'KC' } }
const DOWN = 'The scoreboard is down'

const button = (scope: Page | Locator, name: string): Locator => scope.getByRole('button', { name, exact: true })
const dialog = (page: Page, title: string): Locator =>
  page.getByRole('dialog', { name: title }).or(page.getByRole('alertdialog', { name: title }))
const nextStep = (page: Page): Locator => page.getByRole('region', { name: /^Week 1 waits for / })
const decided = (page: Page): Locator => page.getByRole('region', { name: 'Set by hand' })

/** Three games have kicked off, and the scoreboard answers no more. */
async function startWithDeadScoreboard(pool: BrowserPool) {
  const week = await lockWeek(pool, GAMES, PICKS)
  pool.feed.failWith('error-500')
  await pool.setSiteTime('2026-09-14T00:00:00.000Z', { running: true })
  return week
}

async function openWeeks(page: Page, pool: BrowserPool): Promise<void> {
  await recordToasts(page)
  await signIn(page, pool.admin)
  await page.goto('/admin/config')
}

interface Setting {
  readonly status?: string
  readonly away?: string
  readonly home?: string
  readonly reason?: string
}

/** Fills in the dialog of a game, which keeps the reason of the game before, and saves. */
async function setGame(page: Page, name: string, { status, away, home, reason }: Setting): Promise<void> {
  await button(page, `Set ${name}`).click()
  const window = dialog(page, `Set ${name} by hand`)
  if (status !== undefined) await window.getByLabel('The game is').selectOption(status)
  const [visitors, hosts] = name.split(' at ')
  if (away !== undefined) await window.getByLabel(`${visitors} score`).fill(away)
  if (home !== undefined) await window.getByLabel(`${hosts} score`).fill(home)
  if (reason !== undefined) await window.getByLabel('Reason').fill(reason)
  await button(window, 'Set game').click()
}

test('with a dead scoreboard an admin ends a week by hand, closes it without a postponed game, and gives it all back', async ({
  page,
  openPage,
  pool,
  problems,
}) => {
  problems.allow(/502.*\/api\/admin\//)
  const week = await startWithDeadScoreboard(pool)
  await openWeeks(page, pool)
  const mia = await openPage({ as: week.people.Mia! })
  await mia.goto('/')

  // The loss is shown before it is sent.
  await setGame(page, 'DAL at GB', { away: '10', home: '20', reason: DOWN })
  const question = dialog(page, 'Set DAL at GB by hand?')
  await expect(question).toContainText('1 entry goes out: Mia Member · Anchors')
  await button(question, 'Set Game').click()
  await expectToast(page, 'DAL at GB set by hand')
  await expect(decided(page)).toContainText(`DAL 10–20 GB Final By hand: ${pool.admin.name}, ${DOWN}`)
  await expect(gameCards(liveBoard(mia)).filter({ hasText: 'DAL' })).toContainText(`By hand: ${pool.admin.name}, ${DOWN}`)

  // It is taken back like any correction, and set again with the next reason as a suggestion.
  const undo = page.getByRole('region', { name: 'Last action' })
  await button(undo, 'Undo').click()
  await expect(dialog(page, 'Undo: DAL at GB of week 1 set by hand?')).toContainText('1 entry comes back: Mia Member · Anchors')
  await button(dialog(page, 'Undo: DAL at GB of week 1 set by hand?'), 'Undo').click()
  await expectToast(page, 'Undone')
  await expect(decided(page)).toHaveCount(0)
  await setGame(page, 'DAL at GB', { away: '10', home: '20' })
  await button(dialog(page, 'Set DAL at GB by hand?'), 'Set Game').click()
  await expectToast(page, 'DAL at GB set by hand')
  await setGame(page, 'NYJ at BUF', { away: '3', home: '24' })
  await expectToast(page, 'NYJ at BUF set by hand')
  await setGame(page, 'KC at LV', { status: 'postponed', reason: 'A hurricane' })
  await expectToast(page, 'KC at LV set by hand')

  // The desk says what the week waits for, and how to go on.
  await page.goto('/admin')
  await expect(nextStep(page)).toContainText('KC at LV is postponed: 1 entry waits')
  await expect(nextStep(page)).toContainText('Wait for the new date, set the game by hand, or close the week without it.')
  await button(nextStep(page), 'Close week 1').click()
  const closing = dialog(page, 'Close week 1 without KC at LV')
  await button(closing, 'Close week').click()
  await expect(closing).toContainText('Give a reason: every member will see it')
  await closing.getByLabel('Reason').fill('No new date this season')
  await button(closing, 'Close week').click()
  await expect(dialog(page, 'Close week 1 without KC at LV?')).toContainText('Nobody goes out or comes back.')
  await button(dialog(page, 'Close week 1 without KC at LV?'), 'Close Week').click()
  await expect(nextStep(page)).toHaveCount(0)
  await mia.goto('/')
  await expect(mia.getByRole('article', { name: 'Anchors' })).toContainText('Out in week 1')

  // One tap returns each game. The week is open again, and the scoreboard decides.
  await page.goto('/admin/config')
  for (const name of ['NYJ at BUF', 'KC at LV']) {
    await button(page, `Return to scoreboard ${name}`).click()
    await expectToast(page, `${name} returned to the scoreboard`)
  }
  await button(page, 'Return to scoreboard DAL at GB').click()
  const returning = dialog(page, 'Return DAL at GB to the scoreboard?')
  await expect(returning).toContainText('1 entry comes back: Mia Member · Anchors')
  await button(returning, 'Return to Scoreboard').click()
  await expectToast(page, 'DAL at GB returned to the scoreboard')
  await expect(decided(page)).toHaveCount(0)
  await expect(mia.getByRole('article', { name: 'Anchors' })).not.toContainText('Out in week 1')
  pool.feed.failWith(undefined)
  await week.finish('DAL', 17, 13)

  await page.goto('/audit?kind=game')
  const trail = page.getByRole('main')
  const postponed = `KC at LV in week 1 of 2026 is postponed, by hand: ${pool.admin.name}`
  await expect(trail.getByRole('row').filter({ hasText: postponed })).toContainText('A hurricane')
  await expect(trail).toContainText(`DAL 17–13 GB is final in week 1 of 2026, from the scoreboard, asked by ${pool.admin.name}`)
  await expect(trail).toContainText(`${pool.admin.name} (admin) returned KC at LV in week 1 of 2026 to the scoreboard`)
})

test('the desk asks about a final score that lost its points, and about a game that the scoreboard does not have any more', async ({
  page,
  openPage,
  pool,
}) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  const questions = page.getByRole('list', { name: 'Questions of the scoreboard' })
  await week.finish('DAL', 20, 17)
  await recordToasts(page)
  await signIn(page, pool.admin)
  await week.finish('DAL', 0, 0)
  await page.goto('/admin')
  await expect(questions).toContainText('Week 1: DAL at GB: the scoreboard said “final, DAL 0–0 GB” at ')
  await expect(questions).toContainText(`asked by ${pool.admin.name}`)
  await expect(questions).toContainText(
    'A final score does not lose points, so DAL 20–17 GB still counts until you say otherwise.',
  )
  const mia = await openPage({ as: week.people.Mia! })
  await mia.goto('/')
  await expect(mia.getByRole('article', { name: 'Anchors' })).not.toContainText('Out in week 1')

  await week.leave('KC')
  await page.reload()
  await expect(questions).toContainText('Week 1: KC at LV was not on the scoreboard any more')
  await expect(questions).toContainText('Is it played in a week that this pool does not have?')
  await expectAccessibleOnEachScreen(page, 'scoreboard-questions')
  await button(questions, 'It moved KC at LV').click()
  const window = dialog(page, 'Set KC at LV by hand')
  await expect(window.getByLabel('The game is')).toHaveValue('moved')
  await expect(window).toContainText('When you add the week that plays the game, the scoreboard brings it there.')
  await window.getByLabel('Reason').fill('It is played in November')
  await button(window, 'Set game').click()
  await expectToast(page, 'KC at LV set by hand')
  await expect(questions).not.toContainText('KC at LV')

  await page.goto('/admin/config')
  await expect(decided(page)).toContainText(`KC at LV Moved By hand: ${pool.admin.name}, It is played in November`)
  await expect(questions).toContainText('final, DAL 0–0 GB')
  await button(questions, 'Set game DAL at GB').click()
  const confirm = dialog(page, 'Set DAL at GB by hand')
  await confirm.getByLabel('DAL score').fill('0')
  await confirm.getByLabel('GB score').fill('0')
  await confirm.getByLabel('Reason').fill('The league says so')
  await button(confirm, 'Set game').click()
  await expect(dialog(page, 'Set DAL at GB by hand?')).toContainText('1 entry goes out: Mia Member · Anchors')
  await button(dialog(page, 'Set DAL at GB by hand?'), 'Set Game').click()
  await expect(questions).toHaveCount(0)
})

onEachScreen(({ screen }) => {
  test('games by hand and what a week waits for are accessible', async ({ page, openPage, pool }) => {
    const week = await startWithDeadScoreboard(pool)
    await openWeeks(page, pool)
    await setGame(page, 'DAL at GB', { away: '10', home: '20', reason: DOWN })
    await button(dialog(page, 'Set DAL at GB by hand?'), 'Set Game').click()
    await expectToast(page, 'DAL at GB set by hand')
    await setGame(page, 'NYJ at BUF', { away: '3', home: '24' })
    await expectToast(page, 'NYJ at BUF set by hand')
    await setGame(page, 'KC at LV', { status: 'postponed', reason: 'A hurricane' })
    await expectToast(page, 'KC at LV set by hand')
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath(`weeks-${screen}.png`), fullPage: true })
    await button(page, 'Set KC at LV').click()
    await expect(dialog(page, 'Set KC at LV by hand')).toBeVisible()
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath(`dialog-${screen}.png`) })
    await page.goto('/admin')
    await expect(nextStep(page)).toContainText('KC at LV is postponed: 1 entry waits')
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath(`desk-${screen}.png`), fullPage: true })
    const mia = await openPage({ as: week.people.Mia! })
    await mia.goto('/')
    await expect(gameCards(liveBoard(mia)).first()).toBeVisible()
    if (screen === 'phone') await expectAccessibleOnEachScreen(mia, 'member')
  })
})

onEachScreen(() => {
  test('many games without a result leave what else waits on the desk in sight', async ({ page, pool }) => {
    const pairs = TEAMS.slice(0, 16).map(({ abbr }, index) => [abbr, TEAMS[16 + index]?.abbr ?? ''] as const)
    await lockWeek(pool, pairs, { Mia: { Anchors: pairs[15]?.[0] ?? null }, Otto: { Comets: pairs[0]?.[0] ?? null } })
    await pool.setSiteTime('2026-09-14T00:00:00.000Z', { running: true })
    await signIn(page, pool.admin)
    await page.goto('/admin')
    const games = page.getByRole('list', { name: 'Games that are not over' }).getByRole('listitem')
    const step = page.getByRole('region', { name: 'Week 1 waits for 16 games' })
    // The games that entries wait for come first.
    await expect(games).toHaveCount(5)
    await expect(games.nth(0)).toContainText('1 entry waits')
    await expect(games.nth(1)).toContainText('1 entry waits')
    await button(step, 'Show all 16 games').click()
    await expect(games).toHaveCount(16)
    await button(step, 'Show fewer').click()
    await expect(games).toHaveCount(5)
  })
})
