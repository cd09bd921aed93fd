import type { Page } from '@playwright/test'
import type { LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import type { BrowserPool } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { confirmWith, formatCount, serverError, clickButton, respondWith, type MessageContext, type Triggers } from './trigger.ts'

/** An admin, weeks, and three entries: `Ace`, `Bolt` and `Comet`. */
export interface WeeksContext extends MessageContext {
  /** The current week, without games. `Bolt` and `Comet` have picked. */
  readonly first: number
  /** A week with two scheduled games and no picks. */
  readonly second: number
  /** A week whose only game is in progress. `Ace` picked the team that is behind. */
  readonly third: number
  /** A week that locked before the entries were created. */
  readonly past: number
  readonly ace: number
}

const SEASON = 2031
const LAST_SEASON = 2020

export async function createWeeksContext(page: Page, pool: BrowserPool): Promise<WeeksContext> {
  const first = await createWeek(pool, SEASON, 1)
  const second = await createWeek(pool, SEASON, 2, [game('21', 'NYJ', 'BUF'), game('22', 'SEA', 'SF')])
  const third = await createWeek(pool, SEASON, 3, [
    game('31', 'DAL', 'GB', { status: 'in_progress', awayScore: 10, homeScore: 20 }),
  ])
  const past = await createWeek(pool, LAST_SEASON, 1)
  const { api, user } = await pool.member('Uma User')
  const entry = async (name: string, picks: readonly (readonly [number, string])[]): Promise<number> => {
    const { id } = await api.call('createEntry', { body: { user_id: user.id, name } })
    for (const [week_id, team_abbr] of picks) await api.call('submitPick', { body: { entry_id: id, week_id, team_abbr } })
    return id
  }
  const ace = await entry('Ace', [[third, 'DAL']])
  await entry('Bolt', [[first, 'KC']])
  await entry('Comet', [[first, 'LV']])
  await signIn(page, pool.admin)
  return { page, pool, first, second, third, past, ace }
}

async function createWeek(
  pool: BrowserPool,
  season_year: number,
  week_number: number,
  games: readonly LocalFeedGame[] = [],
): Promise<number> {
  const { id } = await pool.admin.api.call('createWeek', { body: { season_year, week_number } })
  if (games.length === 0) return id
  pool.feed.setGames({ seasonYear: season_year, week: week_number }, games)
  await pool.admin.api.call('syncGames', { body: { season_year, week_number } })
  return id
}

function game(espnId: string, away: string, home: string, more: Partial<LocalFeedGame> = {}): LocalFeedGame {
  const scheduled = { status: 'scheduled', homeScore: null, awayScore: null, detail: null } as const
  return { espnId, away, home, kickoff: '2031-09-21T17:00:00.000Z', kickoffKnown: true, ...scheduled, ...more } as LocalFeedGame
}

export const SCREEN = '/admin/config'
const DANGER = '/admin/danger'

export const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

export async function selectWeek(page: Page, weekId: number): Promise<void> {
  await page.getByRole('combobox', { name: 'Week', exact: true }).selectOption(String(weekId))
}

/** Clicks a button for a week. */
async function clickForWeek(page: Page, weekId: number, name: string): Promise<void> {
  await selectWeek(page, weekId)
  await clickButton(page, name)
}

async function makeCurrent({ page, second }: WeeksContext): Promise<void> {
  await clickForWeek(page, second, 'Set Current Week')
  await confirmWith(page, 'Set Current Week')
}

async function deleteWeek({ page, third }: WeeksContext): Promise<void> {
  await clickForWeek(page, third, 'Delete Week')
  await confirmWith(page, 'Delete Week')
}

const runTestingTool = (name: 'Randomize Picks' | 'Randomize Scores', confirms = true) => {
  return async ({ page, second }: WeeksContext): Promise<void> => {
    await clickForWeek(page, second, name)
    if (confirms) await confirmWith(page, name)
  }
}

/** *Randomize Picks* is refused while another open week holds members' picks. */
async function lockWeeksWithPicks({ pool, first, third }: WeeksContext): Promise<void> {
  for (const id of [first, third]) {
    await pool.admin.api.call('updateWeek', { params: { id }, body: { lock_time: '2020-09-13T16:00:00.000Z' } })
  }
}

async function finalize({ page, third }: WeeksContext): Promise<void> {
  await clickForWeek(page, third, 'Set All to Final')
  await confirmWith(page, 'Set All to Final')
}

const addWeek =
  (season: string, number: string) =>
  async ({ page }: WeeksContext): Promise<void> => {
    await form(page, 'Add Week').getByLabel('New Season').fill(season)
    await form(page, 'Add Week').getByLabel('Week').fill(number)
    await clickButton(page, 'Add Week')
  }

async function updateLockTime({ page, second }: WeeksContext): Promise<void> {
  await selectWeek(page, second)
  await form(page, 'Lock time').getByLabel('Lock time').fill('2031-09-13T12:00')
  await clickButton(page, 'Update Lock Time')
}

async function setSiteTime({ page }: WeeksContext): Promise<void> {
  await page.getByLabel('Site time (ET)').fill('2031-09-01T12:00')
  await clickButton(page, 'Set Override')
  await confirmWith(page, 'Set Override')
}

async function openPurgeDialog({ page }: WeeksContext): Promise<void> {
  await clickButton(page, 'Delete ALL weeks')
  await confirmWith(page, 'Continue')
}

async function purge(context: WeeksContext): Promise<void> {
  await openPurgeDialog(context)
  await context.page.getByLabel('Type DELETE ALL WEEKS').fill('DELETE ALL WEEKS')
  await confirmWith(context.page, 'Delete ALL weeks')
}

async function countPurged({ pool }: WeeksContext): Promise<readonly string[]> {
  const { api } = pool.admin
  const weeks = await api.call('listWeeks')
  const lists = await Promise.all(
    weeks.map(async ({ id }) => ({
      games: (await api.call('weekGames', { params: { id } })).length,
      picks: (await api.call('weekPicks', { params: { id } })).filter((row) => typeof row.id === 'number').length,
    })),
  )
  const sum = (key: 'games' | 'picks') => lists.reduce((total, list) => total + list[key], 0)
  return [formatCount(weeks.length, 'week'), formatCount(sum('games'), 'game'), formatCount(sum('picks'), 'pick')]
}

/** What the feed sent instead of games: more than the app shows. */
const FEED_FAILURE = {
  error: 'Failed to sync from ESPN',
  message: 'ESPN answered 503',
  espn_url: 'https://espn.example/scoreboard?week=1',
  details: '<html>'.padEnd(400, 'sorry '),
}

/** Syncs, and expects the URL and the shortened details below the message. */
async function expectSyncFailure({ page }: WeeksContext): Promise<void> {
  await clickButton(page, 'Sync ESPN Games')
  const block = page.getByText(FEED_FAILURE.espn_url)
  await block.waitFor()
  const [url, details] = ((await block.textContent()) ?? '').split('\n')
  if (url !== FEED_FAILURE.espn_url || details !== FEED_FAILURE.details.slice(0, 160))
    throw new Error(`The page shows ${url}\n${details}`)
}

export const weeksTriggers = {
  'Cannot delete the current week': { path: SCREEN, place: 'main', act: ({ page, first }) => selectWeek(page, first) },
  'Failed to set site time': {
    path: DANGER,
    place: 'alert',
    responses: { 'POST /api/admin/site-time': serverError },
    act: setSiteTime,
  },
  'Enter a valid season year and week number': { path: SCREEN, place: 'alert', act: addWeek('31', '4') },
  'Failed to create week': {
    path: SCREEN,
    place: 'alert',
    responses: { 'POST /api/weeks': serverError },
    act: addWeek('2031', '4'),
  },
  'Failed to set current week': {
    path: SCREEN,
    place: 'alert',
    responses: { 'POST /api/admin/set-current-week': serverError },
    act: makeCurrent,
  },
  'Failed to update lock time': {
    path: SCREEN,
    place: 'alert',
    responses: { 'PATCH /api/weeks/*': serverError },
    act: updateLockTime,
  },
  'Failed to reset lock time': {
    path: SCREEN,
    place: 'alert',
    responses: { 'PATCH /api/weeks/*': serverError },
    act: ({ page, second }) => clickForWeek(page, second, 'Reset to Sunday 12:00'),
  },
  'Delete this week and all its picks and games? This cannot be undone.': {
    path: SCREEN,
    place: 'dialog',
    act: ({ page, third }) => clickForWeek(page, third, 'Delete Week'),
  },
  'Failed to delete week': { path: SCREEN, place: 'alert', responses: { 'DELETE /api/weeks/*': serverError }, act: deleteWeek },
  'Failed to sync from ESPN': {
    path: SCREEN,
    place: 'alert',
    responses: { 'POST /api/admin/sync-games/espn': serverError },
    act: ({ page }) => clickButton(page, 'Sync ESPN Games'),
  },
  'Failed to sync from ESPN: {message}': {
    path: SCREEN,
    place: 'alert',
    responses: { 'POST /api/admin/sync-games/espn': respondWith(502, FEED_FAILURE) },
    values: [FEED_FAILURE.message],
    act: expectSyncFailure,
  },
  'Randomize Picks': { path: DANGER, place: 'dialog', act: runTestingTool('Randomize Picks', false) },
  'Randomize Scores': { path: DANGER, place: 'dialog', act: runTestingTool('Randomize Scores', false) },
  'Set All to Final': { path: DANGER, place: 'dialog', act: ({ page, third }) => clickForWeek(page, third, 'Set All to Final') },
  'Failed to randomize picks': {
    path: DANGER,
    place: 'alert',
    responses: { 'POST /api/admin/weeks/*/randomize-picks': serverError },
    act: runTestingTool('Randomize Picks'),
  },
  'Failed to randomize scores': {
    path: DANGER,
    place: 'alert',
    responses: { 'POST /api/admin/weeks/*/randomize-scores': serverError },
    act: runTestingTool('Randomize Scores'),
  },
  'Failed to finalize scores': {
    path: DANGER,
    place: 'alert',
    responses: { 'POST /api/admin/weeks/*/finalize-scores': serverError },
    act: finalize,
  },
  'Type DELETE ALL WEEKS': { path: DANGER, place: 'dialog', act: openPurgeDialog },
  'Purge failed': { path: DANGER, place: 'alert', responses: { 'POST /api/admin/purge/weeks': serverError }, act: purge },
  'Site time set to {time}': { path: DANGER, place: 'toast', values: ['Mon, Sep 1, 12:00 PM ET'], act: setSiteTime },
  'Week {n} ({year}) created': { path: SCREEN, place: 'toast', values: [4, 2031], act: addWeek('2031', '4') },
  'Lock time updated': { path: SCREEN, place: 'toast', act: updateLockTime },
  'Lock time reset to Sunday noon': {
    path: SCREEN,
    place: 'toast',
    act: ({ page, second }) => clickForWeek(page, second, 'Reset to Sunday 12:00'),
  },
  'Ineligible teams updated': {
    path: SCREEN,
    place: 'toast',
    act: async ({ page, first }) => {
      await selectWeek(page, first)
      await page.getByRole('textbox', { name: 'Ineligible teams' }).fill('dal, phi')
      await clickButton(page, 'Save Ineligible')
    },
  },
  'Current week updated': {
    path: SCREEN,
    place: 'toast',
    act: makeCurrent,
  },
  'Scores randomized: {games} updated': {
    path: DANGER,
    place: 'status',
    values: ['2 games'],
    act: runTestingTool('Randomize Scores'),
  },
  'Picks randomized: {created} created, {updated} updated, {skipped} skipped': {
    path: DANGER,
    place: 'status',
    values: [3, 0, 0],
    act: async (context) => {
      await lockWeeksWithPicks(context)
      await runTestingTool('Randomize Picks')(context)
    },
  },
  'Set to final, {games} updated, {entries} eliminated': {
    path: DANGER,
    place: 'toast',
    values: ['1 game', '1 entry'],
    act: finalize,
  },
  // Last, because it deletes everything.
  'Deleted {weeks}, {games}, {picks}': { path: DANGER, place: 'toast', values: countPurged, act: purge },
} satisfies Triggers<WeeksContext>
