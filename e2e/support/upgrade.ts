import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** The scripts that a page has loaded. */
export const assetsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  )

/** Turns a build into another one: each script has another name, in the page and in every import. */
export async function renameAssets(build: string): Promise<void> {
  const assets = join(build, 'assets')
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const newName = (name: string) => name.replace(/-([\w-]{8})\.js$/, '-new$1.js')
  for (const path of [join(build, 'index.html'), ...scripts.map((name) => join(assets, name))]) {
    let text = await readFile(path, 'utf8')
    for (const name of scripts) text = text.replaceAll(name, newName(name))
    await rm(path)
    await writeFile(path.startsWith(assets) ? join(assets, newName(path.slice(assets.length + 1))) : path, text)
  }
}
