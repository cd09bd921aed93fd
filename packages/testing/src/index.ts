export { createTestDatabase, runStatement, type TestDatabase, withDatabase } from './postgres/database.ts'
export { removeDataFolder } from './files.ts'
export { root, sharedData } from './root.ts'
export { startTemporaryPostgres } from './postgres/temporary-postgres.ts'
