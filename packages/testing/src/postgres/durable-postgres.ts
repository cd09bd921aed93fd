import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@outlast/server/database'
import { startEmbeddedPostgres } from '@outlast/server/postgres'
import { removeDataFolder } from '../files.ts'
import pg from 'pg'

/** The embedded PostgreSQL that everything of a run shares: durable, with the settings that `npm start` gives it. */
export interface BenchPostgres {
  readonly version: string
  /** Its process, whose children are its connections. */
  readonly pid: number
  /** Makes an empty database; with `like`, a copy of another one that nobody is connected to. */
  database(name: string, like?: string): Promise<string>
  /** Makes a database with the project's migrations. */
  migrated(name: string): Promise<string>
  drop(name: string): Promise<void>
  stop(): Promise<void>
}

export async function startPostgres(): Promise<BenchPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'outlast-bench-'))
  const silent = { info: () => {}, warn: (sentence: string) => console.error(sentence) }
  const server = await startEmbeddedPostgres({ dataDir, log: silent })
  const admin = (statement: string) => withClient(server.connectionString, (client) => client.query(statement))
  const url = (name: string) => Object.assign(new URL(server.connectionString), { pathname: `/${name}` }).href
  const database = async (name: string, like = 'template0') => {
    await admin(`CREATE DATABASE ${name} TEMPLATE ${like}`)
    return url(name)
  }
  return {
    version: await assertDurable(server.connectionString),
    pid: server.pid,
    database,
    async migrated(name) {
      const connectionString = await database(name)
      await migrate({ connectionString })
      return connectionString
    },
    drop: async (name) => void (await admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
    async stop() {
      await server.stop()
      removeDataFolder(dataDir)
    },
  }
}

/** Runs something on a connection of its own. */
export async function withClient<T>(connectionString: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'outlast-bench' })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

/** A benchmark of commits that are not real ones would be worth nothing. Answers the version. */
function assertDurable(connectionString: string): Promise<string> {
  return withClient(connectionString, async (client) => {
    const names = ['fsync', 'synchronous_commit', 'full_page_writes']
    const { rows } = await client.query<{ name: string; value: string }>(
      `SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name`,
      [[...names, 'server_version']],
    )
    const settings = new Map(rows.map(({ name, value }) => [name, value]))
    for (const name of names) if (settings.get(name) !== 'on') throw new Error(`${name} is off`)
    return `${settings.get('server_version')} (embedded; ${names.join(', ')} on)`
  })
}
