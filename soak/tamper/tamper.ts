import { isDeepStrictEqual } from 'node:util'
import { makePool } from '@outlast/testing/generated/pool'
import { type Database, openDatabase } from '@outlast/server/database'
import type { Tables } from '@outlast/server/database'
import { readEvents, readHead } from '@outlast/server/log/read'
import type { StoredEvent } from '@outlast/server/log/stored-event'
import { LogVerifier } from '@outlast/server/log/verify'
import { writeEvents } from '@outlast/server/log/write'
import { type Random, seededRandom } from '@outlast/server/demo/random'
import { runProcess } from '@outlast/testing/process/program'
import { sql } from 'kysely'
import { equal, none, type Scenario, told } from '../support/scenario.ts'
import { madeToFit, TAMPERINGS } from './tamperings.ts'

const POOL = { entries: 20, entriesPerMember: 2, playedWeeks: 3, openWeek: true, events: 600, goodPicks: 0.9 }

interface Case {
  readonly what: string
  readonly events: readonly StoredEvent[]
  /** Whether every hash, and the log's recorded head, was made to fit. */
  readonly clever: boolean
}

/** Somebody with all rights in the database changes the log, past its triggers; half the time with every hash made to fit. */
export const tamper: Scenario<{ tamperings: number; seed: number }> = {
  name: 'tamper',
  about: 'edits, deletions, reorderings and truncations of the log as superuser, against log verify and a published head',
  sizes: { tamperings: 200, seed: 20_261_122 },
  short: { tamperings: 20, seed: 20_261_122 },
  async run({ database: newDatabase, say }, { tamperings, seed }) {
    const made = await newDatabase()
    const { connectionString } = made
    const database = openDatabase<Tables>({ connectionString, max: 1, onError: () => {} })
    try {
      await makePool(database.db, POOL)
      await sql`ALTER TABLE events DROP CONSTRAINT events_stream_version_key`.execute(database.db)
      const whole = await readEvents(database.db, 0, 1_000_000)
      const { position, hash } = await readHead(database.db)
      const published = `${position}:${hash}`
      const verify = async () => (await verifies(connectionString, published)).code
      const before = await verify()
      const missed: string[] = []
      let foundWithoutHead = 0
      let clever = 0
      const random = seededRandom(seed)
      for (let n = 0; n < tamperings; n += 1) {
        const one = madeUp(whole, random, n)
        await put(database, one, whole)
        const { code, err } = await verifies(connectionString, published)
        if (code !== 1 || !err.includes('The log is invalid')) missed.push(`${n + 1}: ${one.what} (exit code ${code})`)
        if (one.clever) clever += 1
        if (one.clever && findings(one.events) > 0) foundWithoutHead += 1
        if ((n + 1) % 20 === 0) say(`${n + 1} tamperings, ${missed.length} not found`)
      }
      await put(database, { what: 'nothing', events: whole, clever: true }, whole)
      return {
        title: `${tamperings} tamperings with a log of ${whole.length} events, seed ${seed}`,
        demands: [
          equal('log verify of the untouched log, before and after: exit codes', '0 0', `${before} ${await verify()}`),
          equal('tamperings', tamperings, tamperings - missed.length),
          none('tamperings that log verify did not find', missed),
          told('of them with every hash made to fit, which the published head has to find', clever),
          told('of those found also without it, by commitments, roots and rules', foundWithoutHead),
        ],
        notes: [`In turn: ${Object.keys(TAMPERINGS).join('; ')}.`, 'The head was published at the end of the log.'],
      }
    } finally {
      await database.close()
      await made.drop()
    }
  },
}

/** The next kind of tampering, somewhere; again when by chance it changed nothing. */
function madeUp(whole: readonly StoredEvent[], random: Random, n: number): Case {
  const kinds = Object.entries(TAMPERINGS)
  const [what = '', tampering] = kinds[n % kinds.length] ?? []
  const clever = Math.floor(n / kinds.length) % 2 === 1
  for (;;) {
    const changed = tampering?.(whole, random) ?? []
    const events = clever ? madeToFit(changed) : changed
    if (!isDeepStrictEqual(events, whole)) return { what: clever ? `${what}, and all made to fit` : what, events, clever }
  }
}

/** Writes a log in place of what is there, as nothing but a superuser can. The recorded head is left as it was unless it is made to fit. */
async function put({ db }: Database<Tables>, { events, clever }: Case, whole: readonly StoredEvent[]): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`SET session_replication_role = replica`.execute(connection)
    await sql`TRUNCATE events`.execute(connection)
    await writeEvents(connection, events)
    const head = clever ? events.at(-1) : whole.at(-1)
    if (head !== undefined) {
      await sql`UPDATE log_head SET position = ${head.position}, hash = decode(${head.hash}, 'hex')`.execute(connection)
    }
    await sql`SET session_replication_role = DEFAULT`.execute(connection)
  })
}

function verifies(connectionString: string, published: string) {
  const args = ['apps/server/src/cli/log.ts', 'verify', '--head', published]
  return runProcess(process.execPath, args, { env: { DATABASE_URL: connectionString } })
}

/** What is wrong with a log for somebody who wrote no head down. */
function findings(events: readonly StoredEvent[]): number {
  const verifier = new LogVerifier()
  for (const event of events) verifier.check(event)
  return verifier.finish().length
}
