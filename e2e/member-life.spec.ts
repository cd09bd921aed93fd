import { readFile } from 'node:fs/promises'
import { decodeReveal } from '@outlast/contract/live'
import type { Locator, Page } from '@playwright/test'
import type { LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import type { BrowserPool } from '@outlast/testing'
import { expect, test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

const SEASON = 2031
/** Locks on Sundays at noon in New York. */
const LOCKS = { 1: '2031-09-07T16:00:00.000Z', 2: '2031-09-14T16:00:00.000Z' } as const
type WeekNumber = keyof typeof LOCKS

const MIA = { email: 'mia@club.example', password: 'kickoff on a thursday', newPassword: 'a long walk to the goal line' }

const seconds = (iso: string, more: number) => new Date(Date.parse(iso) + more * 1000).toISOString()

function game(week: WeekNumber, away: string, home: string): LocalFeedGame {
  const scheduled = { status: 'scheduled', homeScore: null, awayScore: null, detail: null } as const
  const kickoff = seconds(LOCKS[week], 3600)
  return { espnId: `${week}${away}`, away, home, kickoff, kickoffKnown: true, ...scheduled } as LocalFeedGame
}

const [DALLAS, JETS, CHIEFS] = [game(1, 'DAL', 'GB'), game(1, 'NYJ', 'BUF'), game(1, 'KC', 'LV')]
const WEEK_2 = [game(2, 'BUF', 'MIA'), game(2, 'SEA', 'SF')]

const running = (scheduled: LocalFeedGame, awayScore: number, homeScore: number): LocalFeedGame => ({
  ...scheduled,
  status: 'in_progress',
  awayScore,
  homeScore,
  detail: '2:00 - 2nd',
})
const final = (scheduled: LocalFeedGame, awayScore: number, homeScore: number): LocalFeedGame => ({
  ...scheduled,
  status: 'final',
  awayScore,
  homeScore,
  detail: 'Final',
})

async function sync(pool: BrowserPool, week: WeekNumber, games: readonly LocalFeedGame[]): Promise<void> {
  pool.feed.setGames({ seasonYear: SEASON, week }, games)
  await pool.admin.api.call('syncGames', { body: { season_year: SEASON, week_number: week } })
}

async function addWeek(pool: BrowserPool, week: WeekNumber, games: readonly LocalFeedGame[]): Promise<number> {
  const { id } = await pool.admin.api.call('createWeek', { body: { season_year: SEASON, week_number: week } })
  await sync(pool, week, games)
  return id
}

const main = (page: Page): Locator => page.getByRole('main')
const field = (page: Page, label: string): Locator => main(page).getByLabel(label, { exact: true })
const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })
const button = (within: Locator | Page, name: string): Locator => within.getByRole('button', { name, exact: true })
const selector = (within: Locator): Locator => within.getByRole('button', { name: /^Team for / })
const week = (page: Page): Locator => page.getByRole('region', { name: /Week \d/ })
const reveal = (page: Page): Locator => page.getByRole('table', { name: 'Picks and results', exact: true })
const openScreen = (page: Page, link: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link, exact: true }).click()

async function createEntry(page: Page, name: string): Promise<void> {
  await page.getByLabel('New entry name').fill(name)
  await button(page, 'Create Entry').click()
}

async function chooseTeam(page: Page, entry: string, team: string): Promise<void> {
  await selector(card(page, entry)).click()
  await button(page.getByRole('dialog'), team).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function submitPick(page: Page, entry: string, team: string): Promise<void> {
  await chooseTeam(page, entry, team)
  await button(card(page, entry), 'Submit Pick').click()
  await expectToast(page, 'Pick saved')
  await expect(selector(card(page, entry))).toHaveAccessibleName(new RegExp(`^Team for ${entry}: ${team} \\(saved\\)`))
}

/** Scrolls to the reveal, which loads on approach and is not available yet. */
async function scrollToReveal(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(page.getByText('Reveal not available yet')).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

/** A response or a message that a browser received, and when. */
interface Received {
  readonly at: number
  readonly source: string
  readonly text: string
}

/** Records every API response and every live message that a page receives from now on. */
function recordReceived(page: Page): { all(): Promise<readonly Received[]> } {
  const received: Received[] = []
  const reading = new Set<Promise<unknown>>()
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) =>
      received.push({ at: performance.now(), source: 'message', text: String(payload) }),
    ),
  )
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return
    const at = performance.now()
    // Navigation or a cut connection leaves responses without a body.
    const read = response.text().then(
      (text) => received.push({ at, source: response.url(), text }),
      () => undefined,
    )
    reading.add(read)
  })
  return {
    async all() {
      await Promise.all(reading)
      return received
    },
  }
}

