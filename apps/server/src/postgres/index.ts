export { type EmbeddedOptions, type EmbeddedPostgres, borrowEmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
export { DataFolderInUse } from './data-folder.ts'
export type { DatabaseLog } from './supervisor.ts'
export { type Leftover, leftovers, removeData, removeLeftovers, type StoredData, storedData } from './removal.ts'
