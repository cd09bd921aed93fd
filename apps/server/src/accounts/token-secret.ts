import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = 'jwt-secret'
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
  const file = join(config.dataDir, FILE)
  const secret = ((await read(file)) ?? (await generate(config.dataDir, file))).trim()
  if (Buffer.byteLength(secret) >= MIN_BYTES) return secret
  throw new Error(`${file} is truncated: delete it (all members must sign in again), or set JWT_SECRET`)
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw new Error(`Cannot read the token secret from ${file}: set JWT_SECRET or OUTLAST_DATA`, { cause: error })
  }
}

/** Writes a temporary file and links it into place, so that concurrent processes see a complete file and use the same one. */
async function generate(folder: string, file: string): Promise<string> {
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(temporary, `${randomBytes(BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await link(temporary, file).catch((error: unknown) => {
      if (!isCode(error, 'EEXIST')) throw error
    })
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Error(`Cannot store the token secret in ${file}: set JWT_SECRET or OUTLAST_DATA`, { cause: error })
  } finally {
    await rm(temporary, { force: true })
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
