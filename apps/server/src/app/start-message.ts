import type { Config } from '../config/config.ts'
import { reachOf } from '../lib/reach.ts'
import { commandForm } from '../lib/command-form.ts'
import type { OutlastServer } from './outlast-server.ts'

/** Returns the lines to print after a start: where to open the pool, who becomes admin, and where mails go. */
export async function describeStart(config: Config, server: OutlastServer): Promise<readonly string[]> {
  const url = config.publicUrlIsDefault ? server.url.replace('127.0.0.1', 'localhost') : config.publicUrl
  const lines = ['', `  Open the pool at ${url}/`, ...(await describeFirstAdmin(url, server))]
  if (reachOf(url) === 'computer')
    lines.push('  Only this computer can open it: set PUBLIC_URL to an address that members can open.')
  if (config.mail.kind === 'files') lines.push(`  No mail server is set: mails are written to ${config.mail.folder}`)
  return [...lines, '  Stop it with Ctrl-C.', '']
}

async function describeFirstAdmin(url: string, server: OutlastServer): Promise<readonly string[]> {
  const admin = server.firstAdmin()
  switch (admin.by) {
    case 'setup_link':
      return [
        '  The pool has no admin yet. Register with this link to become its admin, and keep it secret until then:',
        `  ${url}/auth?setup=${await server.setupToken()}`,
      ]
    case 'address':
      return [`  The account with the e-mail ${admin.email} becomes its admin once its owner opens the link mailed there.`]
    case 'first_account':
      return ['  The first account that registers becomes its admin.']
    case 'command_line':
      return [`  Admins are made with: ${commandForm('admin grant <email>')}`]
    default:
      return admin satisfies never
  }
}