/** The teams of a game are public. Anywhere else, a team is a pick. */
const PUBLIC_KEYS = new Set(['home_team_abbr', 'away_team_abbr'])

/** The live reveal encodes each entry's pick as a character. */
const REVEAL_KEY = 'teams'
const teamsIn = (codes: string): string[] =>
  (decodeReveal(codes) ?? []).flatMap((entry) => (entry.kind === 'pick' ? [entry.team] : []))

/** Returns where something received reveals a pick of a team. */
function findPicks({ text, source }: Received, team: RegExp): string[] {
  const found: string[] = []
  const search = (value: unknown, path: string, key: string): void => {
    // Teams without a game follow from the public schedule.
    if (key === 'bye_teams') return
    if (team.test(key)) found.push(`${path}: a key`)
    const texts = typeof value === 'string' ? [value, ...(key === REVEAL_KEY ? teamsIn(value) : [])] : []
    if (texts.some((candidate) => team.test(candidate)) && !PUBLIC_KEYS.has(key)) found.push(`${path}: ${texts.join(' ')}`)
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) search(inner, `${path}.${name}`, name)
    }
  }
  const json = source === 'message' ? text.replace(/^\d+/, '') : text
  try {
    search(JSON.parse(json === '' ? 'null' : json), source, '')
  } catch {
    search(text, source, '')
  }
  return found
}

const DAL_OR_BUF = /\b(DAL|BUF)\b|Dallas|Buffalo/
const KC = /\bKC\b|Kansas/

