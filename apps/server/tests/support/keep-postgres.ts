import { startEmbeddedPostgres } from '@outlast/server/postgres'
import pg from 'pg'

// A program for tests that kill processes: `keep-postgres.ts <data folder>` runs the embedded PostgreSQL until a signal arrives.
// These tests kill processes, not machines, so data that was written to the operating system survives without fsync.
// On SIGINT or SIGTERM it still writes a row, like a server that finishes its work. On SIGUSR2 it exits without cleanup.
const dataDir = process.argv[2] ?? ''
const say = (message: object) => console.log(JSON.stringify(message))
const log = { info: (sentence: string) => say({ info: sentence }), warn: (sentence: string) => say({ warn: sentence }) }

try {
  const settings = { synchronous_commit: 'on', full_page_writes: 'on' }
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log,
    durable: false,
    settings,
    onRestart: () => say({ restarted: postgres.pid }),
  })
  const stayAlive = setInterval(() => undefined, 60_000)
  const stop = async () => {
    const client = new pg.Client(postgres.connectionString)
    await client.connect()
    await client.query("CREATE TABLE IF NOT EXISTS goodbye AS SELECT 'written after the signal' AS text")
    await client.end()
    await postgres.stop()
    clearInterval(stayAlive)
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
  process.once('SIGUSR2', () => process.exit(3))
  say({ connectionString: postgres.connectionString })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
