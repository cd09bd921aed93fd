import type { Locator, Page } from '@playwright/test'
import type { BrowserPool, Person } from '@outlast/testing'
import { expectAccessibleOnEachScreen } from './support/axe.ts'
import { report, SEASON } from './support/two-weeks.ts'
import { expect, test } from './support/test.ts'

const BEFORE_1 = '2031-09-03T12:00:00.000Z'
const AFTER_1 = '2031-09-09T12:00:00.000Z'
/** Week 2 locks on Sunday at noon in New York, so the vote closes on Saturday. */
const CLOSE = '2031-09-13T16:00:00.000Z'
const AFTER_2 = '2031-09-16T12:00:00.000Z'

// Votes are held in real time, which the tests move.
test.use({ poolOptions: { startsAt: BEFORE_1, config: { clubName: 'Harbor Rowing Club' } } })

interface Club {
  /** Owns Anchors and Buoys, which are alive. */
  readonly mia: Person
  /** Owns Castaways, which is alive. */
  readonly max: Person
  /** Owns Drifters, which fell in week 1. */
  readonly olga: Person
}

/** Plays week 1, after which three entries of two members are alive, and opens week 2. */
async function startVote(pool: BrowserPool): Promise<Club> {
  const { api } = pool.admin
  await api.call('updateRules', {
    body: { split: { at_most: 3, from_week: 2 }, entry_fee_cents: 2500, currency: 'USD', pot_public: true },
  })
  for (const week of [1, 2]) {
    await api.call('createWeek', { body: { season_year: SEASON, week_number: week } })
    await report(pool, week)
  }
  const [mia, max, olga] = [await pool.member('Mia Member'), await pool.member('Max Player'), await pool.member('Olga Other')]
  const enter = async (owner: Person, name: string, team: string): Promise<void> => {
    const { id } = await owner.api.call('createEntry', { body: { user_id: owner.user.id, name } })
    await owner.api.call('submitPick', { body: { entry_id: id, week_id: 1, team_abbr: team } })
    await api.call('setPayment', { params: { id }, body: { is_paid: true, payment_type: 'cash', paid_date: '2031-09-03' } })
  }
  await enter(mia, 'Anchors', 'KC')
  await enter(mia, 'Buoys', 'BUF')
  await enter(max, 'Castaways', 'SF')
  await enter(olga, 'Drifters', 'DAL')
  await pool.setRealTime(AFTER_1)
  await report(pool, 1, [24, 24, 24])
  await api.call('setCurrentWeek', { body: { week_id: 2 } })
  return { mia, max, olga }
}

const card = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true })
const asked = (page: Page): Locator => card(page, 'Share the pot?')
const voteOf = (page: Page, entry: string): Locator => asked(page).getByRole('group', { name: `Vote of ${entry}`, exact: true })
const champion = (page: Page): Locator => page.getByRole('region', { name: /^Champions? / })

/** Votes, and waits until the entry's line says so. */
async function vote(page: Page, entry: string, choice: 'Yes, share' | 'No, play on'): Promise<void> {
  await voteOf(page, entry).getByRole('button', { name: choice, exact: true }).click()
  await expect(voteOf(page, entry)).toContainText(choice.startsWith('Yes') ? 'says yes.' : 'says no.')
}

test('all entries that are alive say yes, and share the title', async ({ pool, openPage }) => {
  const { mia, max, olga } = await startVote(pool)
  const [miaPage, maxPage, olgaPage] = [await openPage({ as: mia }), await openPage({ as: max }), await openPage({ as: olga })]
  for (const page of [miaPage, maxPage, olgaPage]) await page.goto('/')
  await expect(asked(miaPage)).toContainText('If all 3 entries that are alive say yes by')
  await expect(asked(miaPage).locator('time')).toHaveAttribute('datetime', CLOSE)
  await expect(card(olgaPage, 'A vote on sharing')).toContainText('A vote on sharing is open until Sat, Sep 13')
  await expect(olgaPage.getByRole('button', { name: 'Yes, share' })).toHaveCount(0)
  await expectAccessibleOnEachScreen(miaPage, 'split-vote')
  await expectAccessibleOnEachScreen(olgaPage, 'split-vote-others')

  await vote(miaPage, 'Anchors', 'No, play on')
  await vote(miaPage, 'Buoys', 'Yes, share')
  await vote(maxPage, 'Castaways', 'No, play on')
  await vote(maxPage, 'Castaways', 'Yes, share')
  await vote(miaPage, 'Anchors', 'Yes, share')
  await maxPage.reload()
  await expect(voteOf(maxPage, 'Castaways')).toContainText('says yes.')
  await expect(champion(miaPage)).toHaveCount(0)

  await pool.setRealTime(CLOSE)
  for (const page of [miaPage, maxPage, olgaPage]) {
    await expect(champion(page)).toContainText('2031 season · decided in week 2')
    await expect(champion(page)).toContainText('Mia Member · Anchors, Mia Member · Buoys, Max Player · Castaways')
    await expect(champion(page)).toContainText('They survived 1 week and agreed to share the title.')
    await expect(card(page, 'All agreed to share')).toContainText(
      'All 3 entries said yes: Mia Member · Anchors, Mia Member · Buoys and Max Player · Castaways.',
    )
    await expect(page.getByText('$100.00 in the pot').first()).toBeVisible()
  }
  await expect(miaPage.getByText('You share the title of the 2031 season with 1 other entry.')).toBeVisible()
  await expectAccessibleOnEachScreen(miaPage, 'split-vote-agreed')

  // The week is played, and costs nothing.
  await pool.setRealTime(AFTER_2)
  await report(pool, 2, [3, 3, 3])
  const visitor = await openPage()
  for (const path of ['/reveal', '/history']) {
    await visitor.goto(path)
    await expect(champion(visitor)).toContainText('Mia Member · Anchors, Mia Member · Buoys, Max Player · Castaways')
  }
  await visitor.goto('/hall-of-fame')
  await expect(
    visitor.getByText('They survived 2 weeks, agreed in week 2 to share the title and outlasted 1 other.'),
  ).toBeVisible()
})

