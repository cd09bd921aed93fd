import { parseTeam, type Instant, TEAMS, UNKNOWN_TEAM } from '@outlast/domain'
import { signIn } from '@outlast/testing/browser/sign-in'
import { type WorkbookCell, writeWorkbook } from '@outlast/testing/generated/workbook'
import type { BrowserPool } from '@outlast/testing'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { Effort } from './support/effort.ts'
import { expect, onEachScreen, test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

// The spreadsheet of a club: 12 members, 11 weeks, and teams as people write them.

const YEAR = 2030
/** After the games of week 11, before the lock of week 12. */
const NOW = '2030-11-19T12:00:00.000Z'
const WEEKS = Array.from({ length: 11 }, (_, index) => index + 1)
const DAY_MS = 86_400_000
const FIRST_SUNDAY = Date.parse('2030-09-08T17:00:00.000Z')

const MEMBERS = [
  'Ann Archer',
  'Bob Baker',
  'Cara Carr',
  'José Núñez',
  'Zoë Müller',
  'Eve Ellis',
  'Finn Foley',
  'Gus Grant',
  'Hal Hirsch',
  'Ida Ives',
  'Jon Jacobs',
  'Kim Kelly',
] as const
/** Who lost when. */
const LOST: Readonly<Partial<Record<(typeof MEMBERS)[number], number>>> = { 'Jon Jacobs': 4, 'Kim Kelly': 7 }

const [HOSTS, VISITORS] = [TEAMS.slice(0, 16), TEAMS.slice(16)]

/** The hosts win all games. */
function gamesOf(week: number) {
  const kickoff = new Date(FIRST_SUNDAY + (week - 1) * 7 * DAY_MS).toISOString() as Instant
  return HOSTS.map((host, index) => ({
    espnId: String(week * 100 + index),
    home: parseTeam(host.abbr) ?? UNKNOWN_TEAM,
    away: parseTeam(VISITORS[(index + week) % 16]?.abbr ?? '') ?? UNKNOWN_TEAM,
    kickoff,
    kickoffKnown: true,
    detail: null,
    status: 'final' as const,
    homeScore: 24,
    awayScore: 17,
  }))
}

/** The team that a member picked; undefined after the loss. */
function pickOf(member: number, week: number) {
  const lost = LOST[MEMBERS[member] ?? 'Ann Archer'] ?? Infinity
  return week > lost ? undefined : (week === lost ? VISITORS : HOSTS)[(member + week) % 16]
}

type Team = (typeof TEAMS)[number]
const SPELLINGS: readonly ((team: Team) => string)[] = [
  ({ abbr }) => abbr,
  ({ name }) => name,
  ({ abbr }) => abbr.toLowerCase(),
  ({ city, name }) => `${city} ${name}`,
  ({ abbr, name }) => `${abbr} ${name}`,
  ({ abbr }) => `W-${abbr}`,
  ({ abbr }) => `${abbr}*`,
  ({ name }) => `${name} (W)`,
  ({ name }) => name.toUpperCase(),
  ({ name }) => `${name} 24-17`,
]

/** A row of the sheet for each member. A name is in another order, one without its accents, and one has a typing error, as two teams have. */
const WRITTEN: Readonly<Record<string, string>> = {
  'Ann Archer': 'Archer, Ann',
  'José Núñez': 'Jose Nunez',
  'Bob Baker': 'Bob Bakker',
}
function rowOf(name: string, member: number): readonly WorkbookCell[] {
  const picks = WEEKS.map((week) => {
    const team = pickOf(member, week)
    if (team === undefined) return 'out'
    // Everybody who had this host in week 2 or 3 misspells it.
    if (team.abbr === TYPING_ERROR.abbr && week <= 3) return TYPING_ERROR.written
    return SPELLINGS[(member + week * 3) % SPELLINGS.length]?.(team) ?? ''
  })
  // The club forgot to write down that somebody was out.
  const status = name in LOST && name !== FORGOTTEN ? 'OUT' : 'alive'
  return [WRITTEN[name] ?? name, `555-01${10 + member}`, status, member % 3 === 0 ? 25 : null, ...picks]
}
const FORGOTTEN = 'Kim Kelly'
const TYPING_ERROR = { abbr: 'DEN', written: 'Bronocs' }

const workbook = () =>
  writeWorkbook([
    {
      name: 'Picks',
      rows: [
        ['Sunday Club Survivor'],
        [],
        [
          'Player',
          'Cell #',
          'Status',
          'Paid',
          ...WEEKS.map((week) => ({ date: new Date(FIRST_SUNDAY + (week - 1) * 7 * DAY_MS).toISOString().slice(0, 10) })),
        ],
        ...MEMBERS.map(rowOf),
      ],
    },
    {
      name: 'Prizes',
      rows: [
        ['Place', 'Amount'],
        [1, 600],
      ],
    },
  ])

async function startEmptySeason(pool: BrowserPool): Promise<void> {
  const { api } = pool.admin
  await pool.setSiteTime(NOW)
  for (const week of WEEKS) pool.feed.setGames({ seasonYear: YEAR, week }, gamesOf(week))
  const csv = ['name,email,entries', ...MEMBERS.map((name, index) => `${name},m${index}@club.example,1`)].join('\n')
  await api.call('importMembers', { body: { csv, dry_run: false } })
}

/** Opens the section, which starts closed on a phone. */
async function openImport(page: Page, effort = new Effort()) {
  await page.goto('/admin/users')
  const heading = page.getByRole('heading', { name: 'Import past picks', level: 2 })
  const section = page.locator('details').filter({ has: heading })
  await expect(heading).toBeVisible()
  if ((await section.getAttribute('open')) === null) await effort.click(section.locator('summary').first())
  return page.getByRole('region', { name: 'Import past picks' })
}

onEachScreen(() => {
  test('a season that has begun comes before the invitations, which say who is out', async ({ page, pool }) => {
    await pool.setSiteTime(NOW)
    for (const week of WEEKS) pool.feed.setGames({ seasonYear: YEAR, week }, gamesOf(week))
    await pool.admin.api.call('updateRules', { body: { missed_pick: 'eliminated' } })
    await signIn(page, pool.admin)
    await page.goto('/admin')
    const setup = page.getByRole('region', { name: 'Set up your pool' })
    const click = (name: string | RegExp) => setup.getByRole('button', { name, exact: typeof name === 'string' }).click()
    for (const lead of ['Your name and color', 'that your pool plays', 'never moves money']) {
      await expect(setup).toContainText(lead)
      await click('Skip for now')
    }
    await click('Yes, weeks have been played')
    await expectAccessible(page)

    await page.screenshot({ path: test.info().outputPath('begun.png'), fullPage: true })
    // One list has the members and their picks.
    const members = setup.getByRole('region', { name: 'Import members' })
    const lines = MEMBERS.map((name, index) => {
      const teams = WEEKS.map((week) => pickOf(index, week)?.abbr ?? '')
      return [name, `m${index}@club.example`, ...teams].join(',')
    })
    await members.getByLabel('List of members').fill([['name', 'email', ...WEEKS].join(','), ...lines].join('\n'))
    await members.getByRole('button', { name: 'Check List' }).click()
    await members.getByRole('button', { name: 'Import 12 Members' }).click()
    const picks = setup.getByRole('region', { name: 'Import past picks' })
    await expect(picks.getByLabel('List of picks')).toHaveValue(/Kim Kelly,m11@club\.example/)
    const invited = async () => (await pool.admin.api.call('invitedMembers')).members.map(({ state }) => state)
    expect(new Set(await invited())).toEqual(new Set(['not_invited']))
    await picks.getByRole('button', { name: 'Check List' }).click()
    await picks.getByRole('button', { name: /^Import \d+ Picks$/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Import' }).click()
    await expect(setup.getByText('Your pool has weeks 1 to 11.')).toBeVisible()
    await click('Continue')

    const waiting = page.getByRole('region', { name: 'Not joined yet (12)' })
    await expect(waiting.getByRole('listitem').filter({ hasText: 'Kim Kelly' })).toContainText('1 out · Not invited yet')
    await expect(waiting.getByRole('listitem').filter({ hasText: 'Ann Archer' })).toContainText('1 in · Not invited yet')
    await page.screenshot({ path: test.info().outputPath('invited.png'), fullPage: true })
    await waiting.getByRole('button', { name: 'Invite all 12' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('12 mails are written to files, nobody is mailed.')
    await expect(question).toContainText('Told that they are out: Jon Jacobs, Kim Kelly.')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Write to files' }).click()
    // The list follows the mail without a reload, and whoever joins leaves it.
    await expect(waiting.getByRole('listitem').filter({ hasText: 'Ann Archer' })).toContainText('1 in · Written to a file')
    const [link = ''] = (await pool.mail.waitFor('m0@club.example')).links
    const token = new URL(link).searchParams.get('token') ?? ''
    await pool.api().call('submitPasswordReset', { body: { token, password: 'a long walk to the goal line' } })
    await expect(page.getByRole('region', { name: 'Not joined yet (11)' })).toBeVisible()
    await expectNoSidewaysScroll(page, '/admin')
    await click('Continue')
    await expect(setup.getByLabel('Send reminders and news')).not.toBeChecked()
    await expect(setup.getByRole('button', { name: 'Continue' })).toHaveCount(0)
    await click('Skip for now')
    await expect(setup.getByRole('button', { name: 'Open Week 12' })).toBeVisible()
  })

  test('an admin brings half a season along with a club’s workbook, without a change to the file', async ({ page, pool }) => {
    await startEmptySeason(pool)
    await pool.admin.api.call('updateRules', { body: { missed_pick: 'eliminated' } })
    await recordToasts(page)
    await signIn(page, pool.admin)
    // What it takes on the page, where the section starts closed on a phone.
    const effort = new Effort()
    const section = await openImport(page, effort)
    await effort.chooseFile(section.getByLabel('Choose a file'), {
      name: 'survivor.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(workbook()),
    })
    await expect(section.getByLabel('Sheet of the file').getByRole('option')).toHaveText(['Picks', 'Prizes'])
    await effort.click(section.getByRole('button', { name: 'Check List' }))
    const grid = section.getByRole('table', { name: 'The list' })
    const status = section.getByRole('status')
    await expect(status).toContainText('Would import')
    await expect(status).toContainText('It would add weeks 1 to 11.')
    await expect(section.getByText('Not used: “Cell #”, “Paid”, 1 note.')).toBeVisible()
    await expect(section.getByRole('region', { name: 'Differences' })).toContainText(
      'Kimline 15The list says still in, the picks say out in week 7.',
    )
    await expect(section.getByRole('region', { name: 'In question' })).toContainText('Bob Bakker line 5, Player')

    // The lines with a decision come first, and a correction is made in the cell.
    await expect(grid.getByRole('row').nth(1)).toContainText('Nobody here is called Bob Bakker')
    await expectAccessible(page)
    await effort.click(grid.getByRole('button', { name: 'Use Bob Baker' }))
    await expect(grid.getByText('was “Bob Bakker”')).toBeVisible()
    await effort.click(section.getByRole('group', { name: 'Answers for Bronocs' }).getByRole('button', { name: 'Broncos (3)' }))
    await expect(grid.getByText('was “Bronocs”')).toHaveCount(3)
    await expect(status).toContainText('0 already here, 0 invalid, 11 without a pick.')

    // Corrections stay when the list is checked again, and one can be undone.
    await section.getByRole('button', { name: 'Check List' }).click()
    await expect(status).toContainText('0 already here, 0 invalid, 11 without a pick.')
    await grid
      .getByRole('button', { name: /^Undo the correction/ })
      .first()
      .click()
    await expect(status).toContainText('1 invalid, 1 in question')
    const field = grid.getByRole('textbox')
    await field.fill('Bob Baker')
    await field.press('Enter')
    await expect(status).toContainText('0 already here, 0 invalid, 11 without a pick.')

    await effort.click(section.getByRole('button', { name: /^Import \d+ Picks$/ }))
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('2 entries go out: Jon Jacobs')
    await expect(question).toContainText('11 weeks lock at once')
    // The weeks lock before their picks are imported.
    await expect(question).not.toContainText('go out without a pick')
    await effort.click(question.getByRole('button', { name: 'Import' }))
    expect(effort.clicks, 'clicks to import 11 weeks of 12 members').toBeLessThanOrEqual(8)
    expect(effort.seconds, 'under five minutes').toBeLessThan(300)
    await expectToast(page, 'Picks imported')
    await expect(section.getByText('It added weeks 1 to 11.')).toBeVisible()
    const { entries } = await pool.admin.api.call('getMatrix', { query: { season: YEAR } })
    const listed = Object.fromEntries(
      entries.map(({ user_name, picks }) => [user_name, WEEKS.map((week) => picks[String(week)]?.team_abbr)]),
    )
    expect(listed).toEqual(
      Object.fromEntries(MEMBERS.map((name, index) => [name, WEEKS.map((week) => pickOf(index, week)?.abbr)])),
    )
    const out = entries.filter(({ is_eliminated }) => is_eliminated)
    expect(Object.fromEntries(out.map(({ user_name, eliminated_week }) => [user_name, eliminated_week]))).toEqual(LOST)
  })
})

test('a workbook that cannot be read is refused with a sentence', async ({ page, pool }) => {
  await signIn(page, pool.admin)
  const section = await openImport(page)
  const encrypted = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')])
  await section
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'locked.xlsx', mimeType: 'application/octet-stream', buffer: encrypted })
  await expect(section.getByText('This file is protected with a password.')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Check List' })).toBeDisabled()
})

onEachScreen(() => {
  test('what a list leaves open is asked with its place and answered there, and what it contradicts is named', async ({
    page,
    pool,
  }) => {
    await startEmptySeason(pool)
    await pool.admin.api.call('updateRules', { body: { missed_pick: 'eliminated' } })
    await signIn(page, pool.admin)
    const section = await openImport(page)
    const list = [
      'Name,Week 1,Week 2,Status,Paid',
      'Ann Archer,NO,LA,alive,yes',
      'Bob Baker,N.O.,BUF,out,no',
      'Cara Carr,BAL,LA,alive,,see me',
      'Eve Ellis,no pick,,alive,',
      'TOTAL,4,3,,',
    ]
    await section.getByLabel('List of picks').fill(list.join('\n'))
    await section.getByRole('button', { name: 'Check List' }).click()
    const status = section.getByRole('status')
    await expect(status).toContainText('2 invalid, 2 in question, 1 without a pick (1 of an entry that was still in).')
    await expect(section.getByText('Not used: “Paid”, 1 line of totals, 1 cell without a heading.')).toBeVisible()
    const questions = section.getByRole('region', { name: 'In question' })
    await expect(questions).toContainText('LA can be the Rams or the Chargers')
    await expect(questions.getByRole('listitem')).toHaveCount(1)
    await expect(section.getByRole('region', { name: 'Differences' })).toContainText(
      'The list says still in, the picks say out in week 1.',
    )
    await expectAccessible(page)
    await questions.getByRole('button', { name: 'Rams (2)' }).click()
    await expect(status).toContainText('0 invalid, 1 without a pick')
    await expect(questions).toHaveCount(0)
    const grid = section.getByRole('table', { name: 'The list' })
    await expect(grid.getByText('was “LA”')).toHaveCount(2)
    await grid
      .getByRole('button', { name: /^Undo the correction/ })
      .first()
      .click()
    await expect(questions.getByRole('button', { name: 'Chargers (2)' })).toBeVisible()
  })
})
