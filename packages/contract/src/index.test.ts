import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What a module loads when it runs, types aside. */
function loads(file: URL): readonly string[] {
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?from\s+'([^']+)'/gm)
  return [...imports].map(([, specifier]) => specifier ?? '')
}

function everythingLoadedBy(file: URL, seen = new Set<string>()): ReadonlySet<string> {
  for (const specifier of loads(file)) {
    const next = specifier.startsWith('.') ? new URL(specifier, file) : undefined
    const name = next === undefined ? specifier : (next.pathname.split('/src/')[1] ?? '')
    if (seen.has(name)) continue
    seen.add(name)
    if (next !== undefined) everythingLoadedBy(next, seen)
  }
  return seen
}

it('brings a browser the client and the addresses, and no schema', () => {
  const loaded = everythingLoadedBy(new URL('index.ts', import.meta.url))
  expect([...loaded].toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['api-error.ts', 'client.ts', 'endpoints.ts'])
})
