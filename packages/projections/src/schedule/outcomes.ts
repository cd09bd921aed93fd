import { type TeamFields, teamFieldsOf } from '@outlast/views/reveal'
import type { WeekInfo } from '@outlast/contract/live/wire'
import type { QueryExecutorProvider } from 'kysely'
import { gamesOfWeeks, weekInfos } from './weeks.ts'

type Outcome = Pick<TeamFields, 'result' | 'result_at'>

/** Weeks, and the outcome of a pick of any team in them. */
export interface Outcomes {
  readonly weeks: ReadonlyMap<number, WeekInfo>
  readonly of: (weekId: number, team: string) => Outcome
}

/** Reads weeks and their games, from which the outcomes are derived as in the reveal. */
export async function readOutcomes(db: QueryExecutorProvider, weekIds: readonly number[]): Promise<Outcomes> {
  const weeks = new Map((await weekInfos(db, weekIds)).map((week) => [week.id, week]))
  const games = await gamesOfWeeks(db, weekIds)
  const of = (weekId: number, team: string): Outcome => {
    const week = weeks.get(weekId)
    if (week === undefined) return { result: null, result_at: null }
    const { result, result_at } = teamFieldsOf({ week, games: games.get(weekId) ?? [] })(team)
    return { result, result_at }
  }
  return { weeks, of }
}
