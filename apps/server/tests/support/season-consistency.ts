import { verifyStandings, verifyWeek } from '@outlast/contract/proof/verify-week'
import { expect } from 'vitest'
import { openDatabase } from '../../src/database/index.ts'
import type { Tables } from '../../src/database/tables.ts'
import { nodeHashing } from '../../src/log/hashing.ts'
import { checkProjections, rebuildProjections } from '../../src/log/projections.ts'
import { readHead, streamEvents } from '../../src/log/read.ts'
import { LogVerifier } from '../../src/log/verify.ts'
import type { Comparison } from './season-compare.ts'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'

/** Checks after a season that the log is valid, the read models match it, and a rebuild changes no byte of any response. */
export async function expectConsistentPool(
  play: Comparison,
): Promise<{ events: number; responses: number; eventsPerSecond: number }> {
  const { pool } = play
  const database = openDatabase<Tables>({ connectionString: pool.database.connectionString, max: 3, onError: () => {} })
  const { db } = database
  try {
    const verifier = new LogVerifier()
    for await (const events of streamEvents(db)) for (const event of events) verifier.check(event)
    expect(verifier.finish(await readHead(db))).toEqual([])
    expect(await differences(db)).toEqual([])
    await expectProved(play)
    const before = await responsesOf(play, pool)
    const { events, eventsPerSecond } = await rebuildProjections(db)
    expect(await differences(db)).toEqual([])
    // A new server has an empty response cache.
    const restarted = await startTestPool({ config: { espnBaseUrl: pool.config.espnBaseUrl }, database: pool.database })
    try {
      expectSame(await responsesOf(play, restarted), before)
    } finally {
      await restarted.stop()
    }
    expectSame(await responsesOf(play, pool), before)
    return { events, responses: before.size, eventsPerSecond }
  } finally {
    await database.close()
  }
}

/** Checks as a browser does that picks, results and eliminations of every locked week are those that the proofs recorded. */
async function expectProved({ pool, oracle }: Comparison): Promise<void> {
  const weeks = await pool.visitor.call('listWeeks')
  const locked = weeks.filter(({ id, is_locked }) => is_locked && oracle.weeks.some((week) => week.id === id))
  const proofs = await Promise.all(locked.map(({ id }) => pool.visitor.call('weekProof', { params: { id } })))
  for (const proof of proofs) {
    const { scores, tampered, forged, broken, rootHolds } = verifyWeek(nodeHashing, proof)
    expect({ week: proof.week_number, scores, tampered, forged, broken, rootHolds }).toEqual({
      week: proof.week_number,
      scores: [],
      tampered: [],
      forged: [],
      broken: [],
      rootHolds: true,
    })
  }
  const open = Math.min(...weeks.filter(({ is_locked }) => !is_locked).map(({ week_number }) => week_number))
  expect(
    verifyStandings(
      nodeHashing,
      proofs.filter(({ week_number }) => week_number < open),
    ),
  ).toEqual([])
}

async function differences(db: ReturnType<typeof openDatabase<Tables>>['db']) {
  const found: unknown[] = []
  await checkProjections(db, { onDifference: (difference) => found.push(difference) })
  return found
}

function expectSame(after: ReadonlyMap<string, string>, before: ReadonlyMap<string, string>): void {
  const changed = [...before].filter(([request, response]) => after.get(request) !== response).map(([request]) => request)
  expect(changed).toEqual([])
  expect(after.size).toBe(before.size)
}

/** Returns every relevant response with status, tags and body, by viewer and address. */
async function responsesOf({ oracle, season, members }: Comparison, { url }: TestPool): Promise<ReadonlyMap<string, string>> {
  const responses = new Map<string, string>()
  const read = async (path: string, token?: string): Promise<void> => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await fetch(url + path, { headers })
    const tags = [response.status, response.headers.get('etag'), response.headers.get('x-topic-version')]
    expect([path, response.status]).toEqual([path, 200])
    responses.set(`${token === undefined ? 'visitor' : token.slice(-6)} ${path}`, `${tags.join(' ')}\n${await response.text()}`)
  }
  const publicPaths = ['/api/history', '/api/weeks', '/api/rules', '/api/audit?limit=200', '/api/live/pool', '/api/pool']
  const seasonPaths = [`/api/history/matrix?season=${season.year}`, `/api/live/season:${season.year}`]
  for (const path of [...publicPaths, ...seasonPaths]) await read(path)
  for (const { id } of oracle.weeks) {
    for (const path of [`reveal/${id}`, `weeks/${id}/games`, `weeks/${id}/picks`, `weeks/${id}/proof`, `live/week:${id}`])
      await read(`/api/${path}`)
  }
  for (const path of ['/api/admin/entries', '/api/admin/users', '/api/live/admin', '/api/audit?limit=200'])
    await read(path, members[0]!.token)
  for (const member of members.slice(0, 6)) {
    for (const path of ['/api/dashboard', `/api/users/${member.id}/entries`, `/api/live/user:${member.id}`])
      await read(path, member.token)
    for (const entry of oracle.entries.filter(({ userId }) => userId === member.id)) {
      for (const path of ['picks', 'history']) await read(`/api/entries/${entry.id}/${path}`, member.token)
    }
  }
  return responses
}
