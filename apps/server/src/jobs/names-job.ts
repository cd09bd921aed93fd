import { type UserId, userId } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { readAccountIds, saltedNames } from '../accounts/accounts.ts'
import { compareNames, mayCommit, readNamedAccounts } from '../accounts/committed-names.ts'
import type { CommandQueue } from '../commands/queue.ts'
import type { Tables } from '../database/tables.ts'
import { commandForm } from '../lib/command-form.ts'
import { readHead } from '../log/read.ts'
import type { Follower } from '../pool/follower.ts'
import type { Job } from './job.ts'

// Raw SQL: one statement for any number of accounts.

const HOUR_MS = 3_600_000
/** Accounts per transaction. Small, so that the commands of members, above all their picks, wait only briefly. */
const CHUNK_SIZE = 100

interface NamesJobOptions {
  readonly db: Kysely<Tables>
  readonly follower: Pick<Follower, 'pool' | 'catchUp'>
  readonly queue: Pick<CommandQueue, 'submit'>
  readonly newNonce: () => string
  readonly log: Pick<Logger, 'error'>
}

/**
 * Commits to the names of accounts from before the log had commitments, and compares all names with their commitments, in one of all
 * processes.
 */
export function namesJob(options: NamesJobOptions): Job {
  return {
    name: 'the commitments to names',
    leader: true,
    every: HOUR_MS,
    run: async () => {
      await commitOlderNames(options)
      await compareAllNames(options)
    },
  }
}

async function commitOlderNames({ db, follower, queue, newNonce }: NamesJobOptions): Promise<void> {
  const ids = (await readAccountIds(db)).filter((id) => mayCommit(follower.pool.users.get(id)))
  for (let start = 0; start < ids.length; start += CHUNK_SIZE) {
    await commitNamesOf(queue, ids.slice(start, start + CHUNK_SIZE), newNonce)
  }
}

async function commitNamesOf(queue: NamesJobOptions['queue'], ids: readonly UserId[], newNonce: () => string): Promise<void> {
  const salts = new Map(ids.map((id) => [id, newNonce()]))
  const result = await queue.submit<'CommitNames', null>({
    envelope: async (tx) => ({
      command: { type: 'CommitNames', data: { people: await peopleOf(tx, salts) } },
      actor: { kind: 'system' },
    }),
    effects: (tx, { reply }) => storeSalts(tx, reply.userIds, salts),
    toResponse: () => null,
  })
  if (!result.ok) throw result.violation
}

/** Reads names under the append lock. */
async function peopleOf(tx: Kysely<Tables>, salts: ReadonlyMap<UserId, string>) {
  const accounts = tx.selectFrom('accounts').select(['user_id', 'first_name', 'last_name'])
  const rows = await accounts.where('user_id', 'in', [...salts.keys()]).execute()
  return rows.map((row) => {
    const id = userId(row.user_id)
    return { userId: id, names: saltedNames(row, salts.get(id) ?? '') }
  })
}

async function storeSalts(tx: Kysely<Tables>, ids: readonly UserId[], salts: ReadonlyMap<UserId, string>): Promise<void> {
  const rows = JSON.stringify(ids.map((id) => ({ id, salt: salts.get(id) })))
  await sql`
    UPDATE accounts SET name_salt = salt
    FROM json_to_recordset(${rows}::json) AS committed(id bigint, salt text) WHERE user_id = id`.execute(tx)
}

async function compareAllNames({ db, follower, log }: NamesJobOptions): Promise<void> {
  const { head, accounts } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({ head: await readHead(tx), accounts: await readNamedAccounts(tx) }))
  await follower.catchUp(db)
  // A name that changed since the accounts were read is compared next time.
  const compared = await compareNames(follower.pool, accounts)
  const findings = compared.findings.filter(({ position }) => position <= head.position)
  if (findings.length === 0) return
  log.error(
    { positions: findings.map(({ position }) => position) },
    `Somebody changed names in the database: ${findings.map(({ problem }) => problem).join('; ')}. Run ${commandForm('log verify')}`,
  )
}
