import type { LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expect, test } from './support/test.ts'

const SEASON = 2026
const LOCK = '2026-09-27T16:00:00.000Z'

const game = (espnId: string, away: string, home: string, more: Partial<LocalFeedGame> = {}): LocalFeedGame =>
  ({
    espnId,
    away,
    home,
    kickoff: '2026-09-27T17:00:00.000Z',
    kickoffKnown: true,
    status: 'scheduled',
    homeScore: null,
    awayScore: null,
    detail: null,
    ...more,
  }) as LocalFeedGame

test('where members pick losers, the pool says so before a pick, and afterwards that the entry on the loser is through', async ({
  page,
  pool,
}) => {
  await pool.admin.api.call('updateRules', { body: { objective: 'lose' } })
  await pool.setSiteTime('2026-09-24T12:00:00.000Z')
  const mia = await pool.member('Mia Member')
  const { id: week } = await pool.admin.api.call('createWeek', { body: { season_year: SEASON, week_number: 3 } })
  const sync = async (...games: readonly LocalFeedGame[]) => {
    pool.feed.setGames({ seasonYear: SEASON, week: 3 }, games)
    await pool.admin.api.call('syncGames', { body: { season_year: SEASON, week_number: 3 } })
  }
  await sync(game('301', 'DAL', 'GB'), game('302', 'CAR', 'BUF'))
  await page.goto('/auth')
  await expect(page.getByText('Each week you pick one team to lose')).toBeVisible()
  for (const [name, team_abbr] of [
    ['Mavericks', 'CAR'],
    ['Bolt', 'BUF'],
    ['Comet', null],
  ] as const) {
    const { id } = await mia.api.call('createEntry', { body: { user_id: mia.user.id, name } })
    if (team_abbr !== null) await mia.api.call('submitPick', { body: { entry_id: id, week_id: week, team_abbr } })
  }
  await signIn(page, mia)
  await page.goto('/')
  await page.getByRole('button', { name: 'Team for Comet' }).click()
  await expect(page.getByRole('dialog', { name: 'Week 3: pick a team to lose for Comet' })).toBeVisible()
  await page.keyboard.press('Escape')
  await pool.setSiteTime(LOCK)
  await sync(
    game('301', 'DAL', 'GB', { status: 'in_progress', awayScore: 7, homeScore: 3, detail: '2:00 - 2nd' }),
    game('302', 'CAR', 'BUF', { status: 'final', awayScore: 10, homeScore: 13 }),
  )
  await page
    .getByTestId('hero')
    .getByText(/^and \d+ more$/)
    .click()
  await expect(page.getByText('CAR lost 10–13: Mavericks is through.')).toBeVisible()
  await expect(page.getByTestId('hero')).toContainText('Bolt is out. BUF won 13–10.')
})
