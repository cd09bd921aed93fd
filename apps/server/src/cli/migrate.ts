import { withDatabase } from './database.ts'
import { commandLine, runCommandLine, say } from './terminal.ts'

// Every command brings the schema up to date before it does anything: here there is nothing more to do.
const program = commandLine(
  'migrate',
  'Brings the database’s schema up to date and ends, so that a roll-out can do it as a step of its own.',
).action(() => withDatabase(async () => say('The database is up to date')))

await runCommandLine(program)
