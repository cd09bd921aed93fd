import { withDatabase } from './database.ts'
import { commandLine, printMessage } from './terminal.ts'

// Every command migrates the schema first, so this one has nothing else to do.
export const program = commandLine(
  'migrate',
  'Migrates the database’s schema and exits, so that a deployment can do it as a separate step.',
).action(() => withDatabase(async () => printMessage('The database is up to date')))
