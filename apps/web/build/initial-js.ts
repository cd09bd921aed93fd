import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

interface InitialJsOptions {
  /** The end of the path of the screen's module. */
  readonly screen: string
  /** The most compressed JavaScript, in kB (1,000 bytes). */
  readonly limit: number
}

/**
 * Prints how much compressed JavaScript a browser fetches before it can show a screen: the entry, the screen and their static
 * imports. Fails the build above the limit.
 */
export function initialJs({ screen, limit }: InitialJsOptions): Plugin {
  return {
    name: 'outlast-initial-js',
    apply: 'build',
    writeBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const roots = chunks.filter((chunk) => chunk.isEntry || chunk.facadeModuleId?.endsWith(screen) === true)
      if (roots.length < 2) this.error(`The bundle lacks a chunk for ${screen}. Has the file moved?`)
      const initialChunks = withStaticImports(roots, new Map(chunks.map((chunk) => [chunk.fileName, chunk])))
      const bytes = initialChunks.reduce((sum, chunk) => sum + brotliCompressSync(chunk.code).length, 0)
      const message = `${(bytes / 1000).toFixed(1)} kB of compressed JavaScript before the dashboard shows (limit ${limit} kB)`
      if (bytes > limit * 1000) this.error(message)
      console.log(message)
    },
  }
}

/** Returns the chunks with all their static imports. */
function withStaticImports(
  roots: readonly Rolldown.OutputChunk[],
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
): Rolldown.OutputChunk[] {
  const visited = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || visited.has(chunk)) return
    visited.add(chunk)
    chunk.imports.forEach((name) => visit(chunks.get(name)))
  }
  roots.forEach(visit)
  return [...visited]
}
