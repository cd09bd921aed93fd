import { appendFileSync, createReadStream, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseInstant } from '@outlast/domain'
import { Option } from 'commander'
import { exportLine, parseExportLine } from '../log/export.ts'
import { streamEvents } from '../log/read.ts'
import { describePool, replay, type ReplayEnd } from '../history/replay.ts'
import { LogVerifier } from '../log/verify.ts'
import type { ExpectedHead } from '../log/verify-chain.ts'
import { linesOf } from '../verify/outlast-verify.mjs'
import { readDatabaseConfig } from '../config/config.ts'
import { signHead } from '../jobs/head-signer.ts'
import { SignedHeads } from '../log/signed-heads.ts'
import { withDatabase } from './database.ts'
import { stepThrough } from './step.ts'
import { describeFindings, reportLog, verifyDatabase } from './verify-database.ts'
import { commandLine, endProgress, CommandError, print, progressLine, printMessage } from './terminal.ts'

export const program = commandLine('log', 'Verifies and exports the event log, and shows earlier states of the pool.')

program
  .command('verify')
  .description(
    'Recompute the whole chain, every commitment and every Merkle root, and compare the log with the signed heads in the data folder, and the names of accounts and the read models with the log; exit with 1 if anything does not match',
  )
  .argument('[file]', 'an exported log (NDJSON) instead of the database; - for standard input')
  .option('--head <position:hash...>', 'a head that was published earlier, e.g. 1234:9f86…', collectHead, [])
  .option('--log-only', 'do not compare the read models with the log')
  .action((file: string | undefined, { head, logOnly }: { head: ExpectedHead[]; logOnly?: boolean }) =>
    file === undefined ? verifyPool(head, logOnly !== true) : verifyFile(file, head),
  )

program
  .command('export')
  .description(
    'Write the log to standard output, one JSON object per line. It contains the picks of open weeks: keep it secret until they lock',
  )
  .option('--after <position>', 'export only events after this position', parsePosition, 0)
  .option('--to <file>', 'write to a new file that only you can read, instead of standard output')
  .action(({ after, to }: { after: number; to?: string }) =>
    withDatabase(({ db }) => exportLog(streamEvents(db, { after }), to === undefined ? print : newFile(to))),
  )

program
  .command('sign')
  .description('Sign the head of the log now with the key of the data folder, and print it as a mail ends with it')
  .action(() =>
    withDatabase(async ({ db }) => {
      const { dataDir } = readDatabaseConfig()
      const signed = await signHead(db, await SignedHeads.open(dataDir))
      if (signed === undefined) throw new CommandError('The log has no event yet')
      printMessage('Give this line to somebody who keeps it:')
      await print(`Log head: ${signed.position} ${signed.hash} ${signed.signature}`)
    }),
  )

program
  .command('replay')
  .description('Print an earlier state of the pool as JSON; picks of weeks that were open at that time stay hidden')
  .addOption(new Option('--at <position|time>', 'a position, or a time with an offset or Z').makeOptionMandatory())
  .action(({ at }: { at: string }) => printPool(replayEnd(at)))

program
  .command('step')
  .description('Step through the log: print one event after the other, with the standings after it; hidden picks stay hidden')
  .option('--from <position>', 'the first position', parsePosition, 1)
  .option('--count <n>', 'print this many events without asking', parsePosition)
  .action(({ from, count }: { from: number; count?: number }) =>
    withDatabase(({ db }) => stepThrough(db, Math.max(1, from), count)),
  )

function printPool(end: ReplayEnd): Promise<void> {
  return withDatabase(async ({ db }) => {
    const state = await replay(db, end, progressLine('folded'))
    endProgress()
    const { position } = state.head
    if ('position' in end && end.position > position) throw new CommandError(`The log ends at position ${position}`)
    await print(JSON.stringify(describePool(state), null, 2))
  })
}

async function exportLog(chunks: ReturnType<typeof streamEvents>, write: (text: string) => Promise<void>): Promise<void> {
  const onProgress = progressLine('exported')
  for await (const events of chunks) {
    await write(events.map(exportLine).join('\n'))
    onProgress(events.at(-1)?.position ?? 0)
  }
  endProgress()
}

/** Returns a function that writes lines to a new file. */
function newFile(path: string): (text: string) => Promise<void> {
  try {
    const file = openSync(path, 'wx', 0o600)
    return (text) => Promise.resolve(appendFileSync(file, `${text}\n`))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new CommandError(`${path} already exists: choose another name`)
    if (code === 'ENOENT') throw new CommandError(`The folder ${dirname(resolve(path))} does not exist`)
    throw error
  }
}

function verifyPool(published: readonly ExpectedHead[], withReadModels: boolean): Promise<void> {
  return withDatabase(async ({ db }) => printHead(await verifyDatabase(db, published, { withReadModels })))
}

async function verifyFile(file: string, published: readonly ExpectedHead[]): Promise<void> {
  const verifier = new LogVerifier(published)
  const onProgress = progressLine('verified')
  const input = file === '-' ? process.stdin : createReadStream(file)
  let line = 0
  for await (const text of linesOf(input)) {
    line += 1
    if (text.trim() === '' || isFromNpm(text, verifier)) continue
    const event = parseExportLine(text)
    if (event === undefined) throw new CommandError(`Line ${line} of ${file} is not an event of an exported log`)
    verifier.check(event)
    onProgress(verifier.head.position)
  }
  reportLog(verifier, describeFindings(verifier.finish()))
  await printHead(verifier)
}

/** Returns whether a line is the header of `npm run`, which the shell may have redirected to the file too. */
function isFromNpm(text: string, { head }: LogVerifier): boolean {
  return head.position === 0 && text.startsWith('> ')
}

async function printHead({ head }: LogVerifier): Promise<void> {
  printMessage('Write down or publish the head of the log:')
  await print(`${head.position}:${head.hash}`)
}

function collectHead(text: string, known: readonly ExpectedHead[]): readonly ExpectedHead[] {
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text) ?? []
  if (position === undefined || hash === undefined)
    throw new CommandError(`--head must be <position>:<hash of 64 hex digits>, not ${text}`)
  return [...known, { position: Number(position), hash: hash.toLowerCase(), origin: 'that was published' }]
}

function parsePosition(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new CommandError(`A position must be a whole number, not ${text}`)
  return Number(text)
}

function replayEnd(text: string): ReplayEnd {
  if (/^\d{1,15}$/.test(text)) return { position: Number(text) }
  const time = parseInstant(text)
  if (time === undefined) throw new CommandError(`--at must be a position, or a time like 2026-09-13T16:00:00Z, not ${text}`)
  return { time }
}
