import { fileURLToPath } from 'node:url'
import { createTestDatabase, runStatement, type TestDatabase, withClient } from '@outlast/testing/postgres/database'
import { loadBackup, readBackup } from '../../../src/backup/restore-backup.ts'

/** The data of the preview of 24 November 2026 (tests/fixtures/README.md). */
const BACKUP = fileURLToPath(new URL('../../fixtures/outlast-1.0.0-preview-2026-11-24/backup.tar', import.meta.url))

/** Messages that wait: two mails, one of which was tried before, a push message, and news for a webhook. */
const WAITING = `
  INSERT INTO webhooks (id, label, preset, events, url, secret) VALUES (77, 'Chat', 'standard', '{lock}', 'https://chat.example/x', 's');
  INSERT INTO mail_outbox (channel, kind, priority, to_address, subject, text, attempts, user_id) VALUES
    ('mail', 'broadcast', 1, 'a@club.example', 'Hello', 'First', 0, 1), ('mail', 'password_reset', 5, 'b@club.example', 'Link', 'Second', 3, 2),
    ('push', 'news', 2, 'https://push.example/abc', 'News', 'Third', 0, 1);
  INSERT INTO webhook_deliveries (webhook_id, news_key, event, text, body) VALUES (77, 'lock:5', 'lock', 'Week 5 is locked', '{}');
  INSERT INTO news_told VALUES ('lock:5', '120') ON CONFLICT DO NOTHING`

/** Creates a database as the preview of 24 November 2026 left it, with messages that wait. Its keys go into the data folder. */
export async function createOldDatabase(dataDir: string): Promise<TestDatabase> {
  const database = await createTestDatabase({ empty: true })
  const { connectionString } = database
  await loadBackup({ file: BACKUP, manifest: await readBackup(BACKUP), connectionString, dataDir })
  await runStatement(connectionString, WAITING)
  return database
}

/** Returns every row of every table as text, without what says when something was done to the database itself. */
export function readAllRows(connectionString: string): Promise<Readonly<Record<string, readonly string[]>>> {
  return withClient(connectionString, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND relname NOT IN ('kysely_migration', 'kysely_migration_lock', 'backup_status') ORDER BY relname`,
    )
    const found: Record<string, readonly string[]> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" AS t ORDER BY 1`)
      found[name] = rows.map(({ row }) => row)
    }
    return found
  })
}
