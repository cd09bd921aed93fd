import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the connection string of the embedded PostgreSQL of a running pool. */
export function connectionStringIn(dataDir: string): string {
  const text = readFileSync(join(dataDir, 'postgres-connection.json'), 'utf8')
  return (JSON.parse(text) as { readonly connectionString: string }).connectionString
}
