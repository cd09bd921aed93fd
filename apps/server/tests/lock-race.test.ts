import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@outlast/testing'
import { openDatabase } from '../src/database/index.ts'
import type { Tables } from '../src/database/tables.ts'
import { readEvents } from '../src/log/read.ts'
import { type Fan, gatherOn, get, post, teamOf } from './support/crowd.ts'
import { type ServerProcess, startServerProcess } from './support/process.ts'

let database: TestDatabase
let servers: readonly ServerProcess[]
let admin: Fan
let fans: readonly Fan[]

beforeAll(async () => {
  database = await createTestDatabase()
  const people = await gatherOn(database, 20, 10)
  admin = people.admin
  fans = people.fans
  const env = { DATABASE_URL: database.connectionString }
  servers = await Promise.all([startServerProcess(env), startServerProcess(env)])
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await database.drop()
})

/** Picks that are in before the lock's time is set, in the middle of the storm. */
const ENOUGH = 2_000

interface Shot {
  readonly status: number
  readonly entryId: number
  readonly position: number | undefined
  readonly team: string | undefined
}

interface RevealBody {
  readonly picks: readonly { readonly entry_id: number; readonly team_abbr: string | null }[]
}

/** Fires picks at both servers from all fans, until each of them has been told that the week is closed. */
async function fire(weekId: number, shots: Shot[]): Promise<void> {
  const shooters = fans.flatMap(({ token, entryIds }) => entryIds.map((entryId) => ({ token, entryId })))
  await Promise.all(
    shooters.map(async ({ token, entryId }, i) => {
      for (let n = 0; ; n += 1) {
        const url = servers[(i + n) % servers.length]?.url ?? ''
        const pick = { entry_id: entryId, week_id: weekId, team_abbr: teamOf(i + n) }
        const { status, body } = await post<{ team_abbr?: string; receipt?: { position: number } }>(
          url,
          '/api/picks',
          token,
          pick,
        )
        shots.push({ status, entryId, position: body.receipt?.position, team: body.team_abbr })
        if (status === 403) return
        if (status !== 200 && status !== 201) throw new Error(`a pick was answered ${status}: ${JSON.stringify(body)}`)
      }
    }),
  )
}

/** The first thing anybody sees of the week: asked for again and again from before the lock. */
async function firstReveal(url: string, weekId: number): Promise<RevealBody> {
  for (;;) {
    const response = await fetch(`${url}/api/reveal/${weekId}`)
    if (response.ok) return (await response.json()) as RevealBody
    await response.body?.cancel()
  }
}

test('picks fired at two servers around the lock: none after it, none that the first reveal did not show', async () => {
  const [one, two] = servers
  if (one === undefined || two === undefined) throw new Error('two servers')
  const week = await post<{ id: number }>(one.url, '/api/weeks', admin.token, { season_year: 2090, week_number: 1 })
  const weekId = week.body.id
  const setLock = (lock_time: string) =>
    fetch(`${one.url}/api/weeks/${weekId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
      body: JSON.stringify({ lock_time }),
    })
  const shots: Shot[] = []
  const firing = fire(weekId, shots)
  await vi.waitFor(() => expect(shots.length).toBeGreaterThan(ENOUGH), { timeout: 100_000, interval: 5 })
  const lockTime = new Date(Date.now() + 300).toISOString()
  expect((await setLock(lockTime)).status).toBe(200)
  const [, ...reveals] = await Promise.all([firing, firstReveal(one.url, weekId), firstReveal(two.url, weekId)])
  const accepted = shots.filter((shot) => shot.position !== undefined)

  const db = openDatabase<Tables>({ connectionString: database.connectionString, max: 1, onError: () => {} })
  const events = await readEvents(db.db, 0, 1_000_000)
  await db.close()
  const locked = events.filter((event) => event.type === 'WeekLocked')
  expect(locked).toHaveLength(1)
  const lockedAt = locked[0]?.position ?? 0
  const picks = events.filter((event) => event.type === 'PickSubmitted')
  expect(picks.filter((event) => event.position > lockedAt || event.siteTime >= lockTime)).toEqual([])
  // What was acknowledged is what is in the log, and the last of each entry is what the first reveals showed.
  expect(new Set(picks.map((event) => event.position))).toEqual(new Set(accepted.map((shot) => shot.position)))
  const last = new Map(picks.map((event) => [Number(event.data.entryId), String(event.data.team)]))
  for (const reveal of reveals) {
    const shown = reveal.picks.filter((row) => row.team_abbr !== null).map((row) => [row.entry_id, row.team_abbr] as const)
    expect(new Map(shown)).toEqual(last)
  }
  const again = await get<RevealBody>(two.url, `/api/reveal/${weekId}`)
  expect(again.picks).toEqual(reveals[0]?.picks)
})
