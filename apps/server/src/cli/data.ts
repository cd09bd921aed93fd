import { readDatabaseConfig } from '../config/config.ts'
import { commandForm } from '../lib/command-form.ts'
import { leftovers, removeData, removeLeftovers, type StoredData, storedData } from '../postgres/index.ts'
import { commandLine, CommandError, print, printMessage } from './terminal.ts'

export const program = commandLine(
  'data',
  'Shows where the embedded database keeps its data, and deletes it. DATABASE_URL’s database is not touched.',
)

program
  .command('show')
  .description('Print the folders with the pool’s data, and databases that no data folder uses any more')
  .action(show)
program
  .command('remove')
  .description('Delete the data folder with its database, accounts and mails, for good; refused while the pool runs')
  .option('--yes', 'really delete it', false)
  .action(remove)
program
  .command('remove-leftovers')
  .description('Delete the databases in /var/lib/outlast that no data folder uses any more, for good')
  .argument('[folder...]', 'only these of them')
  .option('--yes', 'really delete them', false)
  .action(removeUnused)

interface Confirmation {
  readonly yes: boolean
}

async function show(): Promise<void> {
  const { dataDir } = readDatabaseConfig()
  const stored = storedData(dataDir)
  if (stored.length === 0) printMessage(`No data folder at ${dataDir}`)
  for (const { folder, bytes } of stored) await print(`${folder}  ${megabytes(bytes)}`)
  const unused = leftovers()
  for (const { folder, bytes, owner } of unused) await print(`${folder}  ${megabytes(bytes)}  unused, belonged to ${owner}`)
  if (stored.length > 0) printMessage(`To delete the pool's data for good: ${commandForm('data remove --yes')}`)
  if (unused.length > 0) printMessage(`To delete the unused ones for good: ${commandForm('data remove-leftovers --yes')}`)
}

async function remove({ yes }: Confirmation): Promise<void> {
  const { dataDir } = readDatabaseConfig()
  const stored = storedData(dataDir)
  if (stored.length === 0) throw new CommandError(`No data folder at ${dataDir}`)
  const list = listOf(stored)
  if (!yes)
    throw new CommandError(
      `This would delete every account, pick and mail in these folders, for good:\n${list}\nTo do so: ${commandForm('data remove --yes')}`,
    )
  const kept = await removeData(dataDir)
  printMessage(`Deleted:\n${list}`)
  if (kept.length > 0) printMessage(`Other files in ${dataDir} were kept: ${kept.join(', ')}`)
}

async function removeUnused(only: readonly string[], { yes }: Confirmation): Promise<void> {
  const unused = leftovers().filter(({ folder }) => only.length === 0 || only.includes(folder))
  const wrong = only.find((folder) => !unused.some((leftover) => leftover.folder === folder))
  if (wrong !== undefined) throw new CommandError(`${wrong} is not an unused database`)
  if (unused.length === 0) return printMessage('No unused database found')
  const list = listOf(unused)
  const command = commandForm(['data', 'remove-leftovers', ...only, '--yes'].join(' '))
  if (!yes) throw new CommandError(`This would delete these databases, for good:\n${list}\nTo do so: ${command}`)
  await removeLeftovers(unused)
  printMessage(`Deleted:\n${list}`)
}

const listOf = (stored: readonly StoredData[]): string =>
  stored.map(({ folder, bytes }) => `  ${folder}  ${megabytes(bytes)}`).join('\n')

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`