test('a member plays from registration to signing out', async ({ page, pool, openPage, problems }) => {
  problems.allow(/status of 500.*\/api\/entries/, /status of 401/)
  await pool.setSiteTime(seconds(LOCKS[1], -3 * 86_400))
  const week1 = await addWeek(pool, 1, [DALLAS, JETS, CHIEFS])
  const week2 = await addWeek(pool, 2, WEEK_2)
  const other = await openPage({ as: await pool.member('Ola Other') })
  await Promise.all([recordToasts(page), recordToasts(other)])
  const [toMia, toOla] = [recordReceived(page), recordReceived(other)]
  let commitment = ''
  let nonce = ''

  await test.step('register', async () => {
    await page.goto('/auth')
    await button(main(page), 'Register').click()
    await field(page, 'First name').fill('Mia')
    await field(page, 'Last name').fill('Member')
    await field(page, 'Email').fill(MIA.email)
    await field(page, 'Mobile').fill('+1 (555) 010-0199')
    await field(page, 'Password').fill(MIA.password)
    await button(main(page), 'Register').click()
    await page.waitForURL((url) => url.pathname === '/')
    await expect(page.getByRole('region', { name: 'Your Entries' })).toContainText('No entries yet')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  })

  await test.step('create entries, one slowly and one after a rejection', async () => {
    let respond = (): void => undefined
    const responding = new Promise<void>((resolve) => void (respond = resolve))
    await page.route('**/api/entries', async (route) => {
      await responding
      await route.continue()
    })
    await createEntry(page, 'Ace')
    await expect(card(page, 'Ace')).toContainText('Saving…')
    await expect(page.getByLabel('New entry name')).toHaveValue('')
    expect(await pool.admin.api.call('adminListEntries')).toEqual([])
    respond()
    await expectToast(page, 'Entry created')
    await expect(card(page, 'Ace')).toContainText('Unpaid')
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.unroute('**/api/entries')

    await page.route('**/api/entries', async (route) => {
      await expect(card(page, 'Bolt')).toContainText('Saving…')
      await route.fulfill({ status: 500, json: {} })
    })
    await createEntry(page, 'Bolt')
    await expect(page.getByRole('alert')).toHaveText('Create entry failed')
    await expect(card(page, 'Bolt')).toHaveCount(0)
    await expect(page.getByLabel('New entry name')).toHaveValue('Bolt')
    await page.unroute('**/api/entries')
    await button(page, 'Create Entry').click()
    await expectToast(page, 'Entry created')
    await expect(card(page, 'Bolt')).toContainText('Unpaid')
    await expect(page.getByRole('article')).toHaveCount(2)
  })

  await test.step('let another member create an entry and pick', async () => {
    await other.goto('/')
    await createEntry(other, 'Comet')
    await other.evaluate(() => Object.assign(window, { sameDocument: true }))
    await expectToast(other, 'Entry created')
    await submitPick(other, 'Comet', 'Kansas City Chiefs')
    await expect(week(page)).toContainText('1 of 3 entries have picked')
  })

  await test.step('pick, change, clear and pick again, and keep the receipt', async () => {
    const ace = card(page, 'Ace')
    await submitPick(page, 'Ace', 'New York Jets')
    await expect(week(other)).toContainText('2 of 3 entries have picked')
    await submitPick(page, 'Ace', 'Green Bay Packers')
    await button(ace, 'Clear').click()
    await expect(selector(ace)).toHaveAccessibleName('Team for Ace: Choose a team')
    await expect(week(other)).toContainText('1 of 3 entries have picked')
    await submitPick(page, 'Ace', 'Dallas Cowboys')
    await expect(ace).toContainText(/Saved \d+:\d\d:\d\d [AP]M your time · receipt #\d+/)
    await ace.locator('summary').click()
    await ace.getByText('Values', { exact: true }).click()
    const fact = (name: string) => ace.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd')
    await expect(fact('Team')).toHaveText('DAL')
    commitment = await fact('Commitment').innerText()
    nonce = await fact('Nonce').innerText()
    expect(commitment).toMatch(/^[\da-f]{64}$/)
  })

  await test.step('pick without a connection, which is sent when it returns', async () => {
    const bolt = card(page, 'Bolt')
    pool.cut()
    await expect(page.getByText('Offline. This may be out of date')).toBeVisible()
    await chooseTeam(page, 'Bolt', 'Buffalo Bills')
    await button(bolt, 'Submit Pick').click()
    await expect(bolt.getByRole('alert')).toHaveText('Failed to submit pick')
    await expect(selector(bolt)).toHaveAccessibleName(/^Team for Bolt: Buffalo Bills \(not submitted\)/)
    await pool.admin.api.call('createEntry', { body: { user_id: pool.admin.user.id, name: 'Dash' } })
    pool.restore()
    await expect(page.getByText('Offline.')).toHaveCount(0)
    await expectToast(page, 'Sent and saved')
    await expect(selector(bolt)).toHaveAccessibleName(/^Team for Bolt: Buffalo Bills \(saved\)/)
    for (const viewer of [page, other]) await expect(week(viewer)).toContainText('3 of 4 entries have picked')
  })

  await test.step('keep picks secret until the lock, then reveal them live', async () => {
    for (const viewer of [page, other]) await scrollToReveal(viewer)
    expect(await page.content()).not.toMatch(KC)
    expect(await other.content()).not.toMatch(DAL_OR_BUF)
    const before = performance.now()
    await pool.setSiteTime(seconds(LOCKS[1], -4), { running: true })
    for (const viewer of [page, other]) {
      await expect(week(viewer)).toContainText('All picks are revealed.')
      await expect(reveal(viewer).getByRole('row').filter({ hasText: 'Ace' })).toContainText('DAL')
      await expect(reveal(viewer).getByRole('row').filter({ hasText: 'Bolt' })).toContainText('BUF')
      await expect(reveal(viewer).getByRole('row').filter({ hasText: 'Comet' })).toContainText('KC')
      await expect(reveal(viewer).getByRole('row').filter({ hasText: 'Dash' })).toContainText('–')
    }
    await expect(button(card(page, 'Ace'), 'Submit Pick')).toHaveCount(0)
    for (const [received, team] of [
      [await toMia.all(), KC],
      [await toOla.all(), DAL_OR_BUF],
    ] as const) {
      const beforeLock = received.filter(({ at }) => at < before + 4_000)
      expect(beforeLock.some(({ source, text }) => source === 'message' && text.includes('pick_count'))).toBe(true)
      expect(beforeLock.some(({ source }) => source.includes('/api/live/'))).toBe(true)
      expect(beforeLock.flatMap((item) => findPicks(item, team))).toEqual([])
      // The same search finds the picks that arrived with the lock.
      expect(received.flatMap((item) => findPicks(item, team))).not.toEqual([])
    }
    expect((await toOla.all()).some(({ text, at }) => at < before + 4_000 && text.includes(nonce))).toBe(false)
  })

  await test.step('update scores live, including one from an interruption', async () => {
    await pool.setSiteTime(seconds(LOCKS[1], 7_200), { running: true })
    await sync(pool, 1, [running(DALLAS, 7, 3), JETS, CHIEFS])
    await expect(card(page, 'Ace')).toContainText('DAL 7–3 GB')
    pool.cut()
    await expect(page.getByText('Offline. This may be out of date')).toBeVisible()
    await sync(pool, 1, [running(DALLAS, 14, 10), JETS, CHIEFS])
    await expect(card(page, 'Ace')).toContainText('DAL 7–3 GB')
    pool.restore()
    await expect(card(page, 'Ace')).toContainText('DAL 14–10 GB')
    await expect(card(page, 'Ace')).toContainText('Alive')
  })

  await test.step('eliminate one entry live by a final score', async () => {
    await sync(pool, 1, [final(DALLAS, 20, 24), final(JETS, 3, 30), CHIEFS])
    await expect(card(page, 'Ace')).toContainText('Out in week 1. You picked the Cowboys; they lost 20–24.')
    await expect(card(page, 'Bolt')).toContainText('Alive')
    await expect(card(page, 'Bolt')).toContainText('BUF, won ')
    for (const viewer of [page, other]) {
      await expect(viewer.getByRole('region', { name: 'Live Board' })).toContainText('3 of 4 still alive')
      await expect(reveal(viewer).getByRole('row').filter({ hasText: 'Ace' })).toContainText('loss')
      expect(await viewer.evaluate(() => 'sameDocument' in window)).toBe(true)
    }
  })

  await test.step('show the result in the history and export it', async () => {
    await openScreen(page, 'History')
    const row = (name: string) => page.getByRole('table', { name: 'Matrix', exact: true }).getByRole('row', { name })
    await expect(row('Ace')).toContainText('Week 1')
    await expect(row('Ace')).toContainText('DAL✕')
    await expect(row('Bolt')).toContainText('Alive')
    await expect(row('Bolt')).toContainText('BUF✓')
    const [saved] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()])
    expect(saved.suggestedFilename()).toBe(`outlast-matrix-${SEASON}.csv`)
    const lines = (await readFile(await saved.path(), 'utf8')).split('\r\n')
    expect(lines[0]).toBe('\uFEFFEntry,User,Eliminated,Week 1,Week 2')
    expect(lines).toContainEqual(expect.stringMatching(/^Ace,Mia Member,Week 1,DAL loss,/))
    expect(lines).toContainEqual(expect.stringMatching(/^Bolt,Mia Member,Alive,BUF win,/))
    expect(lines).toContainEqual(expect.stringMatching(/^Comet,Ola Other,Alive,KC TBD,/))
  })

  await test.step('verify the week in the browser', async () => {
    await openScreen(page, 'Audit')
    const verify = page.getByRole('region', { name: 'Verify a week' })
    await expect(verify.getByLabel('Week to verify').locator('option:checked')).toHaveText(`${SEASON} • Week 1`)
    await button(verify, 'Verify').click()
    const verdict = verify.getByRole('status')
    await expect(verdict).toContainText('✓ Week 1 is proved')
    await expect(verdict).toContainText('The 3 picks of 4 entries produce exactly the root that was recorded at the lock')
    await expect(verdict).toContainText('Every entry shows the team that was recorded.')
  })

  await test.step('reject a used team in the next week', async () => {
    await openScreen(page, 'Dashboard')
    await pool.setSiteTime(seconds(LOCKS[2], -3 * 86_400))
    await sync(pool, 1, [final(DALLAS, 20, 24), final(JETS, 3, 30), final(CHIEFS, 31, 17)])
    await pool.admin.api.call('setCurrentWeek', { body: { week_id: week2 } })
    await expect(week(page)).toContainText('Week 2')
    await expect(card(page, 'Ace')).toContainText('Out in week 1. You picked the Cowboys; they lost 20–24.')
    await expect(selector(card(page, 'Ace'))).toHaveCount(0)
    await selector(card(page, 'Bolt')).click()
    const used = button(page.getByRole('dialog'), 'Buffalo Bills Used in week 1')
    await expect(used).toHaveAttribute('aria-disabled', 'true')
    await used.click({ force: true })
    await expect(page.getByRole('dialog')).toBeVisible()
    await button(page.getByRole('dialog'), 'Seattle Seahawks').click()
    await button(card(page, 'Bolt'), 'Submit Pick').click()
    await expectToast(page, 'Pick saved')
    await expect(selector(card(page, 'Bolt'))).toHaveAccessibleName(/^Team for Bolt: Seattle Seahawks \(saved\)/)
  })

  await test.step('show every pick change with its receipt in the account', async () => {
    await openScreen(page, 'Account')
    const weekOf = (number: number) => main(page).getByRole('region', { name: `Week ${number}, ${SEASON}`, exact: true })
    const changes = weekOf(1).getByRole('listitem')
    await expect(changes).toContainText(['You picked NYJ', 'You changed to GB', 'You cleared the pick', 'You picked DAL'])
    await expect(changes).toHaveCount(4)
    await expect(weekOf(1).getByRole('img', { name: 'DAL, loss' })).toBeVisible()
    await changes
      .nth(3)
      .getByText(/^Receipt/)
      .click()
    await expect(changes.nth(3).getByText(commitment, { exact: true })).toBeVisible()
    await expect(changes.nth(3).getByText(nonce, { exact: true })).toBeVisible()
    await main(page).getByRole('heading', { name: 'Bolt', exact: true }).click()
    await expect(weekOf(2).getByRole('listitem')).toContainText(['You picked SEA'])
    await expect(weekOf(2)).toContainText('Only you can see this until the week locks')
    await expect(weekOf(1).nth(1).getByRole('listitem')).toContainText(['You picked BUF'])
    await expect(weekOf(1).nth(1).getByRole('listitem')).toHaveCount(1)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })

  await test.step('reset the password on a phone', async () => {
    const phone = await openPage()
    await phone.goto('/forgot-password')
    await field(phone, 'Email').fill(MIA.email)
    await button(main(phone), 'Request').click()
    await expect(main(phone).getByRole('status')).toContainText('If that email exists, a reset link has been sent.')
    const [link = ''] = (await pool.mail.waitFor(MIA.email)).links
    await phone.goto(link)
    await field(phone, 'Password').fill(MIA.newPassword)
    await button(main(phone), 'Set Password').click()
    await expect(main(phone).getByRole('status')).toContainText('Password updated. You can now sign in.')
  })

  await test.step('sign in with the new password after the old session ended', async () => {
    await expect(page).toHaveURL(/\/auth$/)
    const attempt = async (password: string) => {
      await field(page, 'Email').fill(MIA.email)
      await field(page, 'Password').fill(password)
      await button(main(page), 'Sign in').click()
    }
    await attempt(MIA.password)
    await expect(main(page).getByRole('alert')).toHaveText('Email or password is not right')
    await attempt(MIA.newPassword)
    await expect(page).not.toHaveURL(/\/auth$/)
    await openScreen(page, 'Dashboard')
    await expect(card(page, 'Bolt')).toContainText('Alive')
    await expect(selector(card(page, 'Bolt'))).toHaveAccessibleName(/^Team for Bolt: Seattle Seahawks \(saved\)/)
  })

  await test.step('sign out', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'theme and sign-out' }).click()
    await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/auth$/)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await page.goto('/account')
    await expect(page).toHaveURL(/\/auth$/)
    // Public pages stay open.
    await page.goto(`/reveal/${week1}`)
    await expect(reveal(page).getByRole('row').filter({ hasText: 'Ace' })).toContainText('DAL')
  })
})
