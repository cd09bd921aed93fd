import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, PORT } from './cluster.ts'
import { availableMemory, poolSettings } from './settings.ts'

/** A larger log file, in bytes, is rotated at the next start. */
const MAX_LOG_BYTES = 5_000_000

/** How long the start, with recovery after a crash, may take. */
const START_TIMEOUT_MS = 120_000

const POLL_MS = 20

/** Starts the cluster's server process. It accepts connections once {@link waitUntilReady} resolves. */
export function spawnPostmaster(cluster: Cluster, settings: Readonly<Record<string, string>>): ChildProcess {
  rotateLog(cluster.logFile)
  const output = openSync(cluster.logFile, 'a', 0o600)
  const child = spawn(cluster.binaries.postgres, commandLine(cluster, settings), {
    cwd: cluster.data,
    env: cluster.binaries.env,
    // To a file, not a pipe: if the app is killed, the server must not fail on a broken pipe.
    stdio: ['ignore', output, output],
    // In its own session, so that Ctrl-C reaches only the app, which stops the server when it has finished.
    detached: true,
    ...cluster.account,
  })
  closeSync(output)
  // The server must not keep the app's process alive.
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
    ...poolSettings(availableMemory()),
    ...settings,
  }
  return ['-D', cluster.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Waits until the server accepts connections. Throws with the last lines of its log if it does not. */
export async function waitUntilReady(cluster: Cluster, child: ChildProcess): Promise<void> {
  let failed: string | undefined
  child.once('error', (error) => (failed = error.message))
  child.once('exit', () => (failed ??= lastLogLines(cluster.logFile)))
  const until = performance.now() + START_TIMEOUT_MS
  for (;;) {
    if (failed !== undefined) throw new Error(`PostgreSQL did not start: ${failed}`)
    const running = readPidFile(cluster.data)
    if (running?.pid === child.pid && running?.status === 'ready') return
    if (performance.now() > until) {
      child.kill('SIGQUIT')
      throw new Error(`PostgreSQL was not ready within ${START_TIMEOUT_MS / 1000} s: ${lastLogLines(cluster.logFile)}`)
    }
    await sleep(POLL_MS)
  }
}

/** Reads `postmaster.pid`: the server's process id, and the status `ready` once it accepts connections. */
function readPidFile(data: string): { pid: number; status: string } | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

/**
 * Stops processes that a killed app left behind: the cluster's server, or the child processes of a killed server. The caller
 * holds the lock on the cluster, so these processes belong to no running app.
 *
 * Deletes `postmaster.pid` only if no process of the cluster runs and the recorded process id belongs to another program or
 * to a zombie (common in containers): PostgreSQL would mistake both for a running server. PostgreSQL handles every other
 * stale file itself, including shared memory.
 */
export async function stopOrphans({ data, sockets }: Pick<Cluster, 'data' | 'sockets'>): Promise<void> {
  const recorded = readPidFile(data)
  if (recorded === undefined) return
  if (isServerOf(recorded.pid, data)) await stopProcess(recorded.pid)
  for (const pid of processesIn(data)) await stopProcess(pid, ['SIGQUIT', 'SIGKILL'])
  if (!isPidInUse(recorded.pid) || isServerOf(recorded.pid, data)) return
  rmSync(join(data, 'postmaster.pid'), { force: true })
  rmSync(join(sockets, `.s.PGSQL.${PORT}.lock`), { force: true })
}

/** How long to wait after each signal. */
const STOP_TIMEOUT_MS = 20_000

/** Stops a server: with a fast shutdown, then an immediate one, then by force. */
export async function stopProcess(
  pid: number,
  signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGKILL'],
): Promise<void> {
  for (const signal of signals) {
    sendSignal(pid, signal)
    const until = performance.now() + STOP_TIMEOUT_MS
    while (isAlive(pid) && performance.now() < until) await sleep(POLL_MS)
    if (!isAlive(pid)) return
  }
}

/** Returns whether the server's socket is where clients look for it. */
export function hasSocket({ sockets }: Cluster): boolean {
  return existsSync(join(sockets, `.s.PGSQL.${PORT}`))
}

/** Sends a signal, and ignores a process that no longer exists. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    return
  }
}

/** Returns whether a process runs. A zombie (`Z`) does not. */
function isAlive(pid: number): boolean {
  return isPidInUse(pid) && stateOf(pid) !== 'Z'
}

/** Returns whether the operating system has a process with this id, including zombies. */
function isPidInUse(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns the process state as one letter, as in `ps`; undefined without /proc. */
function stateOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0]
  } catch {
    return undefined
  }
}

/** Compares the whole path: the path of one cluster may be part of another's. */
function isServerOf(pid: number, data: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1 || !isAlive(pid)) return false
  const args = argumentsOf(pid)
  if (args !== undefined) return args[0]?.includes('postgres') === true && args.includes(data)
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.includes('postgres') && stdout.includes(` ${data} `)
}

/** Returns a process's command line; undefined without /proc. */
function argumentsOf(pid: number): readonly string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return undefined
  }
}

/** Returns the processes whose working directory is the cluster's data, as it is for every server process. Linux only; empty elsewhere. */
function processesIn(data: string): readonly number[] {
  try {
    const real = realpathSync(data)
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid > 1 && workingFolder(pid) === real && argumentsOf(pid)?.[0]?.includes('postgres') === true)
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

function rotateLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > MAX_LOG_BYTES) renameSync(file, `${file}.1`)
}

function lastLogLines(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-6).join('\n')
  } catch {
    return 'the log is missing'
  }
}
