import { type Kysely } from 'kysely'

/** The address or number under which members pay with Zelle. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('treasurer').addColumn('zelle', 'text').execute()
}
