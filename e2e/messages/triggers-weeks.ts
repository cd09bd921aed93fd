import type { Page } from '@playwright/test'
import type { LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import type { Pool } from '@outlast/testing/server/pool'
import { signIn } from '../support/sign-in.ts'
import { agree, counted, FAILS, press, says, type Stage, type Triggers } from './trigger.ts'

/** An admin with weeks to look after, and three entries: `Ace`, `Bolt` and `Comet`. */
export interface WeeksStage extends Stage {
  /** The current one, without games. `Bolt` and `Comet` have picked. */
  readonly first: number
  /** With two games to play, and no picks. */
  readonly second: number
  /** Its one game is on: `Ace` picked the team that is behind. */
  readonly third: number
  /** It had locked when the entries were made. */
  readonly past: number
  readonly ace: number
}

const SEASON = 2031
const LAST_SEASON = 2020

export async function weeksStage(page: Page, pool: Pool): Promise<WeeksStage> {
  const first = await week(pool, SEASON, 1)
  const second = await week(pool, SEASON, 2, [game('21', 'NYJ', 'BUF'), game('22', 'SEA', 'SF')])
  const third = await week(pool, SEASON, 3, [game('31', 'DAL', 'GB', { status: 'in_progress', awayScore: 10, homeScore: 20 })])
  const past = await week(pool, LAST_SEASON, 1)
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

async function week(pool: Pool, season_year: number, week_number: number, games: readonly LocalFeedGame[] = []): Promise<number> {
  const { id } = await pool.admin.api.call('createWeek', { body: { season_year, week_number } })
  if (games.length === 0) return id
  pool.feed.tell({ seasonYear: season_year, week: week_number }, games)
  await pool.admin.api.call('syncGames', { body: { season_year, week_number } })
  return id
}

function game(espnId: string, away: string, home: string, more: Partial<LocalFeedGame> = {}): LocalFeedGame {
  const scheduled = { status: 'scheduled', homeScore: null, awayScore: null, detail: null } as const
  return { espnId, away, home, kickoff: '2031-09-21T17:00:00.000Z', kickoffKnown: true, ...scheduled, ...more } as LocalFeedGame
}

export const AT = '/admin/config'

export const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

export async function select(page: Page, weekId: number): Promise<void> {
  await page.getByRole('combobox', { name: 'Week', exact: true }).selectOption(String(weekId))
}

/** Presses a button for a week, and says yes when asked. */
async function pressFor(page: Page, weekId: number, name: string): Promise<void> {
  await select(page, weekId)
  await press(page, name)
}

async function deleteWeek({ page, third }: WeeksStage): Promise<void> {
  await pressFor(page, third, 'Delete Week')
  await agree(page, 'Delete Week')
}

const rehearse = (name: 'Randomize Picks' | 'Randomize Scores', agreed = true) => {
  return async ({ page, second }: WeeksStage): Promise<void> => {
    await pressFor(page, second, name)
    if (agreed) await agree(page, name)
  }
}

async function finalize({ page, third }: WeeksStage): Promise<void> {
  await pressFor(page, third, 'Set All to Final')
  await agree(page, 'Set All to Final')
}

const addWeek =
  (season: string, number: string) =>
  async ({ page }: WeeksStage): Promise<void> => {
    await form(page, 'Add Week').getByLabel('New Season').fill(season)
    await form(page, 'Add Week').getByLabel('Week').fill(number)
    await press(page, 'Add Week')
  }

async function lockAt({ page, second }: WeeksStage): Promise<void> {
  await select(page, second)
  await form(page, 'Lock time').getByLabel('Lock time').fill('2031-09-13T12:00')
  await press(page, 'Update Lock Time')
}

async function setSiteTime({ page }: WeeksStage): Promise<void> {
  await page.getByLabel('Site time (Eastern time)').fill('2031-09-01T12:00')
  await press(page, 'Set Override')
}

async function askToPurge({ page }: WeeksStage): Promise<void> {
  await press(page, 'Delete ALL weeks')
  await agree(page, 'Continue')
}

async function purge(stage: WeeksStage): Promise<void> {
  await askToPurge(stage)
  await stage.page.getByLabel('Type DELETE ALL WEEKS').fill('DELETE ALL WEEKS')
  await agree(stage.page, 'Delete ALL weeks')
}

async function whatGoes({ pool }: WeeksStage): Promise<readonly string[]> {
  const { api } = pool.admin
  const weeks = await api.call('listWeeks')
  const lists = await Promise.all(
    weeks.map(async ({ id }) => ({
      games: (await api.call('weekGames', { params: { id } })).length,
      picks: (await api.call('weekPicks', { params: { id } })).filter((row) => typeof row.id === 'number').length,
    })),
  )
  const sum = (key: 'games' | 'picks') => lists.reduce((total, list) => total + list[key], 0)
  return [counted(weeks.length, 'week'), counted(sum('games'), 'game'), counted(sum('picks'), 'pick')]
}

/** What the feed's web server sent instead of games: more than is shown of it. */
const FEED_FAILURE = {
  error: 'Failed to sync from ESPN',
  message: 'ESPN answered 503',
  espn_url: 'https://espn.example/scoreboard?week=1',
  details: '<html>'.padEnd(400, 'sorry '),
}

/** The block below the sentence: the address, and the details cut. */
async function syncInVain({ page }: WeeksStage): Promise<void> {
  await press(page, 'Sync ESPN Games')
  const block = page.getByText(FEED_FAILURE.espn_url)
  await block.waitFor()
  const [url, details] = ((await block.textContent()) ?? '').split('\n')
  if (url !== FEED_FAILURE.espn_url || details !== FEED_FAILURE.details.slice(0, 160))
    throw new Error(`It says ${url}\n${details}`)
}

export const weeksTriggers = {
  'Cannot delete the current week': { at: AT, place: 'main', act: ({ page, first }) => select(page, first) },
  'Failed to set site time': { at: AT, place: 'alert', answers: { 'POST /api/admin/site-time': FAILS }, act: setSiteTime },
  'Enter a valid season year and week number': { at: AT, place: 'alert', act: addWeek('31', '4') },
  'Failed to create week': { at: AT, place: 'alert', answers: { 'POST /api/weeks': FAILS }, act: addWeek('2031', '4') },
  'Failed to set current week': {
    at: AT,
    place: 'alert',
    answers: { 'POST /api/admin/set-current-week': FAILS },
    act: ({ page, second }) => pressFor(page, second, 'Set Current Week'),
  },
  'Failed to update lock time': { at: AT, place: 'alert', answers: { 'PATCH /api/weeks/*': FAILS }, act: lockAt },
  'Failed to reset lock time': {
    at: AT,
    place: 'alert',
    answers: { 'PATCH /api/weeks/*': FAILS },
    act: ({ page, second }) => pressFor(page, second, 'Reset to Sunday 12:00'),
  },
  'Delete this week and all its picks and games? This cannot be undone.': {
    at: AT,
    place: 'dialog',
    act: ({ page, third }) => pressFor(page, third, 'Delete Week'),
  },
  'Failed to delete week': { at: AT, place: 'alert', answers: { 'DELETE /api/weeks/*': FAILS }, act: deleteWeek },
  'Failed to sync from ESPN': {
    at: AT,
    place: 'alert',
    answers: { 'POST /api/admin/sync-games/espn': FAILS },
    act: ({ page }) => press(page, 'Sync ESPN Games'),
  },
  'Failed to sync from ESPN: {message}': {
    at: AT,
    place: 'alert',
    answers: { 'POST /api/admin/sync-games/espn': says(502, FEED_FAILURE) },
    gaps: [FEED_FAILURE.message],
    act: syncInVain,
  },
  'Randomize Picks': { at: AT, place: 'dialog', act: rehearse('Randomize Picks', false) },
  'Randomize Scores': { at: AT, place: 'dialog', act: rehearse('Randomize Scores', false) },
  'Set All to Final': { at: AT, place: 'dialog', act: ({ page, third }) => pressFor(page, third, 'Set All to Final') },
  'Failed to randomize picks': {
    at: AT,
    place: 'alert',
    answers: { 'POST /api/admin/weeks/*/randomize-picks': FAILS },
    act: rehearse('Randomize Picks'),
  },
  'Failed to randomize scores': {
    at: AT,
    place: 'alert',
    answers: { 'POST /api/admin/weeks/*/randomize-scores': FAILS },
    act: rehearse('Randomize Scores'),
  },
  'Failed to finalize scores': {
    at: AT,
    place: 'alert',
    answers: { 'POST /api/admin/weeks/*/finalize-scores': FAILS },
    act: finalize,
  },
  'Type DELETE ALL WEEKS': { at: AT, place: 'dialog', act: askToPurge },
  'Purge failed': { at: AT, place: 'alert', answers: { 'POST /api/admin/purge/weeks': FAILS }, act: purge },
  'Site time set to {time}': { at: AT, place: 'toast', gaps: ['Mon, Sep 1, 12:00 PM EDT'], act: setSiteTime },
  'Week {n} ({year}) created': { at: AT, place: 'toast', gaps: [4, 2031], act: addWeek('2031', '4') },
  'Lock time updated': { at: AT, place: 'toast', act: lockAt },
  'Lock time reset to Sunday noon': {
    at: AT,
    place: 'toast',
    act: ({ page, second }) => pressFor(page, second, 'Reset to Sunday 12:00'),
  },
  'Ineligible teams updated': {
    at: AT,
    place: 'toast',
    act: async ({ page, first }) => {
      await select(page, first)
      await page.getByRole('textbox', { name: 'Ineligible teams' }).fill('dal, phi')
      await press(page, 'Save Ineligible')
    },
  },
  'Current week updated': { at: AT, place: 'toast', act: ({ page, second }) => pressFor(page, second, 'Set Current Week') },
  'Scores randomized: {games} updated': { at: AT, place: 'status', gaps: ['2 games'], act: rehearse('Randomize Scores') },
  'Picks randomized: {created} created, {updated} updated, {skipped} skipped': {
    at: AT,
    place: 'status',
    gaps: [3, 0, 0],
    act: rehearse('Randomize Picks'),
  },
  'Set to final, {games} updated, {entries} eliminated': { at: AT, place: 'toast', gaps: ['1 game', '1 entry'], act: finalize },
  // Nothing is left after it.
  'Deleted {weeks}, {games}, {picks}': { at: AT, place: 'toast', gaps: whatGoes, act: purge },
} satisfies Triggers<WeeksStage>
