import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { root } from '../root.ts'

/** How long a program may take to stop before it is killed. */
const STOP_TIMEOUT_MS = 30_000

/** How a program ended. */
export interface ExitedProgram {
  /** The exit code; null when a signal ended the program. */
  readonly code: number | null
  /** Standard output. */
  readonly out: string
  /** Standard error. */
  readonly err: string
}

export interface ProgramOptions {
  /** The environment, beyond what every program needs. Nothing else of this process's environment is passed on. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Written to standard input, which is then closed. */
  readonly input?: string
  /** `capture` (default) keeps the output; `errors` drops standard output, at no cost, and shows standard error. */
  readonly output?: 'capture' | 'errors'
}

/** A program that runs as a process of its own. */
export interface Program {
  readonly pid: number
  readonly exited: Promise<ExitedProgram>
  /** What the program has printed so far, on standard output and standard error. */
  readonly output: () => string
  /** Waits until standard output contains a text. Rejects when the program exits first. */
  waitForOutput(text: string): Promise<void>
  /** Sends a signal without waiting. */
  signal(name: NodeJS.Signals): void
  /** Kills the program, as a power cut would, and waits until it has exited. */
  kill(): Promise<ExitedProgram>
  /** Asks the program to stop, and waits until it has exited. */
  stop(): Promise<ExitedProgram>
}

/** Runs a program from the root of the checkout until it exits. */
export function runProgram(command: string, args: readonly string[], options?: ProgramOptions): Promise<ExitedProgram> {
  return startProgram(command, args, options).exited
}

/** Starts a program from the root of the checkout. */
export function startProgram(command: string, args: readonly string[], options: ProgramOptions = {}): Program {
  const stdio = options.output === 'errors' ? (['ignore', 'ignore', 'inherit'] as const) : 'pipe'
  const child: ChildProcess = spawn(command, args, { cwd: root, env: programEnvironment(options.env), stdio: stdio as 'pipe' })
  let out = ''
  let err = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text))
  // A command that rejects its arguments exits without reading its input.
  child.stdin?.on('error', () => {})
  child.stdin?.end(options.input)
  const exited = new Promise<ExitedProgram>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err }))
  })
  return {
    pid: child.pid ?? 0,
    exited,
    output: () => out + err,
    waitForOutput: (text) =>
      new Promise((resolve, reject) => {
        const check = (): void => (out.includes(text) ? resolve() : undefined)
        child.stdout?.on('data', check)
        child.on('close', () => reject(new Error(`the program exited without printing ${text}: ${err}`)))
        check()
      }),
    signal: (name) => void child.kill(name),
    async kill() {
      child.kill('SIGKILL')
      return exited
    },
    async stop() {
      await stopChild(child, exited)
      return exited
    },
  }
}

/** Asks a child process to stop, and kills it when it does not. */
export async function stopChild(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timeout = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(timeout)
}

/** The environment of a program: only what it needs to run, so that the caller's own configuration changes no result. */
export function programEnvironment(env: ProgramOptions['env'] = {}): NodeJS.ProcessEnv {
  const { PATH = '', HOME, TMPDIR, USER, LANG, NODE_COMPILE_CACHE } = process.env
  const path = `${join(root, 'node_modules', '.bin')}${delimiter}${PATH}`
  return { PATH: path, HOME, TMPDIR, USER, LANG, NODE_COMPILE_CACHE, ...env }
}
