import { userId } from '@outlast/domain'
import { findByEmail } from '../accounts/accounts.ts'
import { commandLine, Found, runCommandLine, say } from './terminal.ts'
import { withQueue } from './queue.ts'

const program = commandLine(
  'admin',
  'Makes an account an admin, or no longer one. Works at any time, with the pool running or not.',
)

program
  .command('grant')
  .description('Make an account an admin')
  .argument('<email>')
  .action((email: string) => setAdmin(email, true))
program
  .command('revoke')
  .description('Take an account’s admin rights away; the last admin keeps them')
  .argument('<email>')
  .action((email: string) => setAdmin(email, false))

function setAdmin(email: string, isAdmin: boolean): Promise<void> {
  return withQueue(async ({ db }, send) => {
    const account = await findByEmail(db, email)
    if (account === undefined) throw new Found(`No account has the e-mail ${email}`)
    await send('ChangeProfile', { userId: userId(account.user_id), fields: [], emailTaken: false, isAdmin })
    say(isAdmin ? `${email} is an admin` : `${email} is no admin`)
  })
}

await runCommandLine(program)
