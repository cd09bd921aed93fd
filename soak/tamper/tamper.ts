import { isDeepStrictEqual } from 'node:util'
import { type Database, openDatabase, type Tables } from '@outlast/server/database'
import { type Random, seededRandom } from '@outlast/server/demo/random'
import { readEvents, readHead } from '@outlast/server/log/read'
import type { StoredEvent } from '@outlast/server/log/stored-event'
import { LogVerifier } from '@outlast/server/log/verify'
import { writeEvents } from '@outlast/server/log/write'
import { generatePool, runProgram } from '@outlast/testing'
import { sql } from 'kysely'
import { info, isEmpty, isEqual, type Scenario } from '../support/scenario.ts'
import { TAMPERINGS, withMatchingHashes } from './tamperings.ts'

const POOL = { entries: 20, entriesPerMember: 2, playedWeeks: 3, openWeek: true, events: 600, goodPicks: 0.9 }

interface TamperedLog {
  readonly what: string
  readonly events: readonly StoredEvent[]
  /** Whether every hash, and the recorded head of the log, match the tampered events. */
  readonly hashesMatch: boolean
}

/** Changes the log with all rights in the database, bypassing its triggers; half of the time with hashes that match. */
export const tamper: Scenario<{ tamperings: number; seed: number }> = {
  name: 'tamper',
  about: 'edits, deletions, reorderings and truncations of the log as superuser, against log verify and a published head',
  sizes: { tamperings: 200, seed: 20_261_122 },
  short: { tamperings: 20, seed: 20_261_122 },
  async run({ createDatabase, progress }, { tamperings, seed }) {
    const created = await createDatabase()
    const { connectionString } = created
    await generatePool(connectionString, POOL)
    const database = openDatabase<Tables>({ connectionString, max: 1, onError: () => {} })
    try {
      await sql`ALTER TABLE events DROP CONSTRAINT events_stream_version_key`.execute(database.db)
      const original = await readEvents(database.db, 0, 1_000_000)
      const { position, hash } = await readHead(database.db)
      const head = `${position}:${hash}`
      const codeBefore = (await verifyLog(connectionString, head)).code
      const missed: string[] = []
      let detectedWithoutHead = 0
      let withHashes = 0
      const random = seededRandom(seed)
      for (let n = 0; n < tamperings; n += 1) {
        const tampered = tamperWith(original, random, n)
        await writeLog(database, tampered, original)
        const { code, err } = await verifyLog(connectionString, head)
        if (code !== 1 || !err.includes('The log is invalid')) missed.push(`${n + 1}: ${tampered.what} (exit code ${code})`)
        if (tampered.hashesMatch) withHashes += 1
        if (tampered.hashesMatch && countFindings(tampered.events) > 0) detectedWithoutHead += 1
        if ((n + 1) % 20 === 0) progress(`${n + 1} tamperings, ${missed.length} not detected`)
      }
      await writeLog(database, { what: 'nothing', events: original, hashesMatch: true }, original)
      const codeAfter = (await verifyLog(connectionString, head)).code
      return {
        title: `${tamperings} tamperings with a log of ${original.length} events, seed ${seed}`,
        checks: [
          isEqual('exit codes of log verify for the original log, before and after', '0 0', `${codeBefore} ${codeAfter}`),
          isEqual('tamperings detected', tamperings, tamperings - missed.length),
          isEmpty('tamperings that log verify did not detect', missed),
          info('tamperings with matching hashes, which only the published head or the rules can detect', withHashes),
          info('of these detected without the head, by commitments, roots and rules', detectedWithoutHead),
        ],
        notes: [`In turn: ${Object.keys(TAMPERINGS).join('; ')}.`, 'The head was published at the end of the log.'],
      }
    } finally {
      await database.close()
      await created.drop()
    }
  },
}

/** Applies the nth kind of tampering at a random place; again when by chance it changed nothing. */
function tamperWith(original: readonly StoredEvent[], random: Random, n: number): TamperedLog {
  const kinds = Object.entries(TAMPERINGS)
  const [what = '', tampering] = kinds[n % kinds.length] ?? []
  const hashesMatch = Math.floor(n / kinds.length) % 2 === 1
  for (;;) {
    const changed = tampering?.(original, random) ?? []
    const events = hashesMatch ? withMatchingHashes(changed) : changed
    if (!isDeepStrictEqual(events, original))
      return { what: hashesMatch ? `${what}, with matching hashes` : what, events, hashesMatch }
  }
}

/** Replaces the log, as only a superuser can. The recorded head stays as it was, unless the hashes match. */
async function writeLog(
  { db }: Database<Tables>,
  { events, hashesMatch }: TamperedLog,
  original: readonly StoredEvent[],
): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`SET session_replication_role = replica`.execute(connection)
    await sql`TRUNCATE events`.execute(connection)
    await writeEvents(connection, events)
    const head = hashesMatch ? events.at(-1) : original.at(-1)
    if (head !== undefined) {
      await sql`UPDATE log_head SET position = ${head.position}, hash = decode(${head.hash}, 'hex')`.execute(connection)
    }
    await sql`SET session_replication_role = DEFAULT`.execute(connection)
  })
}

function verifyLog(connectionString: string, head: string) {
  const args = ['apps/server/src/cli/log.ts', 'verify', '--head', head]
  return runProgram(process.execPath, args, { env: { DATABASE_URL: connectionString } })
}

/** Counts what the verifier finds without a published head. */
function countFindings(events: readonly StoredEvent[]): number {
  const verifier = new LogVerifier()
  for (const event of events) verifier.check(event)
  return verifier.finish().length
}
