import { UnusableFile, verifyFiles } from '../verify/outlast-verify.mjs'
import { commandLine, CommandError, printMessage } from './terminal.ts'

export const program = commandLine(
  'verify',
  'Checks an exported log against heads that somebody kept. It needs neither the pool nor its database; the program is one file that anybody can read.',
)
  .requiredOption('--export <file>', 'an exported log')
  .requiredOption(
    '--heads <file>',
    'heads that were kept: mails of the pool, heads.ndjson, answers of /api/audit/heads, or lines <position>:<hash>',
  )
  .option('--key <public key>', 'the pool’s public key in base64url, to check the signatures too')
  .action(verify)

interface Options {
  readonly export: string
  readonly heads: string
  readonly key?: string
}

async function verify({ export: exported, heads, key }: Options): Promise<void> {
  try {
    process.exitCode = await verifyFiles(exported, heads, key, printMessage)
  } catch (error) {
    if (error instanceof UnusableFile) throw new CommandError(error.message)
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error)
      throw new CommandError(`There is no file ${String(error.path)}`)
    throw error
  }
}
