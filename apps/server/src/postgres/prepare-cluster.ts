import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandForm } from '../lib/command-form.ts'
import { findBinaries } from './binaries.ts'
import { type Cluster, ROLE } from './cluster.ts'
import { socketFolder } from './socket-folder.ts'
import { claimClusterFolder, ROOT_FOLDER } from './cluster-folder.ts'

/** The major version of the embedded PostgreSQL. It cannot read the data of another major version. */
const MAJOR = '18'

/**
 * Finds or creates the cluster of a data folder, and locks it ({@link claimClusterFolder}).
 *
 * @param durable false for a temporary cluster in tests
 */
export async function prepareCluster(dataDir: string, durable: boolean, log: (message: string) => void): Promise<Cluster> {
  const { clusterFolder, account, release } = await claimClusterFolder(dataDir, log)
  try {
    const cluster: Cluster = {
      data: join(clusterFolder, 'data'),
      sockets: socketFolder(clusterFolder, account),
      logFile: join(clusterFolder, 'postgres.log'),
      user: ROLE,
      password: readOrCreatePassword(dataDir),
      account,
      binaries: findBinaries(account, account === undefined ? dataDir : ROOT_FOLDER),
      release,
    }
    const version = join(cluster.data, 'PG_VERSION')
    if (!existsSync(version)) initialize(cluster, clusterFolder, durable)
    const major = readFileSync(version, 'utf8').trim()
    if (major !== MAJOR)
      throw new Error(`The data in ${cluster.data} belongs to PostgreSQL ${major}, but this is PostgreSQL ${MAJOR}`)
    if (clusterFolder !== join(realpathSync(dataDir), 'postgres'))
      log(`The database is in ${clusterFolder}. Deleting ${dataDir} does not delete it; ${commandForm('data remove')} does`)
    return cluster
  } catch (error) {
    release()
    throw error
  }
}

function readOrCreatePassword(dataDir: string): string {
  const file = join(dataDir, 'postgres-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600, flush: true })
  return readFileSync(file, 'utf8').trim()
}

/** Creates an empty cluster. An interruption leaves a draft behind, never an incomplete cluster. */
function initialize(cluster: Cluster, clusterFolder: string, durable: boolean): void {
  const draft = join(clusterFolder, 'data.draft')
  const passwordFile = join(clusterFolder, 'password.draft')
  rmSync(draft, { recursive: true, force: true })
  writeFileSync(passwordFile, `${cluster.password}\n`, { mode: 0o600 })
  if (cluster.account !== undefined) chownSync(passwordFile, cluster.account.uid, cluster.account.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${cluster.user}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const result = spawnSync(
    cluster.binaries.initdb,
    [`--pgdata=${draft}`, '--no-instructions', ...locale, ...access, ...(durable ? [] : ['--no-sync'])],
    { cwd: clusterFolder, env: cluster.binaries.env, encoding: 'utf8', ...cluster.account },
  )
  rmSync(passwordFile, { force: true })
  if (result.status !== 0)
    throw new Error(`The database could not be created in ${clusterFolder}: ${result.error?.message ?? result.stderr.trim()}`)
  renameSync(draft, cluster.data)
}
