import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the checkout. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** The folder of the packages' commands, including Node 26. */
export const binFolder = join(root, 'node_modules', '.bin')

/** Signals that are forwarded, so that stopping this process also stops the command it runs. */
const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** The exit code of a command that was interrupted. */
export const INTERRUPTED = 130

let interrupted = false

/** Whether a signal arrived while a command was running. */
export const wasInterrupted = () => interrupted

/**
 * Runs a command of the packages (`node` is Node 26) from the root of the repository and waits until it exits. The command shares this
 * terminal and receives this process's signals. With `quiet`, its output is shown only if it fails. Once a signal has arrived, no command
 * starts, and none succeeds: some exit with 0 then as if they had finished.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, quiet?: boolean }} [options]
 * @returns {Promise<number>} its exit code, or 128 + the number of the signal that ended it; {@link INTERRUPTED} instead of 0 after a signal
 */
export function run(command, args, options = {}) {
  if (interrupted) return Promise.resolve(INTERRUPTED)
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, PATH: `${binFolder}${delimiter}${process.env.PATH ?? ''}`, ...options.env },
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk))
    const listeners = FORWARDED_SIGNALS.map((signal) => {
      const listener = () => {
        interrupted = true
        child.kill(signal)
      }
      process.on(signal, listener)
      return () => process.off(signal, listener)
    })
    const stopListening = () => listeners.forEach((off) => off())
    child.on('error', (error) => {
      stopListening()
      reject(error)
    })
    child.on('close', (code, signal) => {
      stopListening()
      if (code !== 0) process.stderr.write(Buffer.concat(output))
      const exitCode = code ?? 128 + (constants.signals[signal] ?? 0)
      resolve(interrupted && exitCode === 0 ? INTERRUPTED : exitCode)
    })
  })
}
