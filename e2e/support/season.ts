import { type FeedGame, instantFromMs, type TeamAbbr } from '@outlast/domain'
import { seededRandom } from '@outlast/seasons/random'
import type { Person, BrowserPool } from '@outlast/testing'
import { seasonGames, type WeekState } from '@outlast/testing'
import { SeasonSeeder } from './season-seeder.ts'

/** The size and state of a generated season. The same plan always generates the same season. */
export interface SeasonPlan {
  /** The number of members, not counting the admin, who has no entries. Default 12. */
  readonly members?: number
  /** Default 2. */
  readonly entriesPerMember?: number
  /** The number of the current week. Earlier weeks are played. Default 5. */
  readonly weeks?: number
  /** The state of the current week. Default `open`. */
  readonly state?: WeekState
  /**
   * The site time at the end. `frozen` (default): overridden with a fixed time, which pages show in a banner; `running`:
   * overridden, but the clock runs; `real`: not overridden, the season is around today.
   */
  readonly clock?: 'frozen' | 'running' | 'real'
  readonly seasonYear?: number
  readonly seed?: number
}

/** A generated entry with its picks. */
interface SeededEntry {
  readonly id: number
  readonly name: string
  readonly owner: Person
  /** By week number. */
  readonly picks: ReadonlyMap<number, TeamAbbr>
  readonly isOut: boolean
}

/** A generated season. */
export interface SeededSeason {
  readonly seasonYear: number
  readonly weeks: readonly { readonly id: number; readonly number: number }[]
  readonly current: { readonly id: number; readonly number: number }
  /** The first member's first entry is alive and has a pick. In an open week, their other entries have none. */
  readonly members: readonly Person[]
  readonly entries: readonly SeededEntry[]
  /** The ineligible team of the current week. */
  readonly ineligible: TeamAbbr
  /** The entry whose pick an admin overrode. */
  readonly overridden: { readonly entry: SeededEntry; readonly weekNumber: number; readonly reason: string } | undefined
  readonly manuallyEliminated: readonly SeededEntry[]
  /** The current week's games as last sent by the feed. */
  readonly games: () => readonly FeedGame[]
  /** Changes the current week's games in the feed and syncs them. */
  updateGames(change: (game: FeedGame, index: number) => FeedGame): Promise<void>
}

/** Generates a season in a pool that has only an admin, with the same calls that members and admins make. */
export async function seedSeason(pool: BrowserPool, plan: SeasonPlan = {}): Promise<SeededSeason> {
  const { weeks = 5, state = 'open', clock = 'frozen', seasonYear, seed = 7 } = plan
  const around = clock === 'real' ? instantFromMs(Date.now()) : undefined
  const games = seasonGames({ weeks, state, around, seasonYear, seed })
  const seeder = new SeasonSeeder(pool, games, seededRandom(seed))
  await pool.setSiteTime(games.before)
  await seeder.createMembers(plan.members ?? 12, plan.entriesPerMember ?? 2)
  await seeder.createWeeks()
  for (let number = 1; number < weeks; number += 1) await seeder.playWeek(number)
  await seeder.eliminateManually()
  const ineligible = await seeder.openCurrentWeek(weeks, state)
  await pool.setSiteTime(around === undefined ? games.now : null, { running: clock === 'running' })
  await seeder.syncCurrentGames(games.current)
  return seeder.result(ineligible)
}
