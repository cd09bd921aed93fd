import { installRelease } from '../postgres/index.ts'
import { commandLine, CommandError, printMessage } from './terminal.ts'

export const program = commandLine(
  'install',
  'Installs what this machine needs and the release does not contain: PostgreSQL. A start does this too; with DATABASE_URL it is not needed.',
).action(() => {
  if (installRelease() === undefined) throw new CommandError('There is no embedded PostgreSQL for this machine: set DATABASE_URL')
  printMessage('Outlast is installed')
})
