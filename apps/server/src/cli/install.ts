import { installRelease } from '../postgres/index.ts'
import { commandLine, printMessage } from './terminal.ts'

export const program = commandLine(
  'install',
  'Installs what this machine needs and the release does not contain: PostgreSQL. A start does this too; with DATABASE_URL it is not needed.',
).action(() => {
  installRelease()
  printMessage('Outlast is installed')
})
