import type { ScoreMeaning } from '@outlast/domain'
import type { PatchRulesBody } from '@outlast/contract/rest/rules'
import { verifyStandings, verifyWeek } from '@outlast/contract/proof/verify-week'
import { openDatabase } from '../../src/database/index.ts'
import type { Tables } from '../../src/database/tables.ts'
import { nodeHashing } from '../../src/log/hashing.ts'
import { checkProjections } from '../../src/log/projections.ts'
import { type NewsPool, SEASON, startNewsPool } from './news-pool.ts'

// The Colts at the Texans ended 20–20 in week 1 of 2022 (docs/rules.md §1.3).

export interface TiedWeek {
  readonly news: NewsPool
  /** What everybody reads of week 1, on every page. */
  readonly read: () => Promise<TiedWeekPages>
  /** Where read models differ from the log. */
  readonly differences: () => Promise<readonly unknown[]>
}

interface TiedWeekPages {
  readonly reveal: readonly string[]
  readonly matrix: readonly string[]
  readonly champions: number
  /** What each game on the wire says about scores. */
  readonly countsAs: readonly (ScoreMeaning | undefined)[]
  readonly isProved: boolean
}

/** Plays week 1: Alpha picks IND and Beta HOU, which tie, and Gamma picks BUF, which beat MIA. */
export async function playTiedWeek(rules: PatchRulesBody = { lives: 1 }): Promise<TiedWeek> {
  const news = await startNewsPool()
  await news.admin.call('updateRules', { body: rules })
  await news.pick('Alpha', 1, 'IND')
  await news.pick('Beta', 1, 'HOU')
  await news.pick('Gamma', 1, 'BUF')
  await news.lock(1)
  await news.finals(1, 'HOU 20-20 IND', 'BUF 7-3 MIA')
  return { news, read: () => readPages(news), differences: () => differencesIn(news) }
}

async function differencesIn(news: NewsPool): Promise<readonly unknown[]> {
  const database = openDatabase<Tables>({ connectionString: news.pool.database.connectionString, max: 1, onError: () => {} })
  const found: unknown[] = []
  await checkProjections(database.db, { onDifference: (difference) => found.push(difference) })
  await database.close()
  return found
}

async function readPages(news: NewsPool): Promise<TiedWeekPages> {
  const { visitor } = news.pool
  const { picks } = await visitor.call('weekReveal', { params: { id: 1 } })
  const matrix = await visitor.call('getMatrix', { query: { season: SEASON } })
  const live = await visitor.call('liveSnapshot', { params: { topic: 'week:1' } })
  const proof = await visitor.call('weekProof', { params: { id: 1 } })
  const { scores, tampered } = verifyWeek(nodeHashing, proof)
  return {
    reveal: picks.map(({ entry_name, result, lives_left }) => `${entry_name} ${result} ${lives_left}`),
    matrix: matrix.entries.map(({ name, picks: cells, is_eliminated }) => `${name} ${cells['1']?.result} ${is_eliminated}`),
    champions: matrix.champion_entry_ids.length,
    countsAs: 'games' in live.view ? live.view.games.map((game) => game.counts_as) : [],
    isProved: [scores, tampered, verifyStandings(nodeHashing, [proof])].every((problems) => problems.length === 0),
  }
}
