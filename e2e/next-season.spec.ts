import type { Page } from '@playwright/test'
import type { LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import type { BrowserPool, Person } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessibleOnEachScreen } from './support/axe.ts'
import { SCREENS } from './support/display-mode.ts'
import { expect, test } from './support/test.ts'

const SEASON = 2031
const NEXT = SEASON + 1
const SUNDAYS = ['2031-09-07T17:00:00.000Z', '2031-09-14T17:00:00.000Z', '2031-09-21T17:00:00.000Z']
const BEFORE_1 = '2031-09-03T12:00:00.000Z'
const AFTER_1 = '2031-09-09T12:00:00.000Z'
const AFTER_2 = '2031-09-16T12:00:00.000Z'

/** The games of a week: KC, BUF and SF play at home against DAL, MIA and LAR, who score 17. A home score makes them final; `on`: they are still played. */
async function playWeek(
  pool: BrowserPool,
  week: number,
  home: readonly (number | 'on' | null)[] = [null, null, null],
): Promise<void> {
  const games = ['DAL-KC', 'MIA-BUF', 'LAR-SF'].map((teams, i): LocalFeedGame => {
    const [away = '', homeTeam = ''] = teams.split('-')
    const score = home[i] ?? null
    const place = { espnId: `${week}-${i}`, away, home: homeTeam, kickoff: SUNDAYS[week - 1], kickoffKnown: true }
    const state =
      score === null
        ? { status: 'scheduled', homeScore: null, awayScore: null }
        : score === 'on'
          ? { status: 'in_progress', homeScore: 17, awayScore: 17 }
          : { status: 'final', homeScore: score, awayScore: 17 }
    return { ...place, ...state, detail: null } as LocalFeedGame
  })
  pool.feed.setGames({ seasonYear: SEASON, week }, games)
  await pool.admin.api.call('syncGames', { body: { season_year: SEASON, week_number: week } })
}

interface Season {
  readonly mia: Person
  readonly max: Person
  readonly ids: Readonly<Record<'Alpha' | 'Beta' | 'Gamma', number>>
}

const pick = ({ api }: Person, entry_id: number, week_id: number, team_abbr: string) =>
  api.call('submitPick', { body: { entry_id, week_id, team_abbr } })

/** Plays a season until only the games of week 2 are missing. Alpha picked KC in it, Gamma DAL; Beta fell in week 1 by one point. */
async function playUntilDecision(pool: BrowserPool): Promise<Season> {
  await pool.setSiteTime(BEFORE_1)
  const { api } = pool.admin
  await api.call('updateRules', { body: { entry_fee_cents: 2500, currency: 'USD' } })
  for (const week_number of [1, 2]) {
    await api.call('createWeek', { body: { season_year: SEASON, week_number } })
    await playWeek(pool, week_number)
  }
  const mia = await pool.member('Mia Member')
  const max = await pool.member('Max Player')
  const create = async (person: Person, name: string) =>
    (await person.api.call('createEntry', { body: { user_id: person.user.id, name } })).id
  const ids = { Alpha: await create(mia, 'Alpha'), Beta: await create(max, 'Beta'), Gamma: await create(max, 'Gamma') }
  await pick(mia, ids.Alpha, 1, 'BUF')
  await pick(max, ids.Beta, 1, 'LAR')
  await pick(max, ids.Gamma, 1, 'BUF')
  await api.call('setPayment', { params: { id: ids.Alpha }, body: { payment_type: 'cash', is_paid: true } })
  await pool.setSiteTime(AFTER_1)
  await playWeek(pool, 1, [20, 20, 18])
  await api.call('setCurrentWeek', { body: { week_id: 2 } })
  await pick(mia, ids.Alpha, 2, 'KC')
  await pick(max, ids.Gamma, 2, 'DAL')
  await pool.setSiteTime(AFTER_2)
  return { mia, max, ids }
}

const champion = (page: Page) => page.getByRole('region', { name: /^Champion/ })

