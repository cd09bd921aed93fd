import { readdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Migration as KyselyMigration } from 'kysely/migration'
import { MIGRATIONS_FOLDER, VERSION } from '../lib/paths.ts'
import { compareVersions } from '../lib/versions.ts'

/**
 * What a migration does apart from adding. A migration without an effect only adds, so that servers of older versions keep working, and no
 * stored row changes; a test compares each with what it does to the schema (migration-effects.pg.test.ts).
 */
interface MigrationEffect {
  /** It changes or moves rows that were there before, so a backup is made first. */
  readonly changesData?: boolean
  /** Servers that do not know it cannot work with its result, and must be stopped first. Only migrations up to 1.0.0 may have this effect. */
  readonly stopsOlderServers?: boolean
  /**
   * It drops what this version, and every later one, does not use. It waits for the release after that version, since servers of an older one
   * may still run next to the version itself (docs/decisions/117).
   */
  readonly dropsUnusedSince?: string
}

export interface Migration {
  /** For example `0001-event-log`. Migrations are applied in the order of their names. */
  readonly name: string
  readonly up: KyselyMigration['up']
  readonly effect: MigrationEffect
}

/**
 * Reads the migrations of a folder, oldest first. Those of a release are JavaScript.
 *
 * @param folder contains files such as `0001-event-log.ts`, each exporting `up(db)` and, if it does more than add, `effect`
 * @throws an Error for a file name that does not sort by its number
 */
export async function readMigrations(folder: string = MIGRATIONS_FOLDER): Promise<readonly Migration[]> {
  const files = (await readdir(folder)).filter((name) => /(?<!\.d)\.(ts|mjs)$/.test(name)).toSorted()
  const migrations: Migration[] = []
  for (const file of files) {
    if (!/^\d{4}-[a-z0-9-]+\.(ts|mjs)$/.test(file))
      throw new Error(`${file} is not a valid migration name; expected a name such as 0001-event-log.ts`)
    const module = (await import(pathToFileURL(join(folder, file)).href)) as KyselyMigration & {
      readonly effect?: MigrationEffect
    }
    migrations.push({ name: file.replace(/\.\w+$/, ''), up: (db) => module.up(db), effect: module.effect ?? {} })
  }
  return migrations
}

/** The last migration that this program knows. */
export const NEWEST_MIGRATION = (
  readdirSync(MIGRATIONS_FOLDER)
    .toSorted()
    .findLast((file) => /^\d{4}-/.test(file)) ?? ''
).replace(/\.\w+$/, '')

/** Returns the names of the project's migrations, oldest first, with those that wait for a later version. */
export async function knownMigrations(): Promise<readonly string[]> {
  return (await readMigrations()).map(({ name }) => name)
}

/** Whether a program of this version leaves a migration to a later one. */
export function isPostponed({ effect: { dropsUnusedSince } }: Migration, version: string = VERSION): boolean {
  return dropsUnusedSince !== undefined && compareVersions(version, dropsUnusedSince) <= 0
}

/** The servers that can work with a schema: those that know a migration, and those of a version or a newer one. Null: no condition. */
export interface SchemaRequirement {
  readonly oldestMigration: string | null
  readonly oldestVersion: string | null
}

/** Returns which servers can work with the result of these migrations. */
export function requirementOf(migrations: readonly Migration[]): SchemaRequirement {
  const stopping = migrations.filter(({ effect }) => effect.stopsOlderServers === true).map(({ name }) => name)
  const versions = migrations.flatMap(({ effect }) => effect.dropsUnusedSince ?? []).toSorted(compareVersions)
  return { oldestMigration: stopping.toSorted().at(-1) ?? null, oldestVersion: versions.at(-1) ?? null }
}

/** A program, as far as it matters for the schema. */
export interface SchemaUser {
  readonly version: string
  /** The last migration that it knows: its name, or only its number. */
  readonly migration: string
}

/** Whether a program can work with a schema. */
export function canWorkWith({ oldestMigration, oldestVersion }: SchemaRequirement, user: SchemaUser): boolean {
  const knows = oldestMigration === null || user.migration.slice(0, 4) >= oldestMigration.slice(0, 4)
  return knows && (oldestVersion === null || compareVersions(user.version, oldestVersion) >= 0)
}
