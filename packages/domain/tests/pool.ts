import { type HistoryItem, type CommandStep, admin, at, by, member, OTHER, system, user, visitor } from './specification.ts'
import { nonceOf } from './hashing.ts'

/** Week 1 of 2025 locks at Sunday noon in New York. */
export const LOCK_1 = '2025-09-07T16:00:00Z'
export const LOCK_2 = '2025-09-14T16:00:00Z'
export const LOCK_3 = '2025-09-21T16:00:00Z'
/** After the games of a week, before the next lock. */
export const AFTER_1 = '2025-09-09T12:00:00Z'
export const AFTER_2 = '2025-09-16T12:00:00Z'

const register = by(visitor, admin('RegisterUser', { emailTaken: false, adminGrant: 'first_account' }))

/** Account 1 is the admin, 2 the member, 3 another member. */
export const accounts: readonly HistoryItem[] = [register, register, register]

/** The accounts, and weeks 1 and 2 of 2025 (ids 1 and 2) without games. Week 1 is current. */
export const season: readonly HistoryItem[] = [...accounts, addWeek(2025, 1), addWeek(2025, 2)]

/** The season, entry 1 of the member and entry 2 of the other member. */
export const pool: readonly HistoryItem[] = [...season, createEntry(2, 'One'), createEntry(OTHER, 'Two')]

export function addWeek(seasonYear: number, weekNumber: number): CommandStep {
  return admin('AddWeek', { seasonYear, weekNumber })
}

export function createEntry(owner: number, name: string): CommandStep {
  return by(user(owner), admin('CreateEntry', { userId: owner, name }))
}

/** The member's pick, by default for entry 1 and its first in the week. */
export function pick(weekId: number, team: string, entryId = 1, slot?: number): CommandStep {
  return member('SubmitPick', { entryId, weekId, team, nonce: nonceOf(1), ...(slot === undefined ? {} : { slot }) })
}

export function override(entryId: number, weekId: number, team: string, reason?: string): CommandStep {
  return admin('OverridePick', { entryId, weekId, team, nonce: nonceOf(2), ...(reason === undefined ? {} : { reason }) })
}

/** A game as the feed reports it, for example `BUF-MIA` with the home team first. By default it is in week 1 of 2025. */
export function game(teams: string, more: Partial<FeedRow> = {}): FeedRow {
  const [home = '', away = ''] = teams.split('-')
  return {
    espnId: teams,
    home,
    away,
    kickoff: '2025-09-07T17:00:00.000Z',
    kickoffKnown: true,
    status: 'scheduled',
    homeScore: null,
    awayScore: null,
    detail: null,
    ...more,
  }
}

export function final(teams: string, homeScore: number | null, awayScore: number | null, more: Partial<FeedRow> = {}): FeedRow {
  return game(teams, { status: 'final', homeScore, awayScore, ...more })
}

export interface FeedRow {
  readonly espnId: string
  readonly home: string
  readonly away: string
  readonly kickoff: string
  readonly kickoffKnown: boolean
  readonly status: string
  readonly homeScore: number | null
  readonly awayScore: number | null
  readonly detail: string | null
}

/** Syncs the feed's games of a week, as the pool itself. */
export function sync(weekId: number, ...games: readonly FeedRow[]): CommandStep {
  return by(system, admin('SyncGames', { weekId, games }))
}

/** The lock timer at a real time. */
export function timer(when: string): CommandStep {
  return at(when, by(system, admin('LockDueWeeks', {})))
}
