import type { User } from '@outlast/contract'
import type { createClient } from '@outlast/contract/client'

/** The password of everybody who registers in tests. */
export const PASSWORD = 'correct horse battery'

/** A client of the API, signed in or not. */
export type Api = ReturnType<typeof createClient>

/** A person with an account, and a client that acts as this person. */
export interface Person {
  readonly id: number
  readonly user: User
  /** First and last name. */
  readonly name: string
  readonly email: string
  readonly password: string
  readonly token: string
  readonly api: Api
}

/**
 * Registers a person by first and last name, with an email address derived from it.
 * @param clientFor returns a client for a token, or for a visitor
 * @param lastName for a name of one word
 */
export async function registerPerson(
  clientFor: (token: string | null) => Api,
  fullName: string,
  lastName: string,
): Promise<Person> {
  const [first_name = '', ...rest] = fullName.split(' ')
  const last_name = rest.join(' ') || lastName
  const email = emailOf(fullName)
  const { token, user } = await clientFor(null).call('register', { body: { email, password: PASSWORD, first_name, last_name } })
  return { id: user.id, user, name: `${first_name} ${last_name}`, email, password: PASSWORD, token, api: clientFor(token) }
}

function emailOf(name: string): string {
  const ascii = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return `${ascii.replace(/[^a-z0-9-]+/g, '.')}@club.example`.replace('.@', '@')
}
