import { questionsOf, UnusableFile, verifyFiles } from '../verify/outlast-verify.mjs'
import { NotVerified, verifyPool } from '../verify/verify-pool.ts'
import { commandLine, CommandError, printMessage, wholeNumber } from './terminal.ts'

export const program = commandLine(
  'verify',
  'Checks an exported log against heads that somebody kept, without the pool or its database; or a locked week of a running pool, as its audit page does.',
)
  .option('--export <file>', 'an exported log')
  .option(
    '--heads <file>',
    'heads that were kept: mails of the pool, heads.ndjson, answers of /api/audit/heads, or lines <position>:<hash>',
  )
  .option('--key <public key>', 'the pool’s public key in base64url, to check the signatures too')
  .option('--pick <entry:week>', 'say which team an entry has in a week, by their ids, and what changed it')
  .option('--game <id>', 'say which score a game has, and what changed it')
  .option('--standings', 'say who is in and who is out, by the rules of the pool')
  .option('--pool <url>', 'the address of a running pool, instead of an export')
  .option('--week <id>', 'the id of a locked week of that pool', wholeNumber(1, Number.MAX_SAFE_INTEGER))
  .action(verify)

interface Options {
  readonly export?: string
  readonly heads?: string
  readonly key?: string
  readonly pick?: string
  readonly game?: string
  readonly standings?: boolean
  readonly pool?: string
  readonly week?: number
}

async function verify({ export: exported, heads, key, pool, week, ...questions }: Options): Promise<void> {
  try {
    if (pool !== undefined && week !== undefined) process.exitCode = await verifyPool(pool, week, printMessage)
    else if (exported !== undefined && heads !== undefined)
      process.exitCode = await verifyFiles(exported, heads, key, printMessage, await questionsOf(questions))
    else throw new CommandError('Give --export and --heads, or --pool and --week')
  } catch (error) {
    if (error instanceof UnusableFile || error instanceof NotVerified) throw new CommandError(error.message)
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error)
      throw new CommandError(`There is no file ${String(error.path)}`)
    throw error
  }
}
