import { count } from '@outlast/contract/words'
import type { Manifest } from '../backup/manifest.ts'
import { assertEmptyDatabase, assertRestorable, readBackup, restoreBackup } from '../backup/restore-backup.ts'
import { verifyBackedUpLog } from '../backup/verify-backed-up-log.ts'
import { readDatabaseConfig } from '../config/config.ts'
import { commandForm } from '../lib/command-form.ts'
import { rebuildProjections } from '../log/projections.ts'
import { withUnmigratedDatabase } from './database.ts'
import { CommandError, commandLine, endProgress, printMessage, progressLine } from './terminal.ts'
import { verifyDatabase } from './verify-database.ts'

export const program = commandLine(
  'restore',
  'Restores a backup into an empty data folder (OUTLAST_DATA) or an empty database (DATABASE_URL), and verifies the log, the signed heads and the read models.',
)
  .argument('<file>', 'a file that `backup` has written')
  .action(restore)

async function restore(file: string): Promise<void> {
  const { dataDir, databaseUrl } = readDatabaseConfig()
  await assertRestorable(dataDir, { embedded: databaseUrl === undefined })
  const manifest = await readBackup(file)
  printMessage(describe(manifest))
  await verifyBackedUpLog(file, manifest)
  await withUnmigratedDatabase(async ({ db, connectionString }) => {
    await assertEmptyDatabase(connectionString)
    try {
      await restoreBackup({ file, manifest, connectionString, dataDir })
      const onProgress = progressLine('rebuilt')
      await rebuildProjections(db, ({ events }) => onProgress(events))
      endProgress()
      await verifyDatabase(db, [], { withReadModels: true, allowsOtherNames: true })
    } catch (error) {
      const again =
        databaseUrl === undefined
          ? `delete what was restored (${commandForm('data remove --yes')})`
          : `delete the database and the keys in ${dataDir}`
      throw new CommandError(
        `The restore failed: ${error instanceof Error ? error.message : String(error)}. Before you try again, ${again}.`,
        { cause: error },
      )
    }
  })
  printRestored(manifest, databaseUrl === undefined ? dataDir : 'the database of DATABASE_URL')
}

function describe({ created_at, version, postgres, head }: Manifest): string {
  return `The backup is complete: of ${created_at}, by Outlast ${version} on PostgreSQL ${postgres}, with the log up to position ${head.position}`
}

function printRestored({ tables, files }: Manifest, place: string): void {
  const accounts = tables.find(({ name }) => name === 'accounts')?.rows ?? 0
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const names = files.map(({ name }) => name)
  printMessage(`Restored into ${place}: ${count(accounts, 'account')}, ${count(rows, 'row')} of ${count(tables.length, 'table')}`)
  printMessage(
    names.length === 0 ? 'The backup has no files of a data folder' : `Restored into the data folder: ${names.join(', ')}`,
  )
  if (!names.includes('jwt-secret'))
    printMessage(
      'Start the pool with the JWT_SECRET (and VAPID_PRIVATE_KEY) that it had; otherwise everyone has to sign in again',
    )
  printMessage('Do not run the original pool as well: both would send mails')
}
