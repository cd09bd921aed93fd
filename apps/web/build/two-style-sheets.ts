import type { Plugin, Rolldown } from 'vite'
import { withStaticImports } from './static-imports.ts'

/**
 * Makes two style sheets: what the first screens need, which the page waits for, and all others, which load with the first part that
 * does (src/lib/later-styles.ts). Together they contain the rules in the order of the imports, so that no rule overrides another by
 * chance of who loads first.
 * @param screens the ends of the paths of the first screens' modules
 */
export function twoStyleSheets(screens: readonly string[]): Plugin {
  let later = ''
  return {
    name: 'outlast-two-style-sheets',
    apply: 'build',
    enforce: 'pre',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const isRoot = ({ isEntry, moduleIds }: Rolldown.OutputChunk): boolean =>
        isEntry || moduleIds.some((id) => screens.some((screen) => id.endsWith(screen)))
      const first = withStaticImports(chunks.filter(isRoot), chunks)
      const others = withStaticImports(chunks, chunks).filter((chunk) => !first.includes(chunk))
      const sheetOf = (of: readonly Rolldown.OutputChunk[]): string => of.flatMap((chunk) => takeStyles(chunk, bundle)).join('')
      const emit = (name: string, source: string): string => this.getFileName(this.emitFile({ type: 'asset', name, source }))
      const firstName = emit('style.css', sheetOf(first))
      later = emit('later.css', sheetOf(others))
      chunks.find(({ isEntry }) => isEntry)?.viteMetadata?.importedCss.add(firstName)
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'meta', attrs: { name: 'later-styles', content: `/${later}` }, injectTo: 'head' }],
    },
  }
}

/** Takes the style sheets of a chunk out of the bundle. */
function takeStyles(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const names = [...(chunk.viteMetadata?.importedCss ?? [])]
  chunk.viteMetadata?.importedCss.clear()
  return names.flatMap((name) => {
    const sheet = bundle[name]
    delete bundle[name]
    return sheet?.type === 'asset' ? [String(sheet.source)] : []
  })
}
