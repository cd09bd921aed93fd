import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Tables } from '../database/tables.ts'

/** Returns whether the first admin of a pool needs the setup link: on a public address, anyone could register first. */
export function needsSetupLink({ production, adminEmail }: Pick<Config, 'production' | 'adminEmail'>): boolean {
  return production && adminEmail === undefined
}

/**
 * Returns the token of the setup link. It is derived from the server's secret and the database, so that every process accepts
 * the same one, also after a restart. It works once, because the pool then has an admin (docs/rules.md §11.1).
 */
export async function setupToken(db: Kysely<Tables>, secret: string): Promise<string> {
  const { salt } = await db.selectFrom('setup_link').select('salt').executeTakeFirstOrThrow()
  return createHmac('sha256', secret).update(`setup:${salt}`).digest('base64url')
}

/** Returns whether a token is that of the setup link. */
export async function isSetupToken(db: Kysely<Tables>, secret: string, token: string): Promise<boolean> {
  const expected = Buffer.from(await setupToken(db, secret))
  const given = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
