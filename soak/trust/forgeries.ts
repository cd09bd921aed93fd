import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pickCommitment, TEAMS } from '@outlast/domain'
import { nodeHashing } from '@outlast/server/log/hashing'
import { eventHashOf } from '@outlast/server/log/chain'
import { rebuildProjections } from '@outlast/server/log/projections'
import { readEvents } from '@outlast/server/log/read'
import { SignedHeads } from '@outlast/server/log/signed-heads'
import type { StoredEvent } from '@outlast/server/log/stored-event'
import { withClient } from '@outlast/testing'
import { loseLastEvents, replaceLog, withLogDatabase, withMatchingHashes } from '@outlast/testing/rewritten-log'

/** What somebody who controls the server can change. */
interface ForgedPool {
  readonly connectionString: string
  readonly dataDir: string
}

/** A forgery, and who notices it without being asked (docs/proofs.md, "Who notices what"). */
export interface Forgery {
  readonly name: string
  readonly isSeenByNewcomer: boolean
  /** Made while the server runs: it does not start on such a log. */
  readonly isRefusedByStart?: boolean
  /** Runs while no server does, unless a start refuses it. */
  readonly make: (pool: ForgedPool) => Promise<void>
}

const EVERYTHING = 1_000_000
const KEY_FILE = 'head-key'

/** Changes the first pick of the log with its commitment, so that the root of its week does not fit any more. */
function withOtherPick(events: readonly StoredEvent[]): readonly StoredEvent[] {
  const pick = events.find((event) => event.type === 'PickSubmitted')
  if (pick?.type !== 'PickSubmitted') throw new Error('the log has no pick')
  const { entryId, weekId, nonce } = pick.data
  const team = TEAMS.find(({ abbr }) => abbr !== pick.data.team)?.abbr ?? pick.data.team
  const commitment = pickCommitment(nodeHashing, nonce, entryId, weekId, team)
  return events.map((event) => (event === pick ? { ...pick, data: { ...pick.data, team, commitment } } : event))
}

/** Changes the id of an early event, which shows nowhere but in the hashes of the log. */
const withOtherId = (events: readonly StoredEvent[]): readonly StoredEvent[] =>
  events.map((event, i) => (i === 9 ? { ...event, eventId: crypto.randomUUID() } : event))

const rewrite = async (
  { connectionString }: ForgedPool,
  change: (events: readonly StoredEvent[]) => readonly StoredEvent[],
): Promise<readonly StoredEvent[]> =>
  withLogDatabase(connectionString, async (db) => {
    const events = change(await readEvents(db, 0, EVERYTHING))
    await replaceLog(db, events)
    await rebuildProjections(db)
    return events
  })

async function signAgain({ dataDir }: ForgedPool, events: readonly StoredEvent[], hasNewKey = false): Promise<void> {
  const { file, all } = await readHeads(dataDir)
  await rm(file)
  if (hasNewKey) await rm(join(dataDir, KEY_FILE))
  const again = await SignedHeads.open(dataDir)
  for (const { position, signedAt } of all) {
    const event = events[position - 1]
    if (event !== undefined) await again.sign(event, signedAt)
  }
}

async function readHeads(dataDir: string) {
  const heads = await SignedHeads.open(dataDir)
  return { file: heads.file, all: await heads.all() }
}

/** Runs a statement as only a superuser can, past the triggers that protect the log. */
export const statement =
  (sql: string) =>
  ({ connectionString }: Pick<ForgedPool, 'connectionString'>): Promise<void> =>
    withClient(connectionString, async (client) => {
      await client.query('SET session_replication_role = replica')
      const { rowCount } = await client.query(sql)
      if (rowCount === 0) throw new Error(`changed nothing: ${sql}`)
    })

export const FORGERIES: readonly Forgery[] = [
  {
    name: 'an old event in the log, with every hash',
    isSeenByNewcomer: true,
    make: async (pool) => void (await rewrite(pool, (events) => withMatchingHashes(withOtherId(events)))),
  },
  {
    name: 'the newest events removed',
    isSeenByNewcomer: true,
    make: ({ connectionString }) =>
      withLogDatabase(connectionString, async (db) => {
        await loseLastEvents(db, 3)
        await rebuildProjections(db)
      }),
  },
  {
    name: 'an old pick in the log, with every hash and the heads signed again',
    isSeenByNewcomer: true,
    make: async (pool) => signAgain(pool, await rewrite(pool, (events) => withMatchingHashes(withOtherPick(events)))),
  },
  {
    name: 'an old event in the log, with every hash and the heads signed again',
    isSeenByNewcomer: false,
    make: async (pool) => signAgain(pool, await rewrite(pool, (events) => withMatchingHashes(withOtherId(events)))),
  },
  {
    name: 'the same, with a new key',
    isSeenByNewcomer: false,
    make: async (pool) => signAgain(pool, await rewrite(pool, (events) => withMatchingHashes(withOtherId(events))), true),
  },
  {
    name: 'an event in the log whose later hashes were not computed again',
    isSeenByNewcomer: true,
    isRefusedByStart: true,
    make: async (pool) => {
      const events = await withLogDatabase(pool.connectionString, (db) => readEvents(db, 0, EVERYTHING))
      const forged = withOtherId(events).map((event, i) =>
        event === events[i] ? event : { ...event, eventHash: eventHashOf(event) },
      )
      await withLogDatabase(pool.connectionString, (db) => replaceLog(db, forged))
    },
  },
]
