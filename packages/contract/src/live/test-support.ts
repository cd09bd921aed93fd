import { type PoolState, TEAMS } from '@outlast/domain'
import { seasonTopic, type Topic, type TopicKind, userTopic, weekTopic } from './topics.ts'
import type { GameInfo, SeasonEntry, SeasonView, SeasonWeek, WeekEntry, WeekInfo, WeekView } from './wire.ts'

/** Builders of views and rows for tests, with defaults for fields that a test does not set. */

export const TEAM_NAMES: readonly string[] = TEAMS.map((team) => team.abbr)

const TOPICS_OF: { readonly [K in TopicKind]: (pool: PoolState) => readonly Topic[] } = {
  pool: () => ['pool'],
  admin: () => ['admin'],
  user: ({ users }) => Array.from(users.values(), ({ id }) => userTopic(id)),
  week: ({ rounds }) => Array.from(rounds.values(), ({ id }) => weekTopic(id)),
  season: ({ rounds }) => [...new Set(Array.from(rounds.values(), ({ seasonYear }) => seasonTopic(seasonYear)))],
}

/** Returns every topic of a pool. */
export const everyTopic = (pool: PoolState): readonly Topic[] => Object.values(TOPICS_OF).flatMap((topicsOf) => topicsOf(pool))

export function weekInfo(over: Partial<WeekInfo> = {}): WeekInfo {
  return {
    id: 1,
    season_year: 2025,
    week_number: 1,
    is_current: true,
    lock_time: '2025-09-07T16:00:00.000Z',
    lock_is_automatic: true,
    is_locked: false,
    locked_at: null,
    ineligible_teams: [],
    reopened_after_reveal: false,
    reopenings: 0,
    unmasked: false,
    unmask_reason: null,
    merkle_root: null,
    created_at: '2025-08-01T12:00:00.000Z',
    version: 1,
    ...over,
  }
}

export function gameInfo(over: Partial<GameInfo> = {}): GameInfo {
  return {
    id: 1,
    espn_id: '401',
    start_time: '2025-09-07T17:00:00.000Z',
    kickoff_known: true,
    home_team_abbr: 'KC',
    away_team_abbr: 'LAC',
    home_score: null,
    away_score: null,
    status: 'scheduled',
    detail: null,
    final_by_admin: false,
    result_at: null,
    phase: null,
    unread: [],
    result_unread: false,
    by_hand: false,
    decided_by: null,
    ...over,
  }
}

export const weekEntry = (id: number, name: string, over: Partial<WeekEntry> = {}): WeekEntry => ({
  id,
  name,
  team: null,
  is_override: false,
  is_auto: false,
  ...over,
})

export const weekView = (over: Partial<WeekView> = {}): WeekView => ({
  week: weekInfo(),
  pick_count: 0,
  games: [],
  entries: [],
  ...over,
})

export const seasonWeek = (week_number: number, over: Partial<SeasonWeek> = {}): SeasonWeek => ({
  id: week_number,
  week_number,
  is_locked: false,
  results: {},
  is_complete: false,
  lock_position: over.is_locked === true ? 10 + week_number : null,
  left_teams: [],
  first_lock_position: over.lock_position ?? (over.is_locked === true ? 10 + week_number : null),
  played_lock_position: null,
  ...over,
})

export const seasonEntry = (id: number, name: string, over: Partial<SeasonEntry> = {}): SeasonEntry => ({
  id,
  name,
  user_name: `Member ${id}`,
  created_position: id,
  picks: {},
  missed: [],
  forgiven: [],
  eliminated_by_hand: null,
  auto: [],
  hidden_losses: [],
  ...over,
})

export const seasonView = (over: Partial<SeasonView> = {}): SeasonView => ({
  season_year: 2025,
  missed_pick: 'survives',
  lives: 1,
  weeks: [],
  entries: [],
  ...over,
})
