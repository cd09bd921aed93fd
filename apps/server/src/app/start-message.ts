import type { Config } from '../config/config.ts'
import { commandForm } from '../lib/command-form.ts'
import { openDatabase } from '../database/index.ts'
import type { Tables } from '../database/tables.ts'
import type { OutlastServer } from './outlast-server.ts'

/** Returns the lines to print after a start: where to open the pool, who becomes admin, and where mails go. */
export async function describeStart(config: Config, connectionString: string, server: OutlastServer): Promise<readonly string[]> {
  const isEmpty = await hasNoAccount(connectionString)
  const lines = [
    '',
    `  Open the pool at ${config.publicUrlIsDefault ? server.url.replace('127.0.0.1', 'localhost') : config.publicUrl}/`,
  ]
  if (config.adminEmail !== undefined) lines.push(`  The account with the e-mail ${config.adminEmail} becomes its admin.`)
  else if (isEmpty) lines.push('  The first account that registers becomes its admin.')
  else lines.push(`  Admins are made with: ${commandForm('admin grant <email>')}`)
  if (config.mail.kind === 'files') lines.push(`  No mail server is set: mails are written to ${config.mail.folder}`)
  return [...lines, '  Stop it with Ctrl-C.', '']
}

async function hasNoAccount(connectionString: string): Promise<boolean> {
  const database = openDatabase<Tables>({ connectionString, max: 1, onError: () => {} })
  try {
    return (await database.db.selectFrom('accounts').select('user_id').limit(1).execute()).length === 0
  } finally {
    await database.close()
  }
}