test('an admin chooses the rule in the rule book, and members read it', async ({ pool, openPage }) => {
  const admin = await openPage({ as: pool.admin })
  await admin.goto('/admin/rules')
  const rules = admin.getByRole('region', { name: 'Pool rules' })
  await expect(rules).toContainText('The season is played to its end.')
  await rules.getByLabel('Votes on sharing').selectOption({ label: 'The entries alive can agree to share' })
  await rules.getByLabel('Entries alive, at most').fill('3')
  await rules.getByLabel('From week', { exact: true }).fill('12')
  await expect(rules).toContainText('Once at most 3 entries are alive in week 12 or later, they are asked.')
  await expectAccessibleOnEachScreen(admin, 'split-rule')
  await rules.getByRole('button', { name: 'Save Rules' }).click()
  await expect(rules).toContainText('Anybody who can still create an entry can end a vote on sharing with it.')
  const mia = await openPage({ as: await pool.member('Mia Member') })
  await mia.goto('/')
  await mia.getByText('Pool rules').click()
  await expect(mia.getByText('From Week 12 on, once at most 3 entries are alive, they vote in secret')).toBeVisible()
})

test('one entry takes its vote back, and all play on', async ({ pool, openPage }) => {
  const { mia, max } = await startVote(pool)
  const [miaPage, maxPage] = [await openPage({ as: mia }), await openPage({ as: max })]
  await miaPage.goto('/')
  await vote(miaPage, 'Anchors', 'Yes, share')
  await vote(miaPage, 'Buoys', 'No, play on')
  await maxPage.goto('/')
  await vote(maxPage, 'Castaways', 'Yes, share')
  await voteOf(maxPage, 'Castaways').getByRole('button', { name: 'Take back' }).click()
  await expect(voteOf(maxPage, 'Castaways')).toContainText('has not voted, which is a no.')
  await pool.setRealTime(CLOSE)
  for (const page of [miaPage, maxPage]) {
    await expect(card(page, 'The vote on sharing failed')).toContainText(
      'It takes all entries that are alive. Yes: Mia Member · Anchors. No: Mia Member · Buoys. Not voted: Max Player · Castaways.',
    )
    await expect(champion(page)).toHaveCount(0)
  }
  await expectAccessibleOnEachScreen(maxPage, 'split-vote-failed')
})

test('a corrected score that brings an entry back ends the vote', async ({ pool, openPage }) => {
  const { mia, olga } = await startVote(pool)
  const [miaPage, olgaPage] = [await openPage({ as: mia }), await openPage({ as: olga })]
  for (const page of [miaPage, olgaPage]) await page.goto('/')
  await vote(miaPage, 'Anchors', 'Yes, share')
  await expect(card(olgaPage, 'A vote on sharing')).toBeVisible()
  // Now Drifters won and Anchors lost: the same number of entries are alive, but others, and they are asked anew.
  await report(pool, 1, [3, 24, 24])
  await expect(asked(olgaPage)).toContainText(
    'Mia Member · Buoys, Max Player · Castaways and Olga Other · Drifters are champions together',
  )
  await expect(voteOf(olgaPage, 'Drifters')).toContainText('has not voted, which is a no.')
  await expect(voteOf(miaPage, 'Anchors')).toHaveCount(0)
  await expect(voteOf(miaPage, 'Buoys')).toContainText('has not voted, which is a no.')
  await pool.admin.api.call('adminUpdateEntry', { params: { id: 1 }, body: { is_eliminated: false } })
  // With four alive there is no vote.
  await expect(asked(olgaPage)).toHaveCount(0)
  await expect(asked(miaPage)).toHaveCount(0)
})
