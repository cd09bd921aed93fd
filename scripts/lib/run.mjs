import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the checkout. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Where the packages' commands are, Node 26 among them. */
export const binFolder = join(root, 'node_modules', '.bin')

/** Signals that are passed on, so that whoever stops this process stops what it runs. */
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP']

let told = false

/** Whether this process was told to end while a command ran. Some commands exit with 0 then, as if they were done. */
export const wasInterrupted = () => told

/**
 * Runs a command of the packages (Node 26 is `node`) from the root of the checkout and waits for it to end.
 * The command shares this terminal, and gets the signals that this process gets. A quiet one is shown only when it fails.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, quiet?: boolean }} [options]
 * @returns {Promise<number>} its exit code, 128 + the signal's number if a signal ended it
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, PATH: `${binFolder}${delimiter}${process.env.PATH ?? ''}`, ...options.env },
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    const said = []
    for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk) => said.push(chunk))
    const listeners = PASSED_ON.map((signal) => {
      const listener = () => {
        told = true
        child.kill(signal)
      }
      process.on(signal, listener)
      return () => process.off(signal, listener)
    })
    const done = () => listeners.forEach((off) => off())
    child.on('error', (error) => {
      done()
      reject(error)
    })
    child.on('close', (code, signal) => {
      done()
      if (code !== 0) process.stderr.write(Buffer.concat(said))
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}
