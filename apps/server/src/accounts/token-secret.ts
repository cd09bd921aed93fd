import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = 'jwt-secret'
const BYTES = 48
const MIN_BYTES = 32

/**
 * The secret that tokens are signed with: the configured one, or one made once and kept in the data folder, readable by
 * its owner alone. Several processes that start at once agree on one.
 * @throws Error with a sentence when the file was cut short, or cannot be read or written
 */
export async function tokenSecret(config: { readonly jwtSecret: string | undefined; readonly dataDir: string }): Promise<string> {
  if (config.jwtSecret !== undefined) return config.jwtSecret
  const file = join(config.dataDir, FILE)
  const secret = ((await read(file)) ?? (await make(config.dataDir, file))).trim()
  if (Buffer.byteLength(secret) >= MIN_BYTES) return secret
  throw new Error(`${file} is cut short: delete it (everybody signs in again), or set JWT_SECRET`)
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw new Error(`The secret cannot be read from ${file}: set JWT_SECRET, or OUTLAST_DATA`, { cause: error })
  }
}

/** Written aside and linked into place: whoever comes second finds a whole file, and takes it. */
async function make(folder: string, file: string): Promise<string> {
  const aside = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(aside, `${randomBytes(BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await link(aside, file).catch((error: unknown) => {
      if (!isCode(error, 'EEXIST')) throw error
    })
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Error(`The secret cannot be kept in ${file}: set JWT_SECRET, or OUTLAST_DATA`, { cause: error })
  } finally {
    await rm(aside, { force: true })
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
