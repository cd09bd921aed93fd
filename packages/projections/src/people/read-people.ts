import type { UserId } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Directory, Person } from './directory.ts'

// Raw SQL: accounts are a table of the server's.

/** Reads the personal data of all accounts. */
export async function readPeople(db: QueryExecutorProvider): Promise<Directory> {
  const { rows } = await sql<Person & { readonly user_id: UserId }>`
    SELECT user_id, email, first_name, last_name, mobile FROM accounts`.execute(db)
  const people = new Map(rows.map(({ user_id, ...person }) => [user_id, person]))
  return { of: (id) => people.get(id) }
}
