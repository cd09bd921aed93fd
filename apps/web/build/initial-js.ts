import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import budget from '../../../scripts/budget.json' with { type: 'json' }
import { withStaticImports } from './static-imports.ts'

interface ScreenWeight {
  /** The end of the path of the screen's module. */
  readonly screen: string
  /** The most compressed JavaScript, in kB (1,000 bytes). */
  readonly limit: number
  /** Part of the path of modules that the screen must not wait for. */
  readonly without: string
}

/** The rules of the pool with all their words. Only the screens load them that choose or prove rules. */
const RULE_WORDS = '/domain/src/pool-rules/'

export const SCREENS: readonly ScreenWeight[] = [
  { screen: 'src/app/screens/dashboard-screen.tsx', limit: budget.initial_js_kb.dashboard, without: RULE_WORDS },
  { screen: 'src/features/reveal/reveal-screen.tsx', limit: budget.initial_js_kb.reveal, without: RULE_WORDS },
]

/**
 * Prints how much compressed JavaScript a browser fetches before it can show each screen: the entry, the screen and their static
 * imports. Fails the build above a limit.
 */
export function initialJs(): Plugin {
  return {
    name: 'outlast-initial-js',
    apply: 'build',
    writeBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      for (const { screen, limit, without } of SCREENS) {
        const initialChunks = screenChunks(chunks, screen)
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

/** Returns the chunks that a browser fetches before it can show a screen. Throws if the screen has none. */
export function screenChunks(chunks: readonly Rolldown.OutputChunk[], screen: string): Rolldown.OutputChunk[] {
  const roots = chunks.filter(({ isEntry, moduleIds }) => isEntry || moduleIds.some((id) => id.endsWith(screen)))
  if (roots.length < 2) throw new Error(`The bundle lacks a chunk for ${screen}. Has the file moved?`)
  return withStaticImports(roots, chunks)
}
