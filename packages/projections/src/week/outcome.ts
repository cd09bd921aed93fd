import { type RevealRow, revealOf } from '@outlast/contract/live/derive/reveal'
import type { WeekInfo } from '@outlast/contract/live/views'
import type { QueryExecutorProvider } from 'kysely'
import { gamesOfWeeks, weekInfos } from './info.ts'

/** Some weeks with what a pick of a team comes to in them. */
export interface Outcomes {
  readonly weeks: ReadonlyMap<number, WeekInfo>
  readonly of: (weekId: number, team: string) => Pick<RevealRow, 'result' | 'result_at'>
}

/** Reads weeks and their games, and judges by them as the reveal does. */
export async function readOutcomes(db: QueryExecutorProvider, weekIds: readonly number[]): Promise<Outcomes> {
  const weeks = new Map((await weekInfos(db, weekIds)).map((week) => [week.id, week]))
  const games = await gamesOfWeeks(db, weekIds)
  const of = (weekId: number, team: string): Pick<RevealRow, 'result' | 'result_at'> => {
    const week = weeks.get(weekId)
    if (week === undefined) return { result: null, result_at: null }
    const entries = [{ id: 0, name: '', team, is_override: false }]
    const row = revealOf({ week, pick_count: 1, games: games.get(weekId) ?? [], entries }).rows[0]
    return { result: row?.result ?? null, result_at: row?.result_at ?? null }
  }
  return { weeks, of }
}
