import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, PORT } from './cluster.ts'

/** A log file past this many bytes is set aside at the next start. */
const LOG_LIMIT = 5_000_000

/** How long recovery after a crash may take before the start is given up. */
const READY_WITHIN_MS = 120_000

const POLL_MS = 20

/** Starts the cluster's server. It takes connections once `untilReady` says so. */
export function spawnPostmaster(cluster: Cluster, settings: Readonly<Record<string, string>>): ChildProcess {
  setLogAside(cluster.logFile)
  const output = openSync(cluster.logFile, 'a', 0o600)
  const child = spawn(cluster.binaries.postgres, commandLine(cluster, settings), {
    cwd: cluster.data,
    env: cluster.binaries.env,
    // To a file, not a pipe: the server outlives a killed app, and must not fail on a broken pipe then.
    stdio: ['ignore', output, output],
    // A session of its own: the terminal's Ctrl-C reaches the app, which stops the server when it has finished.
    detached: true,
    ...cluster.account,
  })
  closeSync(output)
  // It does not keep an app alive that has nothing else to do.
  child.unref()
  return child
}

function commandLine(cluster: Cluster, settings: Readonly<Record<string, string>>): readonly string[] {
  const all = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: cluster.sockets,
    unix_socket_permissions: '0700',
    timezone: 'UTC',
    log_timezone: 'UTC',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    logging_collector: 'off',
    ...settings,
  }
  return ['-D', cluster.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Waits until the server takes connections. Throws with the end of its log when it does not. */
export async function untilReady(cluster: Cluster, child: ChildProcess): Promise<void> {
  let failed: string | undefined
  child.once('error', (error) => (failed = error.message))
  child.once('exit', () => (failed ??= endOf(cluster.logFile)))
  const until = performance.now() + READY_WITHIN_MS
  for (;;) {
    if (failed !== undefined) throw new Error(`PostgreSQL did not start: ${failed}`)
    const running = readPidFile(cluster.data)
    if (running?.pid === child.pid && running?.status === 'ready') return
    if (performance.now() > until) {
      child.kill('SIGQUIT')
      throw new Error(`PostgreSQL did not get ready in ${READY_WITHIN_MS / 1000} s: ${endOf(cluster.logFile)}`)
    }
    await sleep(POLL_MS)
  }
}

/** What `postmaster.pid` says: the server's process, and `ready` once it takes connections. */
function readPidFile(data: string): { pid: number; status: string } | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

/**
 * Ends what an app that was killed left behind: a running server of this cluster, or the children of one that was killed itself.
 * The caller holds the data folder, so whatever still runs here belongs to nobody.
 *
 * A `postmaster.pid` is only taken away when its process is another program by now, or one that ended and was never collected
 * (nobody does that in many containers), and nothing of the cluster runs: PostgreSQL would take either for a running server.
 * Every other stale one it judges by itself, shared memory included.
 */
export async function clearLeftovers({ data, sockets }: Cluster): Promise<void> {
  const left = readPidFile(data)
  if (left === undefined) return
  if (isServerOf(left.pid, data)) await stopProcess(left.pid)
  for (const pid of processesIn(data)) await stopProcess(pid, ['SIGQUIT', 'SIGKILL'])
  if (!isTaken(left.pid) || isServerOf(left.pid, data)) return
  rmSync(join(data, 'postmaster.pid'), { force: true })
  rmSync(join(sockets, `.s.PGSQL.${PORT}.lock`), { force: true })
}

/** How long a fast shutdown may take, and then an immediate one. */
const STOP_WITHIN_MS = 20_000

/** Ends a server: fast (clients are cut off, everything is written), then immediately, then by force. */
export async function stopProcess(
  pid: number,
  signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGKILL'],
): Promise<void> {
  for (const signal of signals) {
    sendSignal(pid, signal)
    const until = performance.now() + STOP_WITHIN_MS
    while (isAlive(pid) && performance.now() < until) await sleep(POLL_MS)
    if (!isAlive(pid)) return
  }
}

/** Sends a signal. A process that is gone already is as good as one that got it. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    return
  }
}

/** Whether a process runs. One that ended but was not collected by its parent (`Z`) does not. */
function isAlive(pid: number): boolean {
  return isTaken(pid) && stateOf(pid) !== 'Z'
}

/** Whether the operating system has a process of this number, be it an ended one. */
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** One letter, as `ps` shows it. Undefined where there is no /proc. */
function stateOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0]
  } catch {
    return undefined
  }
}

function isServerOf(pid: number, data: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1 || !isAlive(pid)) return false
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  const command = commandOf(pid) ?? stdout ?? ''
  return command.includes('postgres') && command.includes(data)
}

function commandOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return undefined
  }
}

/** The processes that work in the cluster's data, which is what every process of a server does. Linux only: none elsewhere. */
function processesIn(data: string): readonly number[] {
  try {
    const real = realpathSync(data)
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid > 1 && workingFolder(pid) === real && commandOf(pid)?.includes('postgres') === true)
  } catch {
    return []
  }
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function setLogAside(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_LIMIT) renameSync(file, `${file}.1`)
}

function endOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-6).join('\n')
  } catch {
    return 'it left no log'
  }
}
