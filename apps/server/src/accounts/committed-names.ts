import { setImmediate } from 'node:timers/promises'
import { nameCommitment, type PoolState, type User, userId } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { nodeHashing } from '../log/hashing.ts'
import type { Finding } from '../log/verify-chain.ts'
import { type Account, saltedNames } from './accounts.ts'

// Raw SQL: a column that an older schema lacks.

const USERS_AT_ONCE = 100

/** An account's names with the salt of their commitment. */
type NamedAccount = Pick<Account, 'user_id' | 'first_name' | 'last_name' | 'name_salt'>

/** Reads what a comparison of all names needs, also in a restored database from before the column of the salts. */
export async function readNamedAccounts(db: Kysely<Tables>): Promise<readonly NamedAccount[]> {
  const { rows } = await sql<NamedAccount>`
    SELECT user_id, first_name, last_name, to_jsonb(accounts) ->> 'name_salt' AS name_salt FROM accounts ORDER BY user_id`.execute(
    db,
  )
  return rows
}

/** How the names in the database compare with those that the log committed to. */
export interface NamesComparison {
  /** One for each account whose names are other ones, at the position of its newest commitment. */
  readonly findings: readonly Finding[]
  /** How many accounts have a commitment. */
  readonly committed: number
  /** How many accounts are from before the log had commitments. */
  readonly uncommitted: number
}

/** Compares the names of accounts with the commitments in a pool that was folded from the log. */
export async function compareNames({ users }: PoolState, accounts: readonly NamedAccount[]): Promise<NamesComparison> {
  const byId = new Map(accounts.map((account) => [userId(account.user_id), account]))
  const findings: Finding[] = []
  for (const [index, user] of [...users.values()].entries()) {
    // A server answers requests in between.
    if (index % USERS_AT_ONCE === 0) await setImmediate()
    findings.push(...problemOf(user, byId.get(user.id)))
  }
  const committed = [...users.values()].filter(({ names }) => names !== undefined).length
  const uncommitted = accounts.filter((account) => mayCommit(users.get(userId(account.user_id)))).length
  return { findings, committed, uncommitted }
}

function problemOf({ id, names: committed }: User, account: NamedAccount | undefined): readonly Finding[] {
  if (committed === undefined) return []
  const { commitment, position } = committed
  if (account === undefined) return [{ position, problem: `the account of user ${id} is missing` }]
  const names = saltedNames(account, account.name_salt ?? '')
  if (nameCommitment(nodeHashing, id, names) === commitment) return []
  return [{ position, problem: `the names of user ${id} are not those that the log committed to` }]
}

/** Whether the pool has a user without a commitment. An account that has one keeps it, whatever its row says. */
export const mayCommit = (user: User | undefined): boolean => user !== undefined && user.names === undefined
