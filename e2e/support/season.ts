import { type FeedGame, instantFromMs, type TeamAbbr } from '@outlast/domain'
import { seededRandom } from '@outlast/server/demo/random'
import type { Person, Pool } from '@outlast/testing/server/pool'
import { seasonGames, type WeekState } from '@outlast/testing/generated/season-games'
import { Seeder } from './season-seeder.ts'

/** A pool in mid-season, to be made up. The same each time. */
export interface SeasonPlan {
  /** Besides the admin, who has no entries. Default 12. */
  readonly members?: number
  /** Default 2. */
  readonly entriesPerMember?: number
  /** Number of the current week; those before it are played. Default 5. */
  readonly weeks?: number
  /** How the current week stands. Default `open`. */
  readonly state?: WeekState
  /**
   * The pool's time at the end. `frozen` (default): always the same moment, by an override of the site time, which pages say
   * in a banner; `running`: from that moment on; `real`: no override, the season lies around today.
   */
  readonly clock?: 'frozen' | 'running' | 'real'
  readonly seasonYear?: number
  readonly seed?: number
}

/** An entry, and what became of it. */
export interface SeededEntry {
  readonly id: number
  readonly name: string
  readonly owner: Person
  /** By week number. */
  readonly picks: ReadonlyMap<number, TeamAbbr>
  readonly isOut: boolean
}

/** What was made up. */
export interface SeededSeason {
  readonly seasonYear: number
  readonly weeks: readonly { readonly id: number; readonly number: number }[]
  readonly current: { readonly id: number; readonly number: number }
  /** The first one's first entry is alive and has its pick; in an open week none of the first one's other entries has. */
  readonly members: readonly Person[]
  readonly entries: readonly SeededEntry[]
  /** A team that cannot be picked in the current week. */
  readonly ineligible: TeamAbbr
  /** What was done by hand. */
  readonly overridden: { readonly entry: SeededEntry; readonly weekNumber: number; readonly reason: string } | undefined
  readonly eliminatedByHand: readonly SeededEntry[]
  /** The current week's games as the feed told them last. */
  readonly games: () => readonly FeedGame[]
  /** Lets the feed tell the current week's games otherwise, and the pool ask it. */
  tell(change: (game: FeedGame, index: number) => FeedGame): Promise<void>
}

/** Plays a season in a pool that has an admin and nothing else, with the calls that people make. */
export async function seedSeason(pool: Pool, plan: SeasonPlan = {}): Promise<SeededSeason> {
  const { weeks = 5, state = 'open', clock = 'frozen', seasonYear, seed = 7 } = plan
  const around = clock === 'real' ? instantFromMs(Date.now()) : undefined
  const games = seasonGames({ weeks, state, around, seasonYear, seed })
  const seeder = new Seeder(pool, games, seededRandom(seed))
  await pool.setSiteTime(games.before)
  await seeder.people(plan.members ?? 12, plan.entriesPerMember ?? 2)
  await seeder.schedule()
  for (let number = 1; number < weeks; number += 1) await seeder.play(number)
  await seeder.byHand()
  const ineligible = await seeder.open(weeks, state)
  await pool.setSiteTime(around === undefined ? games.now : null, { running: clock === 'running' })
  await seeder.tellCurrent(games.current)
  return seeder.result(ineligible)
}