test('a champion is decided live, remembered in the hall of fame, and asked “Same again?” for the next season', async ({
  page,
  openPage,
  pool,
}) => {
  const { mia, max, ids } = await playUntilDecision(pool)
  await signIn(page, mia)
  await page.goto('/')
  await expect(page.getByRole('article', { name: 'Alpha', exact: true })).toBeVisible()
  await expect(champion(page)).toBeHidden()
  const hall = await openPage()
  await hall.goto('/hall-of-fame')
  await expect(hall.getByText('No champion yet')).toBeVisible()

  // The last score arrives while both pages are open.
  await playWeek(pool, 2, [24, 20, 18])
  await expect(champion(page)).toContainText('Alpha')
  await expect(champion(page)).toContainText('Mia Member survived 2 weeks and outlasted 2 other entries.')
  const road = champion(page).getByRole('list', { name: 'The picks of Alpha' }).getByRole('listitem')
  await expect(road).toHaveCount(2)
  await expect(road.first()).toContainText('Week 1')
  await expect(road.first().getByRole('img', { name: 'BUF, win' })).toBeVisible()
  await expect(hall.getByRole('list', { name: 'Champions' })).toContainText('Alpha')
  await expect(hall.getByText('lost 17–18 against San Francisco 49ers')).toBeVisible()
  await expect(hall.getByText('2031, weeks 1 to 2')).toBeVisible()
  await hall.getByText('Every pick', { exact: true }).click()
  await expect(hall.getByRole('list', { name: 'The picks of Alpha' })).toBeVisible()
  await expectAccessibleOnEachScreen(page, 'champion-dashboard')
  await expectAccessibleOnEachScreen(hall, 'hall-of-fame')

  await hall.goto('/reveal')
  await expect(champion(hall)).toContainText('Alpha')
  await hall.getByRole('link', { name: 'Hall of fame' }).first().click()
  await expect(hall.getByRole('heading', { level: 1, name: 'Hall of fame' })).toBeVisible()
  await hall.goto('/history')
  await expect(champion(hall)).toContainText('Alpha')
  await expectAccessibleOnEachScreen(hall, 'champion-history')

  // The admin starts the next season.
  const admin = await openPage({ as: pool.admin })
  await admin.goto('/admin')
  await admin.getByRole('link', { name: 'Start next season' }).click()
  await expect(admin.getByRole('heading', { name: `Start the ${NEXT} season` })).toBeVisible()
  await expectAccessibleOnEachScreen(admin, 'next-season-before')
  await admin.getByRole('button', { name: `Start the ${NEXT} season` }).click()
  await admin.getByRole('button', { name: `Start ${NEXT}`, exact: true }).click()
  await expect(admin.getByText('0 of 3 entries are in')).toBeVisible()
  await expect(admin.getByRole('main').getByRole('link', { name: 'Open week 1' })).toHaveAttribute('href', '/admin')

  // A tap on the watching dashboard renews the entry, unpaid. The champion stays meanwhile.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: `Play ${NEXT} with “Alpha”` }).click()
  await expect(page.getByRole('button', { name: `Play ${NEXT} with “Alpha”` })).toBeHidden()
  await expect(champion(page)).toContainText('Alpha')
  await expect(page.getByText(`For the ${NEXT} season.`)).toBeVisible()
  await expect(admin.getByText('1 of 3 entries are in')).toBeVisible()
  await admin.getByRole('button', { name: 'Renew Max Player · Beta' }).click()
  await expect(admin.getByText('2 of 3 entries are in')).toBeVisible()
  // A long name wraps, so that the button beside it is whole on a phone.
  const name = 'Guadalupe Hernández and the Audibles'
  await pool.admin.api.call('adminUpdateEntry', { params: { id: ids.Gamma }, body: { name } })
  await admin.setViewportSize({ width: 390, height: 844 })
  await expect(admin.getByRole('button', { name: `Renew Max Player · ${name}` })).toBeVisible()
  const table = admin.getByRole('table', { name: `Entries and the ${NEXT} season` })
  expect(await table.evaluate(({ parentElement: region }) => region!.scrollWidth - region!.clientWidth)).toBe(0)
  await expectAccessibleOnEachScreen(admin, 'next-season-started')
  const alpha = (await mia.api.call('userEntries', { params: { id: mia.user.id } })).find(({ id }) => id === ids.Alpha)
  expect(alpha).toMatchObject({ name: 'Alpha', is_paid: false, renew_season: null })
  const [due] = (await mia.api.call('getDues')).entries
  expect(due).toMatchObject({ season_year: NEXT, due_cents: 2500 })

  // The desk says what opening the first week means, and renews those who are left with one question.
  await admin.goto('/admin')
  const turn = admin.getByRole('region', { name: `The ${NEXT} season is open` })
  await expect(turn).toContainText('Received: $25.00. Still owed: $50.00.')
  await expect(turn).toContainText('2 of 3 entries are in. 1 entry has not answered.')
  await turn.getByRole('button', { name: 'Open week 1' }).click()
  const question = admin.getByRole('alertdialog')
  await expect(question).toContainText(`Open week 1 of ${NEXT}?`)
  await expect(question).toContainText('2 of 3 entries are in. 1 entry has not answered.')
  await expect(question).toContainText('stays on the screens until')
  await question.getByRole('button', { name: 'Open Week 1' }).click()

  // The champion stays on dashboard, desk and clubhouse screen, and only renewed entries play.
  await expect(page.getByRole('heading', { name: `${NEXT} season Week 1` })).toBeVisible()
  const tv = await openPage()
  await tv.goto('/tv')
  await expect(tv.getByRole('list', { name: 'Champions' })).toContainText('Alpha')
  await expect(champion(page)).toContainText('Alpha')
  await expect(champion(admin)).toContainText('Alpha')
  await expect(turn).toContainText('2 of 3 entries are in.')
  await expectAccessibleOnEachScreen(admin, 'year-turn-opened')
  const week = await pool.admin.api.call('currentWeek')
  expect((await pick(mia, ids.Alpha, week.id, 'KC')).team_abbr).toBe('KC')
  await expect(pick(max, ids.Gamma, week.id, 'KC')).rejects.toMatchObject({ code: 'not_in_season' })
  await turn.getByRole('button', { name: 'Renew all 1 entry' }).click()
  await expect(question).toContainText(`Max Player · ${name}`)
  await question.getByRole('button', { name: 'Renew 1' }).click()
  await expect(turn).toContainText('3 of 3 entries are in.')

  // Seven days before the first lock it moves to the hall of fame.
  await pool.setSiteTime(new Date(Date.parse(week.lock_time) - 7 * 86_400_000).toISOString())
  await expect(champion(page)).toBeHidden()
  await expect(champion(admin)).toBeHidden()
  await expect(tv.getByRole('list', { name: 'Champions' })).toBeHidden()
  await hall.goto('/hall-of-fame')
  await expect(hall.getByRole('list', { name: 'Champions' })).toContainText('Alpha')

  // The rules lab replays the season that is over, with its own picks.
  await admin.goto('/admin/rules')
  await admin.getByText('Try these rules on real seasons').click()
  const own = admin.getByRole('figure').filter({ hasText: `${SEASON} in your club` })
  await expect(own).toContainText('Over in Week 2 with one champion')
})

