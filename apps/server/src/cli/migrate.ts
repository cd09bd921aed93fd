import { VERSION } from '../lib/paths.ts'
import { withDatabase } from './database.ts'
import { commandLine, printMessage } from './terminal.ts'

// Every command migrates the schema first, so this one has nothing else to do.
export const program = commandLine(
  'migrate',
  'Migrates the database’s schema and exits, so that a deployment can do it as a separate step. It says what it changes, and writes a backup first if data is changed.',
)
  .option('--without-backup', 'do not write a backup first', false)
  .action(({ withoutBackup }: { withoutBackup: boolean }) =>
    // The server that starts next rebuilds the read models.
    withDatabase(async () => printMessage(`The database is up to date: Outlast ${VERSION}`), {
      withoutBackup,
      rebuildsReadModels: true,
    }),
  )
