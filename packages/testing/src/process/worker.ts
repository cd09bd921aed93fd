import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

/** The root of the checkout. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const NODE_ARGS = ['--disable-warning=ExperimentalWarning']
const STOP_WITHIN_MS = 15_000

/** A process of its own for a part of a benchmark. */
export interface Part {
  readonly pid: number
  stop(): Promise<void>
}

/** A part that just runs. */
export interface Program extends Part {
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
}

/** A part that answers messages. */
export interface TalkingPart extends Part {
  /** Sends a message and waits for the answer to it; one at a time. Throws when the process ends instead. */
  ask<Answer>(message: unknown): Promise<Answer>
  /** Waits for a message that it sends by itself. */
  hear(): Promise<unknown>
  /** Lets it end by itself, with its profile written. */
  leave(): Promise<void>
}

export interface PartOptions {
  readonly env?: Readonly<Record<string, string>>
  /** For the profiler: `['--cpu-prof', '--cpu-prof-dir=…']`. */
  readonly nodeArgs?: readonly string[]
}

/** Starts a program that talks over Node's channel between parent and child. */
export function startTalking(file: URL, options: PartOptions = {}): TalkingPart {
  const child = fork(file, [], {
    cwd: ROOT,
    env: environment(options),
    execArgv: [...NODE_ARGS, ...(options.nodeArgs ?? [])],
    serialization: 'advanced',
  })
  return {
    pid: child.pid ?? 0,
    ask: <Answer>(message: unknown) => {
      const answer = hear<Answer>(child)
      child.send(message as object)
      return answer
    },
    hear: () => hear(child),
    leave: async () => {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
    stop: () => stop(child),
  }
}

/** Starts Node with some arguments, the program among them. What it says is shown only when it says it on stderr. */
export function startProgram(args: readonly string[], { env = {} }: Pick<PartOptions, 'env'> = {}): Program {
  const child = spawn(process.execPath, [...NODE_ARGS, ...args], {
    cwd: ROOT,
    env: environment({ env }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  return { pid: child.pid ?? 0, ended, stop: () => stop(child), kill }
}

/** Nothing of the caller's own configuration may reach what is measured. */
function environment({ env = {} }: PartOptions): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, USER, LANG } = process.env
  return { PATH, HOME, TMPDIR, USER, LANG, ...env }
}

function hear<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a part of the benchmark ended (exit code ${code})`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message as Message)
    })
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await gone
  clearTimeout(force)
}

/** A port of the loopback interface that was free just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await new Promise((resolve) => server.close(resolve))
  return port
}

const TICKS_PER_SECOND = 100

/** Seconds of processor time that a process and its children have used. NaN where /proc is missing. */
export function cpuSeconds(pid: number): number {
  try {
    return withChildren(pid).reduce((sum, one) => sum + ownCpuSeconds(one), 0)
  } catch {
    return Number.NaN
  }
}

/** A process and those that it started. Throws where /proc is missing. */
export function withChildren(pid: number): readonly number[] {
  return [pid, ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)]
}

function ownCpuSeconds(pid: number): number {
  const fields = statOf(pid)
  // Counted from the state, field 3 of proc(5): utime 14, stime 15, and those of children that ended 16, 17.
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0) / TICKS_PER_SECOND
}

/** What proc(5) says from the state on; of a child that has just ended, nothing (its parent counts it then). */
function statOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

/** Resident memory of a process in MiB. NaN where /proc is missing. */
export function residentMiB(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
