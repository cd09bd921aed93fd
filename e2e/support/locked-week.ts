import type { Locator, Page } from '@playwright/test'
import type { LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import type { BrowserPool, Person } from '@outlast/testing'

const SEASON = 2026
const FIRST_LOCK = Date.parse('2026-09-13T16:00:00.000Z')
const WEEK_MS = 7 * 86_400_000
const NO_SCORE = { homeScore: null, awayScore: null, detail: null }

function scheduled(week: number, away: string, home: string, kickoff: string): LocalFeedGame {
  const state = { status: 'scheduled', homeScore: null, awayScore: null, detail: null } as const
  return { espnId: `${week}${away}`, away, home, kickoff, kickoffKnown: true, ...state } as LocalFeedGame
}

/** A week of a pool, in which each member picked with one entry or more: `{Mia: {Anchors: 'DAL'}}`. */
export interface LockedWeek {
  readonly id: number
  /** Lets the site's time run from a few seconds before the lock. */
  readonly comeClose: () => Promise<unknown>
  /** Lets the site's time pass the lock. */
  readonly lock: () => Promise<void>
  readonly people: Readonly<Record<string, Person>>
  /** Reports a game that is played, away team first. */
  readonly play: (away: string, awayScore: number, homeScore: number, detail: string) => Promise<void>
  readonly finish: (...result: Result) => Promise<void>
  /** Reports a game as postponed, by its visitors. */
  readonly postpone: (away: string) => Promise<void>
  /** Reports a game as cancelled, by its visitors. */
  readonly cancel: (away: string) => Promise<void>
  /** Reports the other games only: the scoreboard does not have one any more, by its visitors. */
  readonly leave: (away: string) => Promise<void>
  /** Ends several games in one answer of the scoreboard. */
  readonly finishAll: (results: readonly Result[]) => Promise<void>
}

type Result = readonly [away: string, awayScore: number, homeScore: number]

type Matchups = readonly (readonly [away: string, home: string])[]
type Picks = Readonly<Record<string, Readonly<Record<string, string | null>>>>

/** Creates the week and locks it. */
export async function lockWeek(pool: BrowserPool, matchups: Matchups, picks: Picks): Promise<LockedWeek> {
  const week = await openWeek(pool, matchups, picks)
  await week.lock()
  return week
}

/**
 * Creates a week, three days before its lock, as the current one.
 * @param number week 1, or the one after the last that was opened, whose entries play on
 */
export async function openWeek(pool: BrowserPool, matchups: Matchups, picks: Picks, number = 1): Promise<LockedWeek> {
  const after = (seconds: number) => new Date(FIRST_LOCK + (number - 1) * WEEK_MS + seconds * 1000).toISOString()
  await pool.setSiteTime(after(-3 * 86_400))
  const { id } = await pool.admin.api.call('createWeek', { body: { season_year: SEASON, week_number: number } })
  if (number > 1) await pool.admin.api.call('setCurrentWeek', { body: { week_id: id } })
  const games = new Map(matchups.map(([away, home]) => [away, scheduled(number, away, home, after(3_600))]))
  const report = async (): Promise<void> => {
    pool.feed.setGames({ seasonYear: SEASON, week: number }, [...games.values()])
    await pool.admin.api.call('syncGames', { body: { season_year: SEASON, week_number: number } })
  }
  await report()
  const people: Record<string, Person> = {}
  for (const [name, entries] of Object.entries(picks)) {
    const person = await pool.member(`${name} Member`)
    people[name] = person
    const known = number === 1 ? [] : await person.api.call('userEntries', { params: { id: person.user.id } })
    for (const [entry, team] of Object.entries(entries)) {
      const { id: entryId } =
        known.find((one) => one.name === entry) ??
        (await person.api.call('createEntry', { body: { user_id: person.user.id, name: entry } }))
      if (team !== null) await person.api.call('submitPick', { body: { entry_id: entryId, week_id: id, team_abbr: team } })
    }
  }
  const change = (away: string, state: Partial<LocalFeedGame>): Promise<void> => {
    games.set(away, { ...games.get(away), ...state } as LocalFeedGame)
    return report()
  }
  const finishAll = (results: readonly Result[]): Promise<void> => {
    for (const [away, awayScore, homeScore] of results) {
      games.set(away, { ...games.get(away), status: 'final', awayScore, homeScore, detail: 'Final' } as LocalFeedGame)
    }
    return report()
  }
  return {
    id,
    people,
    comeClose: () => pool.setSiteTime(after(-15), { running: true }),
    lock: async () => {
      await pool.setSiteTime(after(60), { running: true })
      await pool.admin.api.call('currentWeek')
    },
    play: (away, awayScore, homeScore, detail) => change(away, { status: 'in_progress', awayScore, homeScore, detail }),
    finish: (...result) => finishAll([result]),
    postpone: (away) => change(away, { status: 'postponed', ...NO_SCORE }),
    cancel: (away) => change(away, { status: 'cancelled', ...NO_SCORE }),
    leave: (away) => {
      games.delete(away)
      return report()
    },
    finishAll,
  }
}

/** The board of a locked week on the dashboard. */
export const liveBoard = (page: Page): Locator => page.getByRole('region', { name: 'Live Board', exact: true })

/** The cards of its games, in their order. */
export const gameCards = (within: Locator): Locator =>
  within.getByRole('list', { name: 'Games by what hangs on them' }).locator(':scope > li')