/** What the screens show between two seasons. */
interface Shown {
  /** By season: the champions in the hall of fame. */
  readonly hall: string
  /** Whether Alpha is celebrated on desk, phone and big screen: the same everywhere. */
  readonly isCelebrated: boolean
  readonly season: string
  readonly asked: number
  readonly joined: number
  readonly mails: number
}

interface Screens {
  readonly phone: Page
  readonly tv: Page
  readonly hall: Page
}

async function shownOn(pool: BrowserPool, { phone, tv, hall }: Screens): Promise<Shown> {
  await Promise.all([phone.goto('/'), tv.goto('/tv'), hall.goto('/hall-of-fame')])
  await expect(hall.getByText('No champion yet').or(hall.getByRole('list', { name: 'Champions', exact: true }))).toBeVisible()
  const week = await pool.admin.api.call('currentWeek').catch(() => undefined)
  await expect(phone.getByRole('main')).toContainText(week === undefined ? 'No current week' : `${week.season_year} season`)
  await expect(tv.getByRole('main')).not.toBeEmpty()
  const entries = await pool.admin.api.call('adminListEntries', {})
  const asked = entries.filter(({ renew_season: season }) => season !== null).length
  const onPhone = (await champion(phone).count()) > 0
  const onScreen = (await tv.getByRole('list', { name: 'Champions' }).count()) > 0
  expect(onScreen, 'the big screen and the phone show the same champion').toBe(onPhone)
  return {
    hall: await hall.getByRole('main').innerText(),
    isCelebrated: onPhone,
    season: String(week?.season_year ?? ''),
    asked,
    joined: entries.length - asked,
    mails: await pool.mail.count(),
  }
}

