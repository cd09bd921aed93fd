export { createTestDatabase, runStatement, type TestDatabase, withDatabase } from './database.ts'
export { removeDataFolder } from './data-folder.ts'
export { root, sharedData } from './root.ts'
export { startThrowAwayPostgres } from './throw-away-postgres.ts'
