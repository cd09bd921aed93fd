import { count } from '@outlast/contract/words'
import { writeBackup } from '../backup/write-backup.ts'
import { readDatabaseConfig } from '../config/config.ts'
import { recordSuccess } from '../backup/status.ts'
import { withUnmigratedDatabase } from './database.ts'
import { commandLine, printMessage } from './terminal.ts'

export const program = commandLine(
  'backup',
  'Writes a backup of the pool to a file, also while it runs: the database as of one moment, and the keys and signed heads of the data folder. It contains secrets, so only you can read it.',
)
  .argument('<file>', 'the file to write, e.g. outlast.tar')
  .option('--force', 'replace the file if it exists', false)
  .action(async (file: string, { force }: { force: boolean }) => {
    const { dataDir } = readDatabaseConfig()
    await withUnmigratedDatabase(async ({ db, connectionString }) => {
      const manifest = await writeBackup({ connectionString, dataDir, file, force })
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      printMessage(
        `Backup written and verified: ${file}, with ${count(rows, 'row')} of ${count(manifest.tables.length, 'table')} and the log up to position ${manifest.head.position}`,
      )
      printMessage('It contains password hashes, keys and the picks of open weeks: keep it secret')
      if (!manifest.files.some(({ name }) => name === 'jwt-secret'))
        printMessage(`${dataDir} has no jwt-secret: keep JWT_SECRET (and VAPID_PRIVATE_KEY) too, they are not in the backup`)
      // A database of an older version has no such table yet.
      if (manifest.migrations.some((name) => name.endsWith('-backup-status'))) await recordSuccess(db, manifest.created_at)
    })
  })