/** What each sentence of a dialog claims. A sentence that is not here fails the test. */
const CLAIMS: readonly (readonly [RegExp, (after: Shown, words: readonly string[]) => void])[] = [
  [/^The (\d+) season leaves the dashboard/, ({ season }, [year]) => expect(season).not.toBe(year)],
  [/^Everybody’s pages show week \d+\w? of (\d+)/, ({ season }, [year]) => expect(season).toBe(year)],
  [/^There is no current week any more/, ({ season }) => expect(season).toBe('')],
  [/^(\d+) entr(?:y is|ies are) asked/, ({ asked }, [count]) => expect(String(asked)).toBe(count)],
  [
    /^(\d+) of (\d+) entr(?:y is|ies are) in/,
    ({ joined, asked }, words) => expect([joined, joined + asked].map(String)).toEqual(words),
  ],
  [/^Those that have not answered do not play/, ({ asked }) => expect(asked).toBeGreaterThan(0)],
  [/^The champion of 2031, Mia Member · Alpha, leaves the screens at once/, (shown) => expect(shown.isCelebrated).toBe(false)],
  [
    /^The champion of 2031, Mia Member · Alpha, (?:stays|is back) on the screens/,
    (shown) => expect(shown.isCelebrated).toBe(true),
  ],
  [/^The title of (\d+) is lost/, ({ hall }, [year]) => expect(hall).not.toContain(year)],
  [/^\d+ picks? (?:is|are) lost/, () => {}],
  [/^The lock moves to/, () => {}],
  [/^Nobody goes out or comes back/, () => {}],
]

test('each dialog of the turn of the year says what then happens on desk, phone and big screen', async ({
  openPage,
  pool,
  problems,
}) => {
  test.slow()
  const { mia } = await playUntilDecision(pool)
  await playWeek(pool, 2, [24, 20, 18])
  const { api } = pool.admin
  const admin = await openPage({ as: pool.admin })
  const screens = { phone: await openPage({ as: mia, mode: SCREENS[0]! }), tv: await openPage(), hall: await openPage() }
  const question = admin.getByRole('alertdialog')

  /** Asks, compares what is said with what then is, and demands that whatever leaves or comes was said. */
  const take = async (what: string, answer: string, ask: () => Promise<void>, phrase?: string): Promise<Shown> => {
    const before = await shownOn(pool, screens)
    await ask()
    await expect(question).toBeVisible()
    const said = question.getByRole('region', { name: 'What would change' })
    const lines = (await said.count()) > 0 ? await said.getByRole('listitem').allInnerTexts() : []
    const muted = await question.innerText()
    await question.getByRole('button', { name: answer, exact: true }).click()
    if (phrase !== undefined) {
      await question.getByRole('textbox').fill(phrase)
      await question.getByRole('button', { name: 'Delete ALL weeks' }).click()
    }
    await expect(question).toBeHidden()
    const after = await shownOn(pool, screens)
    for (const line of lines) {
      const claim = CLAIMS.find(([words]) => words.test(line))
      expect(claim, `${what}: a claim that is not checked: ${line}`).toBeDefined()
      claim![1](after, claim![0].exec(line)!.slice(1))
    }
    const text = lines.join(' ')
    if (before.isCelebrated !== after.isCelebrated) expect(text, what).toMatch(/the screens/)
    if (before.season !== after.season) expect(text, what).toMatch(/season leaves|no current week/)
    if (before.hall !== after.hall) expect(text, what).toContain('The title of')
    if (before.asked < after.asked) expect(text, what).toContain('asked “Same again?”')
    const mails = /(\d+) mails? (?:is|are|goes|go)/.exec(muted)?.[1] ?? '0'
    await expect.poll(async () => String((await pool.mail.count()) - before.mails), what).toBe(mails)
    return after
  }

  await admin.goto('/admin/season')
  const started = await take('start', `Start ${NEXT}`, () =>
    admin.getByRole('button', { name: `Start the ${NEXT} season` }).click(),
  )
  expect(started).toMatchObject({ isCelebrated: true, asked: 3 })
  await admin.goto('/admin')
  const turn = admin.getByRole('region', { name: `The ${NEXT} season is open` })
  const open = turn.getByRole('button', { name: 'Open week 1' })
  const opened = await take('open week 1', 'Open Week 1', () => open.click())
  expect(opened).toMatchObject({ season: String(NEXT), isCelebrated: true })
  const renew = turn.getByRole('button', { name: /^Renew all/ })
  expect(await take('renew', 'Renew 3', () => renew.click())).toMatchObject({ asked: 0, joined: 3 })
  const choose = async (label: RegExp): Promise<void> => {
    await admin.goto('/admin/config')
    const list = admin.getByRole('combobox', { name: 'Week' })
    const option = await list.getByRole('option').filter({ hasText: label }).first().getAttribute('value')
    await list.selectOption(option)
    await admin.getByRole('button', { name: 'Set Current Week' }).click()
  }
  expect(await take('back', 'Set Current Week', () => choose(/2031/))).toMatchObject({ season: String(SEASON) })
  expect(await take('forth', 'Set Current Week', () => choose(/2032/))).toMatchObject({ isCelebrated: true })
  const week = await api.call('currentWeek')
  const near = new Date(Date.parse(AFTER_2) + 86_400_000).toISOString()
  await api.call('updateWeek', { params: { id: week.id }, body: { lock_time: near } })
  expect(await shownOn(pool, screens)).toMatchObject({ isCelebrated: false })
  const undo = async (): Promise<void> => {
    await admin.goto('/admin')
    await admin.getByRole('region', { name: 'Last action' }).getByRole('button', { name: 'Undo' }).click()
  }
  expect(await take('a lock that moves away again', 'Undo', undo)).toMatchObject({ isCelebrated: true })
  // Open pages ask for the weeks that are gone.
  problems.allow(/404/)
  const purge = async (): Promise<void> => {
    await admin.goto('/admin/danger')
    await admin.getByRole('button', { name: 'Delete ALL weeks' }).click()
  }
  const purged = await take('purge', 'Continue', purge, 'DELETE ALL WEEKS')
  expect(purged).toMatchObject({ season: '', isCelebrated: false })
})

