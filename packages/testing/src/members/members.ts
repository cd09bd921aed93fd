import { createClient } from '@outlast/contract/client'
import { TEAMS } from '@outlast/domain'
import { forEachConcurrently, range } from '../async.ts'
import type { TestDatabase } from '../postgres/database.ts'
import { type Person, registerPerson } from '../server/people.ts'
import { startTestPool } from '../server/test-pool.ts'

/** A member with a few entries. */
export interface Member extends Person {
  readonly entryIds: readonly number[]
}

/** The people of a pool: an admin without entries, and members. */
export interface Members {
  readonly admin: Member
  readonly members: readonly Member[]
}

/** Registers an admin, and then members with entries of their own, on a running server. Their email addresses are `fan0@club.example`, … */
export async function registerMembers(url: string, count: number, entriesEach: number): Promise<Members> {
  const admin = await registerMember(url, 'admin', 0)
  return { admin, members: await forEachConcurrently(range(count), (n) => registerMember(url, `fan${n}`, entriesEach)) }
}

/** Registers the same people before a scenario starts its servers, with a server in this process. Tokens are valid on all test servers. */
export async function registerMembersIn(database: TestDatabase, count: number, entriesEach: number): Promise<Members> {
  const pool = await startTestPool({ database })
  try {
    return await registerMembers(pool.url, count, entriesEach)
  } finally {
    await pool.stop()
  }
}

async function registerMember(url: string, name: string, entries: number): Promise<Member> {
  const clientFor = (token: string | null) => createClient({ baseUrl: url, token: () => token })
  const person = await registerPerson(clientFor, name, 'Fan')
  const entryIds: number[] = []
  for (let n = 1; n <= entries; n += 1) {
    const { id } = await person.api.call('createEntry', { body: { user_id: person.id, name: `${name} ${n}` } })
    entryIds.push(id)
  }
  return { ...person, entryIds }
}

/** Returns a team, a different one for each of 32 consecutive numbers. */
export function teamAt(n: number): string {
  return TEAMS[n % TEAMS.length]?.abbr ?? ''
}
