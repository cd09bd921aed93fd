import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** The operating system account that PostgreSQL runs as. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root. The account that is created for it has this name. */
const ACCOUNT_NAME = 'outlast'

/** Accounts to use if none can be created. */
const FALLBACK_NAMES = ['postgres', '_postgres', 'nobody']

/**
 * Returns the account that PostgreSQL runs as; undefined means the current user. As root, it is the owner of the existing
 * cluster, or else an unprivileged system account, which is created if it does not exist.
 *
 * @param cluster the cluster's data folder, if it exists
 * @throws Error with a message for the operator if there is no such account and it cannot be created
 */
export function accountFor(cluster: string | undefined): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = cluster === undefined ? undefined : statSync(cluster, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return lookUp(ACCOUNT_NAME) ?? create() ?? firstOf(FALLBACK_NAMES)
}

function create(): Account | undefined {
  const shell = '/usr/sbin/nologin'
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    shell,
    ACCOUNT_NAME,
  ])
  return lookUp(ACCOUNT_NAME)
}

function firstOf(names: readonly string[]): Account {
  for (const name of names) {
    const account = lookUp(name)
    if (account !== undefined) return account
  }
  throw new Error(
    `PostgreSQL does not run as root, and the account "${ACCOUNT_NAME}" could not be created: create it, or set DATABASE_URL`,
  )
}

function lookUp(name: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const result = spawnSync('id', [flag, name], { encoding: 'utf8' })
    return result.status === 0 ? Number(result.stdout.trim()) : undefined
  })
  return uid === undefined || gid === undefined || uid === 0 ? undefined : { uid, gid }
}

/** Returns whether the account can enter a folder. Tries it, since the modes of all parent folders and ACLs matter. */
export function canEnter(account: Account, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { cwd: '/', stdio: 'ignore', ...account }).status === 0
}