test('pages of a finished season show its own pot and count only who took part, also after the next season began', async ({
  page,
  pool,
}) => {
  await pool.admin.api.call('updateRules', { body: { pot_public: true } })
  const { mia } = await playUntilDecision(pool)
  await playWeek(pool, 2, [24, 20, 18])
  await mia.api.call('createEntry', { body: { user_id: mia.user.id, name: 'Too late' } })
  const { api } = pool.admin
  await api.call('startSeason', { body: { season_year: NEXT } })
  const { id } = await api.call('createWeek', { body: { season_year: NEXT, week_number: 1 } })
  await api.call('setCurrentWeek', { body: { week_id: id } })
  await page.goto(`/history?season=${SEASON}`)
  await expect(page.getByText('$25.00 in the pot')).toBeVisible()
  await expect(page.getByText('3 entries', { exact: true })).toBeVisible()
  await page.goto('/reveal/2')
  await expect(page.getByText('$25.00 in the pot')).toBeVisible()
  await page.goto(`/history?season=${NEXT}`)
  await expect(page.getByText('Nothing is in the pot yet.')).toBeVisible()
})

test('entries that fall together share the title, and a season that ends undecided has no champion', async ({ page, pool }) => {
  const { max } = await playUntilDecision(pool)
  await signIn(page, max)
  await page.goto('/')
  await expect(page.getByRole('article', { name: 'Gamma', exact: true }).first()).toBeVisible()
  // Alpha and Gamma picked the teams of one game. It ends 17–17, and a tie is a loss.
  await playWeek(pool, 2, [17, 20, 18])
  await expect(champion(page)).toContainText('Mia Member · Alpha, Max Player · Gamma')
  await expect(champion(page)).toContainText(
    'Nobody survived week 2. The last 2 entries fell in it together, so they share the title.',
  )
  await expectAccessibleOnEachScreen(page, 'champions-dashboard')
  await page.goto('/hall-of-fame')
  await expect(page.getByRole('list', { name: 'Champions' })).toContainText('Mia Member · Alpha and Max Player · Gamma')

  // The scoreboard says that the game is not over after all, so both are alive when the next season is started.
  await playWeek(pool, 2, ['on', 20, 18])
  await pool.admin.api.call('startSeason', { body: { season_year: NEXT } })
  await expect(page.getByText('No champion', { exact: true })).toBeVisible()
  await page.goto('/history')
  await expect(page.getByText('The 2031 season has no champion')).toBeVisible()
  await expectAccessibleOnEachScreen(page, 'no-champion-history')
})

test('an admin enters champions of a season before the pool, and takes them back', async ({ page, openPage, pool }) => {
  await signIn(page, pool.admin)
  await page.goto('/admin/season')
  await page.getByRole('textbox', { name: 'Season' }).fill('2019')
  await page.getByRole('textbox', { name: 'Champions' }).fill('Vera Veteran, Olga Oldtimer')
  await page.getByRole('button', { name: 'Add champions' }).click()
  const list = page.getByRole('list', { name: 'Champions before this pool' })
  await expect(list.getByRole('listitem')).toContainText(['2019 Vera Veteran, Olga Oldtimer'])
  await expectAccessibleOnEachScreen(page, 'past-champions')
  const visitor = await openPage()
  await visitor.goto('/hall-of-fame')
  const champions = visitor.getByRole('list', { name: 'Champions', exact: true })
  await expect(champions.getByRole('heading', { name: '2019' })).toBeVisible()
  await expect(champions).toContainText('Vera Veteran and Olga Oldtimer')
  await page.getByRole('button', { name: 'Remove 2019' }).click()
  await expect(list).toHaveCount(0)
})
