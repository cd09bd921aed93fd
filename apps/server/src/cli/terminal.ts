import { errorMessage } from '@outlast/contract/errors'
import { RuleViolation } from '@outlast/domain'
import { Command } from 'commander'
import { DiskFull, isDiskFullError } from '../lib/disk-space.ts'
import { programForm } from '../lib/command-form.ts'

/** Prints a message for people to standard error, so that standard output stays machine-readable. */
export function printMessage(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Prints output for programs to standard output, and waits if the reader is slower. */
export async function print(text: string): Promise<void> {
  if (process.stdout.write(`${text}\n`)) return
  await new Promise((resolve) => process.stdout.once('drain', resolve))
}

/** Prints progress on one line that is overwritten, or as a new line every few seconds if the output is not a terminal. */
export function progressLine(label: string): (done: number, note?: string) => void {
  let last = performance.now()
  return (done, note = '') => {
    const now = performance.now()
    if (now - last < (process.stderr.isTTY ? 100 : 5_000)) return
    last = now
    const text = `${label}: ${done.toLocaleString('en')}${note === '' ? '' : `, ${note}`}`
    process.stderr.write(process.stderr.isTTY ? `\r${text}\u001b[K` : `${text}\n`)
  }
}

/** Clears the line of {@link progressLine}. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
}

/** An expected failure of a command: prints its message without a stack, and exits with 1. */
export class CommandError extends Error {}

/** Creates a command line whose help shows how it is run here. */
export function commandLine(name: string, description: string): Command {
  return new Command(programForm(name)).description(description).showHelpAfterError()
}

/** Runs a command line. An error is printed as one sentence, and the exit code is 1. */
export async function runCommandLine(command: Command, args: readonly string[]): Promise<void> {
  process.stdout.on('error', handleOutputError)
  try {
    await command.parseAsync(args, { from: 'user' })
  } catch (error) {
    endProgress()
    printMessage(messageFor(error))
    process.exitCode = 1
  }
}

/** Exits without an error when the reader has closed the pipe, as in `… | head`. */
function handleOutputError(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') printMessage(messageFor(error))
  process.exit(error.code === 'EPIPE' ? 0 : 1)
}

const FILE_MESSAGES: Readonly<Record<string, string>> = {
  ENOENT: 'File not found:',
  EISDIR: 'This is a folder, not a file:',
  EACCES: 'Permission denied:',
}

function messageFor(error: unknown): string {
  if (isDiskFullError(error) && !(error instanceof DiskFull))
    return `A disk is full (${error instanceof Error ? error.message : ''}): delete something there, and try again.`
  if (error instanceof RuleViolation) return errorMessage(error.code, error.details)
  if (!(error instanceof Error)) return String(error)
  const { code = '', path, syscall } = error as NodeJS.ErrnoException
  if (FILE_MESSAGES[code] !== undefined && path !== undefined) return `${FILE_MESSAGES[code]} ${path}`
  if (code === 'EISDIR') return 'This is a folder, not a file'
  if (syscall === 'connect' || syscall === 'getaddrinfo' || error instanceof AggregateError) {
    return `Cannot connect to the database: ${reasonOf(error)}`
  }
  return error.message
}

/** For a host with several addresses, the error of each is in an AggregateError without a message. */
function reasonOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined
  return error.message || (first instanceof Error ? first.message : 'unknown reason')
}

/** Returns a parser of an option that is a whole number, with inclusive bounds. */
export function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new CommandError(`Expected a whole number from ${min} to ${max}, not ${text}`)
    return value
  }
}
