import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDataFolder } from '@outlast/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../src/database/index.ts'
import type { Tables } from '../src/database/tables.ts'
import { readEvents, readHead } from '../src/log/read.ts'
import { LogVerifier } from '../src/log/verify.ts'
import { type Fan, gather, post, teamOf } from './support/crowd.ts'
import { type ServerProcess, startServerProcess } from './support/process.ts'

const KILLS = ['server', 'postgres', 'server', 'postgres', 'server'] as const
const PICKS_BETWEEN = 60

/** The real thing, as `npm start` runs it: on its embedded, durable PostgreSQL. */
let dataDir: string
let server: ServerProcess
let fans: readonly Fan[]
let weekId: number

const start = (): Promise<ServerProcess> => startServerProcess({ OUTLAST_DATA: dataDir })

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'outlast-kill-'))
  server = await start()
  const people = await gather(server.url, 3, 8)
  fans = people.fans
  const week = await post<{ id: number }>(server.url, '/api/weeks', people.admin.token, { season_year: 2090, week_number: 1 })
  weekId = week.body.id
})
afterAll(async () => {
  await server.stop()
  removeDataFolder(dataDir)
})

/** Where the embedded database says that it can be reached, while the pool runs. */
function openEmbedded() {
  const { connectionString } = JSON.parse(readFileSync(join(dataDir, 'postgres-connection.json'), 'utf8')) as {
    connectionString: string
  }
  return openDatabase<Tables>({ connectionString, max: 1, onError: () => {} })
}

async function killPostgres(): Promise<void> {
  const database = openEmbedded()
  const { rows } = await sql<{ folder: string }>`SELECT current_setting('data_directory') AS folder`.execute(database.db)
  await database.close().catch(() => {})
  process.kill(Number(readFileSync(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
}

interface Acknowledged {
  readonly key: string
  readonly position: number
}

interface Progress {
  readonly acknowledged: Acknowledged[]
  readonly retried: Set<string>
  isOver: boolean
}

/** Picks without end; what was not answered is sent again with its key, as a careful client does. */
async function pickOn(fan: Fan, progress: Progress): Promise<void> {
  for (let n = 0; !progress.isOver; n += 1) {
    const key = randomUUID()
    const entryId = fan.entryIds[n % fan.entryIds.length]
    const body = { entry_id: entryId, week_id: weekId, team_abbr: teamOf(n) }
    progress.acknowledged.push({ key, position: await sendUntilAnswered(fan, key, body, progress) })
  }
}

async function sendUntilAnswered(fan: Fan, key: string, body: object, { retried }: Progress): Promise<number> {
  for (;;) {
    const answer = await post<{ receipt?: { position: number } }>(server.url, '/api/picks', fan.token, body, {
      'idempotency-key': key,
    }).catch(() => undefined)
    if (answer?.body.receipt !== undefined) return answer.body.receipt.position
    if (answer !== undefined && answer.status !== 503)
      throw new Error(`a pick was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    retried.add(key)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function untilMore(progress: Progress): Promise<void> {
  const enough = progress.acknowledged.length + PICKS_BETWEEN
  while (progress.acknowledged.length < enough) await new Promise((resolve) => setTimeout(resolve, 5))
}

test('kill -9 of the server and of Postgres in a stream of picks: each acknowledged pick is there once', async () => {
  const progress: Progress = { acknowledged: [], retried: new Set(), isOver: false }
  const picking = Promise.all(fans.flatMap((fan) => [pickOn(fan, progress), pickOn(fan, progress)]))
  // A failure of a picker must end the test, not only its own loop.
  picking.catch(() => (progress.isOver = true))
  for (const victim of KILLS) {
    await untilMore(progress)
    if (victim === 'postgres') await killPostgres()
    else {
      await server.kill()
      server = await start()
    }
  }
  await untilMore(progress)
  progress.isOver = true
  await picking

  const database = openEmbedded()
  const events = await readEvents(database.db, 0, 1_000_000)
  const head = await readHead(database.db)
  await database.close()
  const recorded = events.filter((event) => event.type === 'PickSubmitted').map((event) => event.position)
  const acknowledged = progress.acknowledged.map(({ position }) => position)
  expect(new Set(acknowledged).size).toBe(acknowledged.length)
  expect(acknowledged.toSorted((a, b) => a - b)).toEqual(recorded)
  expect(progress.retried.size).toBeGreaterThan(0)
  const verifier = new LogVerifier()
  for (const event of events) verifier.check(event)
  expect(verifier.finish(head)).toEqual([])
})
