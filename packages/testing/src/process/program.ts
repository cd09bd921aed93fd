import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '@outlast/testing'

export interface Ended {
  readonly code: number | null
  /** Standard output: for programs. */
  readonly out: string
  /** Standard error: for people. */
  readonly err: string
}

export interface RunOptions {
  /** The environment besides PATH: nothing else of this process's gets through. */
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

/** Runs a program from the root of the checkout to its end. */
export function runProcess(command: string, args: readonly string[], options?: RunOptions): Promise<Ended> {
  return startProcess(command, args, options).ended
}

/** Starts a program from the root of the checkout. */
export function startProcess(command: string, args: readonly string[], { env = {}, input }: RunOptions = {}) {
  const child = spawn(command, args, { cwd: root, env: { PATH: PATH(), ...env }, stdio: 'pipe' })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  // A command that refuses at once does not read what it is given.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err }))
  })
  /** Waits for words on its standard output; a process that ends without them fails. */
  const says = (words: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => (out.includes(words) ? resolve() : undefined)
      child.stdout.on('data', look)
      child.on('close', () => reject(new Error(`it ended without saying ${words}: ${err}`)))
      look()
    })
  return { ended, says, kill: (signal: NodeJS.Signals) => child.kill(signal) }
}

const PATH = (): string => `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`
