import { signIn } from '@outlast/testing/browser/sign-in'
import { gameCards, liveBoard, lockWeek } from './support/locked-week.ts'
import { expect, test } from './support/test.ts'

const GAMES = [
  ['DAL', 'GB'],
  ['NYJ', 'BUF'],
] as const
const PICKS = { Mia: { Anchors: 'DAL', Badgers: 'BUF' }, Otto: { Comets: 'DAL', Dodos: 'GB' } }

test('a member sees the odds of the pool and of the own picks, which follow the score until the end', async ({ page, pool }) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await signIn(page, week.people.Mia!)
  await page.goto('/')
  const odds = liveBoard(page).getByRole('list', { name: 'Odds' })
  await expect(odds).toContainText(/\d+ % that at most \d survive/)
  await expect(odds).toContainText('You and one more are the last on DAL')
  await expect(odds).toContainText('You are the last on BUF')
  await expect(odds).toContainText(/\d+ % that at least one of yours is through/)
  const card = gameCards(liveBoard(page)).filter({ hasText: 'DAL' })
  await week.play('DAL', 24, 3, '1:00 - 4th')
  await expect(card).toContainText('DAL wins > 99 %')
  await expect(card).toContainText('GB wins < 1 %')
  await week.finish('DAL', 24, 3)
  await expect(card).not.toContainText('%')
  await week.finish('NYJ', 3, 24)
  await expect(odds).toHaveCount(0)
})

test('what if: tapped results show who would remain, stay in the address, and open for a visitor by the link', async ({
  page,
  pool,
  openPage,
}) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await signIn(page, week.people.Mia!)
  await page.goto('/')
  const board = liveBoard(page)
  await board.getByRole('button', { name: 'What if…' }).click()
  const ends = board.getByRole('group', { name: 'What if: DAL at GB' })
  await ends.getByRole('button', { name: 'GB wins' }).click()
  await expect(page).toHaveURL(/\?if=GB$/)
  const result = board.getByRole('group', { name: 'What if', exact: true })
  await expect(result).toContainText('2 entries would remain, 2 would be out.')
  await board.getByRole('group', { name: 'What if: NYJ at BUF' }).getByRole('button', { name: 'Tie' }).click()
  await expect(page).toHaveURL(/\?if=GB\.NYJ-BUF$/)
  await expect(result).toContainText('1 entry would remain, 3 would be out.')
  await expect(result).toContainText('Dodos')
  await expect(board).toContainText('4 of 4 still alive')
  await page.reload()
  await expect(ends.getByRole('button', { name: 'GB wins' })).toHaveAttribute('aria-pressed', 'true')

  const visitor = await openPage()
  await visitor.goto(`/reveal/${week.id}?if=GB.NYJ-BUF`)
  const panel = visitor.getByRole('region', { name: 'Still alive', exact: true })
  await expect(panel).toContainText('1 entry would remain, 3 would be out.')
  await panel.getByRole('button', { name: 'Back to the real scores' }).click()
  await expect(visitor).toHaveURL(new RegExp(`/reveal/${week.id}$`))
  await expect(panel.getByRole('group', { name: 'What if', exact: true })).toHaveCount(0)
})

test('an admin switches the odds off, for everybody at once, and the board stays', async ({ page, pool, openPage }) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await signIn(page, week.people.Mia!)
  await page.goto('/')
  const odds = liveBoard(page).getByRole('list', { name: 'Odds' })
  await expect(odds).toBeVisible()
  const admin = await openPage({ as: pool.admin })
  await admin.goto('/admin/club')
  const club = admin.getByRole('region', { name: 'Club', exact: true })
  await club.getByRole('checkbox', { name: 'Show odds of revealed weeks' }).uncheck()
  await club.getByRole('button', { name: 'Save Club' }).click()
  await expect(odds).toHaveCount(0)
  await expect(gameCards(liveBoard(page)).first()).not.toContainText('%')
  await expect(gameCards(liveBoard(page))).toHaveCount(2)
})

test('a week that is not locked shows neither odds nor assumed results', async ({ page, pool }) => {
  const { people } = await lockWeek(pool, GAMES, PICKS)
  const next = await pool.admin.api.call('createWeek', { body: { season_year: 2026, week_number: 2 } })
  const [entry] = await people.Mia!.api.call('userEntries', { params: { id: people.Mia!.user.id } })
  await people.Mia!.api.call('submitPick', { body: { entry_id: entry!.id, week_id: next.id, team_abbr: 'KC' } })
  await page.goto(`/reveal/${next.id}?if=KC`)
  await expect(page.getByRole('heading', { level: 1, name: 'Week 2 reveal' })).toBeVisible()
  await expect(page.getByText('Reveal not available yet')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Still alive' })).toHaveCount(0)
  await expect(page.getByText('would remain')).toHaveCount(0)
})
