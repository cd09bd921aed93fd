import { startEmbeddedPostgres } from '@outlast/server/postgres'
import pg from 'pg'

// A program for the tests that kill programs: `keep-postgres.ts <data folder>` runs the embedded PostgreSQL until it is told to stop.
// Processes are killed here, not machines: what was written to the operating system stays, so nothing waits for the disk.
// At SIGINT or SIGTERM it still writes a row, as a server that finishes its work would. At SIGUSR2 it ends without any goodbye.
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
