import type { Rolldown } from 'vite'

/** Returns chunks with all their static imports, each after what it imports. */
export function withStaticImports(
  roots: readonly Rolldown.OutputChunk[],
  all: readonly Rolldown.OutputChunk[],
): Rolldown.OutputChunk[] {
  const byName = new Map(all.map((chunk) => [chunk.fileName, chunk]))
  const visited = new Set<Rolldown.OutputChunk>()
  const ordered: Rolldown.OutputChunk[] = []
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || visited.has(chunk)) return
    visited.add(chunk)
    chunk.imports.forEach((name) => visit(byName.get(name)))
    ordered.push(chunk)
  }
  roots.forEach(visit)
  return ordered
}
