import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The specifiers that a module imports at run time. */
function importsOf(file: URL): readonly string[] {
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?from\s+'([^']+)'/gm)
  return [...imports].map(([, specifier]) => specifier ?? '')
}

function modulesLoadedBy(file: URL, seen = new Set<string>()): ReadonlySet<string> {
  for (const specifier of importsOf(file)) {
    const next = specifier.startsWith('.') ? new URL(specifier, file) : undefined
    const name = next === undefined ? specifier : (next.pathname.split('/src/')[1] ?? '')
    if (seen.has(name)) continue
    seen.add(name)
    if (next !== undefined) modulesLoadedBy(next, seen)
  }
  return seen
}

it('index.ts loads the client and the endpoints, and no schemas', () => {
  const loaded = modulesLoadedBy(new URL('index.ts', import.meta.url))
  expect([...loaded].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'api-error.ts',
    'client-of.ts',
    'client.ts',
    'endpoints.ts',
    'first-endpoints.ts',
    'time-limit.ts',
  ])
})

it('live/index.ts loads neither zod nor a schema', () => {
  const loaded = [...modulesLoadedBy(new URL('live/index.ts', import.meta.url))]
  expect(loaded).toContain('live/fold.ts')
  expect(loaded.filter((name) => name === 'zod' || /^(rest|fields)\/|wire/.test(name))).toEqual([])
})
