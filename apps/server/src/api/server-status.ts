import type { Config } from '../config/config.ts'
import { reachOf } from '../lib/reach.ts'
import { handlers } from '../http/handler.ts'

/** What an admin must know of the server's settings: they decide whether members can open the pool, and get its mails. */
export function serverStatusRoutes({ publicUrl, mail }: Pick<Config, 'publicUrl' | 'mail'>) {
  const body = { public_url: publicUrl, reach: reachOf(publicUrl), sends_mail: mail.kind === 'smtp' }
  return handlers({ serverStatus: () => ({ status: 200, body }) })
}
