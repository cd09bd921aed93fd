import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface SecretFile {
  readonly folder: string
  readonly name: string
  /** How messages refer to it: `the token secret`. */
  readonly label: string
  /** What the operator can do if the file cannot be read or written: `set JWT_SECRET`. */
  readonly remedy: string
  readonly generate: () => string
}

/**
 * Returns the text of a secret file, which is generated if it does not exist and is readable only by its owner. Processes that start at
 * the same time agree on one.
 *
 * @throws Error with a message for the operator if the file cannot be read or written
 */
export async function readOrCreateSecret(secret: SecretFile): Promise<string> {
  return (await read(secret)) ?? (await create(secret))
}

async function read({ folder, name, label, remedy }: SecretFile): Promise<string | undefined> {
  const file = join(folder, name)
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw new Error(`Cannot read ${label} from ${file}: ${remedy}`, { cause: error })
  }
}

/** Writes a temporary file and links it into place, so that concurrent processes see a complete file and use the same one. */
async function create({ folder, name, label, remedy, generate }: SecretFile): Promise<string> {
  const file = join(folder, name)
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(temporary, generate(), { mode: 0o600, flag: 'wx', flush: true })
    await link(temporary, file).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error
    })
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Error(`Cannot store ${label} in ${file}: ${remedy}`, { cause: error })
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Returns whether an error has a code of the operating system, e.g. `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
