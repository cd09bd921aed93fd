import { type TeamFields, teamFieldsOf } from '@outlast/contract/live/derive/reveal'
import type { WeekInfo } from '@outlast/contract/live/wire'
import type { QueryExecutorProvider } from 'kysely'
import { gamesOfWeeks, weekInfos } from './weeks.ts'

/** Some weeks with what a pick of a team comes to in them. */
export interface Outcomes {
  readonly weeks: ReadonlyMap<number, WeekInfo>
  readonly of: (weekId: number, team: string) => Pick<TeamFields, 'result' | 'result_at'>
}

/** Reads weeks and their games, and judges by them as the reveal does. */
export async function readOutcomes(db: QueryExecutorProvider, weekIds: readonly number[]): Promise<Outcomes> {
  const weeks = new Map((await weekInfos(db, weekIds)).map((week) => [week.id, week]))
  const games = await gamesOfWeeks(db, weekIds)
  const of = (weekId: number, team: string): Pick<TeamFields, 'result' | 'result_at'> => {
    const week = weeks.get(weekId)
    if (week === undefined) return { result: null, result_at: null }
    const { result, result_at } = teamFieldsOf({ week, games: games.get(weekId) ?? [] })(team)
    return { result, result_at }
  }
  return { weeks, of }
}
