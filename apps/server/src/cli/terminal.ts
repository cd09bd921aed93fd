import { errorMessage } from '@outlast/contract/errors'
import { RuleViolation } from '@outlast/domain'
import { Command } from 'commander'

/** For people, on standard error, so that standard output stays what programs can read. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** For programs, on standard output; waits when nobody reads as fast as this writes. */
export async function print(text: string): Promise<void> {
  if (process.stdout.write(`${text}\n`)) return
  await new Promise((resolve) => process.stdout.once('drain', resolve))
}

/** Progress on one line that rewrites itself; on a file or a pipe a line now and then instead. */
export function progressLine(what: string): (done: number, note?: string) => void {
  let last = performance.now()
  return (done, note = '') => {
    const now = performance.now()
    if (now - last < (process.stderr.isTTY ? 100 : 5_000)) return
    last = now
    const text = `${what}: ${done.toLocaleString('en')}${note === '' ? '' : `, ${note}`}`
    process.stderr.write(process.stderr.isTTY ? `\r${text}\u001b[K` : `${text}\n`)
  }
}

/** Ends a line that {@link progressLine} rewrote. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
}

/** Something the command looked for and found: the process ends with code 1, without a stack. */
export class Found extends Error {}

/** A command line of ours, named as npm runs it. */
export function commandLine(name: string, description: string): Command {
  return new Command(`npm run ${name} --`).description(description).showHelpAfterError()
}

/** Runs a command line; what goes wrong is a sentence, and the exit code says so. */
export async function runCommandLine(command: Command): Promise<void> {
  process.stdout.on('error', endOfReader)
  try {
    await command.parseAsync(process.argv)
  } catch (error) {
    endProgress()
    say(sentenceFor(error))
    process.exitCode = 1
  }
}

/** Whoever read the output has read enough (`… | head`): nothing is wrong, and nothing is left to do. */
function endOfReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') say(sentenceFor(error))
  process.exit(error.code === 'EPIPE' ? 0 : 1)
}

const FILE_SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'There is no file',
  EISDIR: 'This is a folder, not a file:',
  EACCES: 'This user may not use',
}

function sentenceFor(error: unknown): string {
  if (error instanceof RuleViolation) return errorMessage(error.code, error.details)
  if (!(error instanceof Error)) return String(error)
  const { code = '', path, syscall } = error as NodeJS.ErrnoException
  if (FILE_SENTENCES[code] !== undefined && path !== undefined) return `${FILE_SENTENCES[code]} ${path}`
  if (code === 'EISDIR') return 'This is a folder, not a file'
  if (syscall === 'connect' || syscall === 'getaddrinfo' || error instanceof AggregateError) {
    return `The database cannot be reached: ${reasonOf(error)}`
  }
  return error.message
}

/** A host with several addresses fails once for each, and says nothing itself. */
function reasonOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined
  return error.message || (first instanceof Error ? first.message : 'unknown reason')
}
