import { rmSync } from 'node:fs'
import { instantFromMs } from '@outlast/domain'
import { type Database, openDatabase, type Tables } from '@outlast/server/database'
import { type Random, seededRandom } from '@outlast/seasons/random'
import { rebuildProjections } from '@outlast/server/log/projections'
import { readEvents } from '@outlast/server/log/read'
import { SignedHeads } from '@outlast/server/log/signed-heads'
import type { StoredEvent } from '@outlast/server/log/stored-event'
import { LogVerifier } from '@outlast/server/log/verify'
import { generatePool, runProgram } from '@outlast/testing'
import { createTemporaryFolder } from '@outlast/testing/files'
import { replaceLog } from '@outlast/testing/rewritten-log'
import { sql } from 'kysely'
import { info, isEmpty, isEqual, type Scenario } from '../support/scenario.ts'
import { createReadModelTamperer } from './read-models.ts'
import { TAMPERINGS, tamperWith } from './tamperings.ts'

const POOL = { entries: 20, entriesPerMember: 2, playedWeeks: 3, current: 'open', events: 600, goodPicks: 0.9 } as const

/** What to verify: a database, and the data folder with the signed heads. */
interface Target {
  readonly database: Database<Tables>
  readonly verify: (...args: readonly string[]) => Promise<{ readonly code: number | null; readonly err: string }>
  readonly progress: (message: string) => void
}

/**
 * Changes the log and the read models with all rights in the database, bypassing triggers. Half of the changed logs have hashes that
 * match. The server has signed its first event, each lock and the end; the intruder cannot reach these signatures.
 */
export const tamper: Scenario<{ tamperings: number; readModels: number; seed: number }> = {
  name: 'tamper',
  about: 'changes of the log and of the read models as superuser, against log verify with the signed heads of the data folder',
  sizes: { tamperings: 200, readModels: 60, seed: 20_261_122 },
  short: { tamperings: 14, readModels: 2, seed: 20_261_122 },
  async run({ createDatabase, progress }, { tamperings, readModels, seed }) {
    const created = await createDatabase()
    const folder = createTemporaryFolder('tamper')
    const { connectionString } = created
    await generatePool(connectionString, POOL)
    const database = openDatabase<Tables>({ connectionString, max: 1, onError: () => {} })
    const env = { DATABASE_URL: connectionString, OUTLAST_DATA: folder }
    const verify = (...args: readonly string[]) =>
      runProgram(process.execPath, ['apps/server/src/main.ts', 'log', 'verify', ...args], { env })
    const target: Target = { database, verify, progress }
    try {
      await sql`ALTER TABLE events DROP CONSTRAINT events_stream_version_key`.execute(database.db)
      const original = await readEvents(database.db, 0, 1_000_000)
      await signHeads(folder, original)
      await prepareReadModels(connectionString)
      const codeBefore = (await verify()).code
      const log = await tamperWithLog(target, original, tamperings, seededRandom(seed))
      const models = await tamperWithReadModels(target, readModels, seededRandom(seed))
      const codeAfter = (await verify()).code
      return {
        title: `${tamperings} changes of a log of ${original.length} events and ${readModels} of the read models, seed ${seed}`,
        checks: [
          isEqual('exit codes of log verify for the original pool, before and after', '0 0', `${codeBefore} ${codeAfter}`),
          isEqual('changes of the log that were detected', tamperings, tamperings - log.missed.length),
          isEmpty('changes of the log that log verify did not detect', log.missed),
          isEqual('changes of the read models that were detected', readModels, readModels - models.missed.length),
          isEmpty('changes of the read models that log verify did not detect', models.missed),
          info('changes of the log with matching hashes, which only the signed heads or the rules can detect', log.withHashes),
          info('of these detected without signed heads, by commitments, roots and rules', log.detectedWithoutHeads),
        ],
        notes: [`In turn: ${Object.keys(TAMPERINGS).join('; ')}.`, `Among the read models: ${models.done.join('; ')}.`],
      }
    } finally {
      await database.close()
      await created.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function tamperWithLog(
  { database, verify, progress }: Target,
  original: readonly StoredEvent[],
  times: number,
  random: Random,
) {
  const missed: string[] = []
  let detectedWithoutHeads = 0
  let withHashes = 0
  for (let n = 0; n < times; n += 1) {
    const { what, events, hashesMatch } = tamperWith(original, random, n)
    await replaceLog(database.db, events, hashesMatch ? events.at(-1) : original.at(-1))
    const { code, err } = await verify('--log-only')
    if (code !== 1 || !err.includes('The log is invalid')) missed.push(`${n + 1}: ${what} (exit code ${code})`)
    if (hashesMatch) withHashes += 1
    if (hashesMatch && countFindings(events) > 0) detectedWithoutHeads += 1
    if ((n + 1) % 20 === 0) progress(`${n + 1} changes of the log, ${missed.length} not detected`)
  }
  await replaceLog(database.db, original)
  return { missed, detectedWithoutHeads, withHashes }
}

async function tamperWithReadModels({ database, verify, progress }: Target, times: number, random: Random) {
  const missed: string[] = []
  const done = new Set<string>()
  const tamperer = await createReadModelTamperer(database.db)
  for (let n = 0; n < times; n += 1) {
    const what = await tamperer.tamper(random, n)
    done.add(what)
    const { code, err } = await verify()
    if (code !== 1 || !err.includes('The read models')) missed.push(`${n + 1}: ${what} (exit code ${code})`)
    await tamperer.restore()
    if ((n + 1) % 20 === 0) progress(`${n + 1} changes of the read models, ${missed.length} not detected`)
  }
  return { missed, done: [...done].sort() }
}

/** Signs what the server would have signed: the first event, each lock, and the end. */
async function signHeads(folder: string, events: readonly StoredEvent[]): Promise<void> {
  const heads = await SignedHeads.open(folder)
  for (const event of events) {
    if (event.position === 1 || event.type === 'WeekLocked' || event === events.at(-1)) await heads.sign(event, instantFromMs(0))
  }
}

async function prepareReadModels(connectionString: string): Promise<void> {
  const database = openDatabase<Tables>({ connectionString, max: 3, onError: () => {} })
  try {
    await rebuildProjections(database.db)
  } finally {
    await database.close()
  }
}

/** Counts what the verifier finds without a kept head. */
function countFindings(events: readonly StoredEvent[]): number {
  const verifier = new LogVerifier()
  for (const event of events) verifier.check(event)
  return verifier.finish().length
}
