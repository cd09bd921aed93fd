import type { Kysely } from 'kysely'
import { count } from '@outlast/contract/words'
import { compareNames, type NamesComparison, readNamedAccounts } from '../accounts/committed-names.ts'
import { readDatabaseConfig } from '../config/config.ts'
import type { Tables } from '../database/tables.ts'
import { readHead, streamEvents } from '../log/read.ts'
import { SignedHeads } from '../log/signed-heads.ts'
import { LogVerifier } from '../log/verify.ts'
import type { ExpectedHead, Finding } from '../log/verify-chain.ts'
import { checkReadModels } from './check-read-models.ts'
import { CommandError, endProgress, printMessage, progressLine } from './terminal.ts'

const MAX_SHOWN = 50

interface VerifyOptions {
  readonly withReadModels: boolean
  /** Whether names that the log did not commit to are only a warning. */
  readonly allowsOtherNames?: boolean
}

/**
 * Verifies the log of a database: its chain, the heads that the server signed, the names of accounts that it committed to, and optionally
 * the read models. Prints each problem.
 *
 * @param published heads that were recorded elsewhere
 * @throws CommandError if anything does not match
 */
export async function verifyDatabase(
  db: Kysely<Tables>,
  published: readonly ExpectedHead[],
  { withReadModels, allowsOtherNames = false }: VerifyOptions,
): Promise<LogVerifier> {
  const signed = await readSignedHeads()
  const verifier = new LogVerifier([...published, ...signed.heads])
  const onProgress = progressLine('verified')
  const { head, accounts } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      for await (const events of streamEvents(tx)) {
        for (const event of events) verifier.check(event)
        onProgress(verifier.head.position)
      }
      return { head: await readHead(tx), accounts: await readNamedAccounts(tx) }
    })
  const names = verifier.genuinePool && (await compareNames(verifier.genuinePool, accounts))
  endProgress()
  for (const problem of describeFindings(names?.findings ?? []).slice(0, MAX_SHOWN)) printMessage(problem)
  reportLog(verifier, [...signed.problems, ...describeFindings(verifier.finish(head))])
  if (signed.heads.length > 0) printMessage(`It matches ${count(signed.heads.length, 'signed head')}`)
  else printMessage(`${signed.folder} contains no signed heads, so none were compared`)
  if (names !== undefined) reportNames(names, allowsOtherNames)
  if (withReadModels && head.position > 0) await checkReadModels(db)
  return verifier
}

/** Reads the heads that the server signed. They count even with a wrong signature, which is a problem of its own. */
async function readSignedHeads() {
  const { dataDir: folder } = readDatabaseConfig()
  const signed = await SignedHeads.openExisting(folder)
  if (signed === undefined) return { folder, heads: [], problems: [] }
  const all = await signed.all()
  return {
    folder,
    heads: all.map(({ position, hash, signedAt }) => ({ position, hash, origin: `that the server signed at ${signedAt}` })),
    problems: [
      ...(await signed.unreadableLines()).map((line) => `Line ${line} of ${signed.file} is not a signed head`),
      ...all
        .filter((head) => !signed.hasValidSignature(head))
        .map(({ position }) => `${position}: the signed head is not signed with the key in ${folder}`),
    ],
  }
}

/** Says how the names of accounts compare with the log. Throws a CommandError if they differ. */
function reportNames({ findings, committed, uncommitted }: NamesComparison, allowsOtherNames: boolean): void {
  const problem = `The names of ${count(findings.length, 'account')} are not those that the log committed to`
  if (findings.length > 0 && !allowsOtherNames) throw new CommandError(problem)
  printMessage(findings.length > 0 ? problem : `The names of ${count(committed, 'account')} are those that the log committed to`)
  if (uncommitted > 0)
    printMessage(`The names of ${count(uncommitted, 'account')} are not committed yet: the server does so when it runs`)
}

export function describeFindings(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ position, problem }) => `${position}: ${problem}`)
}

/** Prints the problems of a log, or that it has none. Throws a CommandError if it has any. */
export function reportLog(verifier: LogVerifier, problems: readonly string[]): void {
  endProgress()
  for (const problem of problems.slice(0, MAX_SHOWN)) printMessage(problem)
  const events = count(verifier.head.position, 'event')
  if (problems.length > 0) throw new CommandError(`The log is invalid: ${count(problems.length, 'finding')} in ${events}`)
  printMessage(`The log is valid: ${events}`)
  printMessage(`The rules of the current season have the SHA-256 ${verifier.rulesHash}`)
}
