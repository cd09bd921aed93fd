export { DatabaseAheadError, type MigrateOptions, migrate, MIGRATIONS_FOLDER } from './migrate.ts'
export { connectionConfig, type Database, type DatabaseOptions, openDatabase } from './pool.ts'
export { assertSafeDatabase, UnsafeDatabaseError } from './safety.ts'
export type { Tables } from './tables.ts'
