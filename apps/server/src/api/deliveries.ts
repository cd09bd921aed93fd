import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { readDeliveries } from '../outbox/status.ts'
import { handlers } from '../http/handler.ts'

/** What did not arrive, for admins. */
export function deliveryRoutes({ db }: { readonly db: Kysely<Tables> }) {
  return handlers({ deliveries: async () => ({ status: 200, body: await readDeliveries(db) }) })
}
