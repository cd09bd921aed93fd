import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { KEY_FILES } from '../backup/manifest.ts'

/** What only a data folder of a pool contains. */
const OWN_FILES = [...KEY_FILES, 'postgres', 'postgres-password', 'lock']
/** What an empty disk or a file manager leaves in every folder. */
const HARMLESS = new Set(['lost+found', '.DS_Store', 'Thumbs.db', 'desktop.ini'])

/** Returns the names of files in a folder that is not a data folder yet; empty for a data folder, an empty folder and a missing one. */
export function foreignFiles(folder: string): readonly string[] {
  if (!existsSync(folder) || OWN_FILES.some((name) => existsSync(join(folder, name)))) return []
  return readdirSync(folder)
    .filter((name) => !HARMLESS.has(name))
    .sort()
}
