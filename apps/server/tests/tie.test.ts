import { verifyStandings, verifyWeek } from '@outlast/contract/proof/verify-week'
import { check, readLog } from '@outlast/projections'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '../src/database/index.ts'
import type { Tables } from '../src/database/tables.ts'
import { nodeHashing } from '../src/log/hashing.ts'
import { type NewsPool, SEASON, startNewsPool } from './support/news-pool.ts'

// The Colts at the Texans ended 20–20 in week 1 of 2022 (docs/rules.md §1.3).

let news: NewsPool
afterEach(() => news.stop())

async function playTie(tie: 'loss' | 'survives', objective: 'win' | 'lose' = 'win'): Promise<void> {
  news = await startNewsPool()
  await news.admin.call('updateRules', { body: { tie, objective } })
  await news.pick('Alpha', 1, 'IND')
  await news.pick('Beta', 1, 'HOU')
  await news.pick('Gamma', 1, 'BUF')
  await news.lock(1)
  await news.finals(1, 'HOU 20-20 IND', 'BUF 7-3 MIA')
}

const differences = async (): Promise<readonly unknown[]> => {
  const database = openDatabase<Tables>({ connectionString: news.pool.database.connectionString, max: 1, onError: () => {} })
  const found: unknown[] = []
  await check({ db: database.db, read: readLog, onDifference: (difference) => found.push(difference) })
  await database.close()
  return found
}

const read = async () => {
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
    tie: 'games' in live.view ? live.view.games.map((game) => game.tie) : [],
    objective: 'games' in live.view ? live.view.games.map((game) => game.objective) : [],
    isProved: [scores, tampered, verifyStandings(nodeHashing, [proof])].every((problems) => problems.length === 0),
  }
}

test('under `tie: survives` a tie puts nobody out: on every page, in the live views and by the proof, and the team is used', async () => {
  await playTie('survives')
  expect(await read()).toEqual({
    reveal: ['Alpha tie 1', 'Beta tie 1', 'Gamma win 1'],
    matrix: ['Alpha tie false', 'Beta tie false', 'Gamma win false'],
    champions: 0,
    tie: ['survives', 'survives'],
    objective: [undefined, undefined],
    isProved: true,
  })
  expect(await differences()).toEqual([])
  await expect(news.pick('Alpha', 2, 'IND')).rejects.toMatchObject({ status: 409 })
  const { in_words } = await news.pool.visitor.call('getRules')
  expect(in_words).toContain('An entry whose team ties survives the week, and has used the team.')
  expect(in_words.join()).not.toContain('or ties')
  const summary = await news.pool.visitor.call('getWeekSummary', { params: { id: 1 } })
  expect(JSON.stringify(summary)).not.toContain('a tie is a loss')
  // A corrected score is a win for one and a loss for the other.
  await news.finals(1, 'HOU 20-21 IND', 'BUF 7-3 MIA')
  expect((await read()).reveal).toEqual(['Alpha win 1', 'Beta loss 0', 'Gamma win 1'])
  expect(news.pool.breaches).toEqual([])
})

test('under `tie: loss` a tie puts the entries on both teams out, as without the rule, and games in answers have no field for the rule', async () => {
  await playTie('loss')
  expect(await read()).toEqual({
    reveal: ['Alpha loss 0', 'Beta loss 0', 'Gamma win 1'],
    matrix: ['Alpha loss true', 'Beta loss true', 'Gamma win false'],
    champions: 1,
    tie: [undefined, undefined],
    objective: [undefined, undefined],
    isProved: true,
  })
  expect(await differences()).toEqual([])
  expect(news.pool.breaches).toEqual([])
})

test('under `objective: lose` the pick of a team that lost survives: on every page, in the live views and by the proof', async () => {
  await playTie('survives', 'lose')
  expect(await read()).toEqual({
    reveal: ['Alpha tie 1', 'Beta tie 1', 'Gamma loss 0'],
    matrix: ['Alpha tie false', 'Beta tie false', 'Gamma loss true'],
    champions: 0,
    tie: ['survives', 'survives'],
    objective: ['lose', 'lose'],
    isProved: true,
  })
  expect(await differences()).toEqual([])
  const { in_words } = await news.pool.visitor.call('getRules')
  expect(in_words).toContain('An entry is out when its team wins.')
  const summary = await news.pool.visitor.call('getWeekSummary', { params: { id: 1 } })
  expect(JSON.stringify(summary)).toContain('Biggest upset: the Bills, with 1 pick, won 7–3 against the Dolphins.')
  // A corrected score is a win for the pick of the team that lost.
  await news.finals(1, 'HOU 20-21 IND', 'BUF 3-7 MIA')
  expect((await read()).reveal).toEqual(['Alpha loss 0', 'Beta win 1', 'Gamma win 1'])
  expect(await differences()).toEqual([])
  expect(news.pool.breaches).toEqual([])
})
