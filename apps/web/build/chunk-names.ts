/** What Rolldown knows of the modules. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/**
 * Names the chunks of the first screens: what several of them need is one file, and what each adds is another. Many small files would
 * take longer, because each is a request and compresses worse. All other modules are left to Rolldown.
 * @param screens the path of each screen's module, by the name of its chunk
 */
export function chunkNames(screens: Readonly<Record<string, string>>): (id: string, graph: ModuleGraph) => string | null {
  let needs: readonly (readonly [name: string, modules: ReadonlySet<string>])[] | undefined
  return (id, graph) => {
    needs ??= Object.entries(screens).map(([name, path]) => [name, withStaticImports(path, graph)])
    const names = needs.filter(([, modules]) => modules.has(id)).map(([name]) => name)
    return names.length > 1 ? 'screens' : (names[0] ?? null)
  }
}

function withStaticImports(root: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set([root])
  // A set visits what is added to it meanwhile.
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  if (found.size === 1) throw new Error(`The build lacks ${root}. Has the file moved?`)
  return found
}
