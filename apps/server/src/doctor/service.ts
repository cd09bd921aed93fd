import { createHmac, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type CheckName, type ServiceChecks, serviceChecks } from '@outlast/contract/rest/admin/checks'
import { secretFile } from '../accounts/token-secret.ts'
import type { Config } from '../config/config.ts'
import { reachOf } from '../lib/reach.ts'
import { codeOf, fail, type Finding, ok, warn } from './check.ts'
import { localUrl } from './address.ts'

const TIMEOUT_MS = 20_000

/** The token with which the doctor asks the pool. Whoever can derive it has the server's secret, so the checks tell them nothing new. */
export const checksToken = (secret: string): string => createHmac('sha256', secret).update('checks').digest('base64url')

/**
 * Asks the pool that runs here what only its own process can know.
 *
 * @returns a finding that says why, if it did not answer
 */
export async function askService(config: Config): Promise<{ readonly secret: string; readonly answer: ServiceChecks } | Finding> {
  const unasked = (why: string): Finding =>
    warn('service', `What only the running pool knows could not be asked, such as the folders that it may write: ${why}`)
  const secret = config.jwtSecret ?? (await readFile(secretFile(config.dataDir), 'utf8').catch(() => '')).trim()
  if (secret === '')
    return unasked('this user cannot read the secret of the server. Run this as the user of the pool, with its settings')
  try {
    const headers = { Authorization: `Bearer ${checksToken(secret)}` }
    const response = await fetch(localUrl(config, '/checks'), { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.status === 404)
      return unasked('its secret is not that of this command, or it is of an earlier version. Restart it, and use its settings')
    return { secret, answer: serviceChecks.parse(await response.json()) }
  } catch {
    return unasked('it gave no answer that this version understands. See its log, and restart it')
  }
}

/**
 * Checks that this process can write a folder, by doing it: the rights of the folder do not tell what a sandbox, a read-only disk or a
 * quota forbids.
 */
async function checkFolder<Name extends CheckName>(
  check: Name,
  folder: string,
  { what, advice }: { readonly what: string; readonly advice: string },
): Promise<Finding<Name>> {
  const file = join(folder, `.outlast-check-${randomUUID()}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const handle = await open(file, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
    try {
      await handle.writeFile('x')
    } finally {
      await handle.close()
      await rm(file, { force: true })
    }
    return ok(check, `The pool can write ${what}`)
  } catch (error) {
    return fail(check, `The pool cannot write ${what} (${codeOf(error)}): ${advice}`)
  }
}

const RIGHTS =
  'correct its owner and its disk; with systemd, allow it with ReadWritePaths= (sudo systemctl edit outlast), then restart the pool'

export const checkDataFolder = (folder: string) =>
  checkFolder('data_folder', folder, { what: 'its data folder', advice: `OUTLAST_DATA names it; ${RIGHTS}` })

export const checkBackupFolder = (folder: string) =>
  checkFolder('backup_folder', folder, { what: 'the folder of backups', advice: `BACKUP_DIR names it; ${RIGHTS}` })

/** Says from where the address can be opened that mails carry. */
export function checkPublicAddress({ publicUrl, publicUrlIsDefault }: Pick<Config, 'publicUrl' | 'publicUrlIsDefault'>) {
  const check = 'public_address'
  if (publicUrlIsDefault) return warn(check, 'Links in mails lead to localhost: set PUBLIC_URL to the address that members open')
  const reach = reachOf(publicUrl)
  if (reach === 'everywhere') return ok(check, `Links in mails lead to ${publicUrl}`)
  const where = reach === 'computer' ? 'this computer' : 'this network'
  return warn(check, `${publicUrl} can be opened from ${where} only: set PUBLIC_URL to an address that members can open`)
}

/** @param signs what the requests since the start say against `TRUST_PROXY` */
export function checkProxy({ trustProxy }: Pick<Config, 'trustProxy'>, signs: readonly string[]): Finding<'proxy'> {
  if (signs.length > 0) return warn('proxy', signs.join(' '))
  const setting = trustProxy === false ? 'off' : String(trustProxy)
  return ok('proxy', `TRUST_PROXY is ${setting}, and no request since the start contradicts it`)
}
