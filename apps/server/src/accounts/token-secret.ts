import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrCreateSecret } from '../lib/secret-file.ts'

const FILE = 'jwt-secret'
/** The file with the secret of a pool without `JWT_SECRET`. */
export const secretFile = (dataDir: string): string => join(dataDir, FILE)
const BYTES = 48
const MIN_BYTES = 32

/**
 * Returns the secret that signs tokens: the configured one, or one that is generated once and stored in the data folder,
 * readable only by its owner. Processes that start at the same time agree on one.
 *
 * @throws Error with a message for the operator if the file is truncated, or cannot be read or written
 */
export async function tokenSecret(config: { readonly jwtSecret: string | undefined; readonly dataDir: string }): Promise<string> {
  if (config.jwtSecret !== undefined) return config.jwtSecret
  const secret = await readOrCreateSecret({
    folder: config.dataDir,
    name: FILE,
    label: 'the token secret',
    remedy: 'set JWT_SECRET or OUTLAST_DATA',
    generate: () => `${randomBytes(BYTES).toString('base64url')}\n`,
  })
  if (Buffer.byteLength(secret.trim()) >= MIN_BYTES) return secret.trim()
  throw new Error(`${secretFile(config.dataDir)} is truncated: delete it (all members must sign in again), or set JWT_SECRET`)
}
