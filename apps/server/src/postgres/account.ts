import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** The account of the operating system that PostgreSQL runs as. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root. The account made for it is of this name. */
const NAME = 'outlast'

/** Accounts that do where none can be made. */
const OTHERS = ['postgres', '_postgres', 'nobody']

/**
 * Who PostgreSQL is to run as: undefined for the current user. As root, whoever owns the existing cluster,
 * else an unprivileged system account, which is made when it is missing.
 *
 * @param cluster the folder of the cluster's data, if there is one already
 * @throws Error with a sentence when root has no such account and cannot make one
 */
export function accountFor(cluster: string | undefined): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = cluster === undefined ? undefined : statSync(cluster, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return lookUp(NAME) ?? make() ?? firstOf(OTHERS)
}

function make(): Account | undefined {
  const shell = '/usr/sbin/nologin'
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', shell, NAME])
  return lookUp(NAME)
}

function firstOf(names: readonly string[]): Account {
  for (const name of names) {
    const account = lookUp(name)
    if (account !== undefined) return account
  }
  throw new Error(`PostgreSQL does not run as root, and no account "${NAME}" could be made for it: make one, or set DATABASE_URL`)
}

function lookUp(name: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const answer = spawnSync('id', [flag, name], { encoding: 'utf8' })
    return answer.status === 0 ? Number(answer.stdout.trim()) : undefined
  })
  return uid === undefined || gid === undefined || uid === 0 ? undefined : { uid, gid }
}

/** Whether the account can enter a folder: asked by trying, as modes of every folder above it and ACLs count. */
export function canEnter(account: Account, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { cwd: '/', stdio: 'ignore', ...account }).status === 0
}
