import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { withStaticImports } from './static-imports.ts'

interface ScreenWeight {
  /** The end of the path of the screen's module. */
  readonly screen: string
  /** The most compressed JavaScript, in kB (1,000 bytes). */
  readonly limit: number
  /** Part of the path of modules that the screen must not wait for. */
  readonly without: string
}

/**
 * Prints how much compressed JavaScript a browser fetches before it can show each screen: the entry, the screen and their static
 * imports. Fails the build above a limit.
 */
export function initialJs(screens: readonly ScreenWeight[]): Plugin {
  return {
    name: 'outlast-initial-js',
    apply: 'build',
    writeBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      for (const { screen, limit, without } of screens) {
        const roots = chunks.filter(({ isEntry, moduleIds }) => isEntry || moduleIds.some((id) => id.endsWith(screen)))
        if (roots.length < 2) this.error(`The bundle lacks a chunk for ${screen}. Has the file moved?`)
        const initialChunks = withStaticImports(roots, chunks)
        const loaded = initialChunks.flatMap((chunk) => chunk.moduleIds).find((module) => module.includes(without))
        if (loaded !== undefined) this.error(`${screen} would wait for ${loaded}. Which of its modules imports it?`)
        const bytes = initialChunks.reduce((sum, chunk) => sum + brotliCompressSync(chunk.code).length, 0)
        const message = `${(bytes / 1000).toFixed(1)} kB of compressed JavaScript before ${screen} shows (limit ${limit} kB)`
        if (bytes > limit * 1000) this.error(message)
        console.log(message)
      }
    },
  }
}
