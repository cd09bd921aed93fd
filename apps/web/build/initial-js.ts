import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** As the server sends it. */
const AS_SERVED = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

interface InitialJsOptions {
  /** The end of the path of the module whose screen is meant. */
  readonly screen: string
  /** In kB (1,000 bytes) of compressed JavaScript. */
  readonly limit: number
}

/**
 * Prints how much JavaScript a browser needs before it can show a screen, compressed as it is served: the entry, the screen, and all
 * that they import statically. Ends the build when that is more than the limit (design: 150 kB for the member's dashboard).
 */
export function initialJs({ screen, limit }: InitialJsOptions): Plugin {
  return {
    name: 'outlast-initial-js',
    apply: 'build',
    writeBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const first = chunks.filter((chunk) => chunk.isEntry || chunk.facadeModuleId?.endsWith(screen) === true)
      if (first.length < 2) this.error(`There is no chunk for ${screen}: has it moved?`)
      const needed = closureOf(first, new Map(chunks.map((chunk) => [chunk.fileName, chunk])))
      const bytes = needed.reduce((sum, chunk) => sum + brotliCompressSync(chunk.code, AS_SERVED).length, 0)
      const said = `${(bytes / 1000).toFixed(1)} kB of JavaScript, compressed, before the dashboard shows (limit ${limit} kB)`
      if (bytes > limit * 1000) this.error(said)
      console.log(said)
    },
  }
}

/** The chunks with all they import statically. */
function closureOf(
  first: readonly Rolldown.OutputChunk[],
  all: ReadonlyMap<string, Rolldown.OutputChunk>,
): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || found.has(chunk)) return
    found.add(chunk)
    chunk.imports.forEach((name) => visit(all.get(name)))
  }
  first.forEach(visit)
  return [...found]
}
