import { userId } from '@outlast/domain'
import { findByEmail } from '../accounts/accounts.ts'
import { commandLine, CommandError, printMessage } from './terminal.ts'
import { withQueue } from './queue.ts'

export const program = commandLine('admin', 'Grants or revokes admin rights. Works whether or not the pool is running.')

program
  .command('grant')
  .description('Make an account an admin')
  .argument('<email>')
  .action((email: string) => setAdmin(email, true))
program
  .command('revoke')
  .description('Revoke an account’s admin rights, except those of the last admin')
  .argument('<email>')
  .action((email: string) => setAdmin(email, false))

function setAdmin(email: string, isAdmin: boolean): Promise<void> {
  return withQueue(async ({ db }, send) => {
    const account = await findByEmail(db, email)
    if (account === undefined) throw new CommandError(`No account has the e-mail ${email}`)
    await send('ChangeProfile', { userId: userId(account.user_id), fields: [], emailTaken: false, isAdmin })
    printMessage(isAdmin ? `${email} is an admin` : `${email} is not an admin`)
  })
}
