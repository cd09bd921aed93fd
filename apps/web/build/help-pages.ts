import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'

/** The guides that the pool serves, by their file in `docs`, with the label of the link to each. */
export const GUIDES: ReadonlyMap<string, string> = new Map([
  ['join-and-play', 'Join'],
  ['playing', 'Play'],
  ['rules', 'Rules'],
  ['faq', 'Questions'],
  ['glossary', 'Words'],
  ['proofs', 'Proofs'],
  ['season', 'Run a season'],
  ['coming-from-a-spreadsheet', 'From a spreadsheet'],
])

/** A guide as HTML. */
export interface Guide {
  readonly title: string
  readonly html: string
  /** The ids of its headings. */
  readonly ids: ReadonlySet<string>
}

/** Builds a guide from its Markdown. Links to what the pool does not serve become plain text. */
export function renderGuide(markdown: string): Guide {
  const ids = new Set<string>()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = slugOf(text)
        ids.add(id)
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const label = this.parser.parseInline(tokens)
        const address = addressOf(href)
        return address === undefined ? label : `<a href="${address}">${label}</a>`
      },
      // The boxes of a list of steps are for paper.
      checkbox: () => '',
    },
  })
  const html = marked
    .parse(markdown, { async: false })
    .replaceAll('<table>', '<div class="help-table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('src="images/', 'loading="lazy" src="/help/images/')
  return { title: /^# (.+)$/m.exec(markdown)?.[1] ?? '', html, ids }
}

/** The address of a link of a guide; undefined if the pool does not serve its target. */
function addressOf(href: string): string | undefined {
  if (/^(?:#|https:)/.test(href)) return href
  const [, guide = '', section = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return GUIDES.has(guide) ? `/help/${guide}.html${section}` : undefined
}

/** Names a heading as the links of the guides do. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

function pageOf(name: string, { title, html }: Guide, styles: string): string {
  const links = Array.from(GUIDES, ([guide, label]) => {
    const current = guide === name ? ' aria-current="page"' : ''
    return `<a href="/help/${guide}.html"${current}>${label}</a>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml" />
<link rel="stylesheet" href="${styles}" />
<link rel="stylesheet" href="/help/help.css" />
<script src="/help/theme.js"></script>
</head>
<body class="help">
<header class="help-bar">
<a href="/">← To the pool</a>
<nav aria-label="Guides">${links.join('\n')}</nav>
</header>
<main>
${html}</main>
</body>
</html>
`
}

/** The app adds its faces with its own code, which the guides do not load. */
const FACES = [
  { file: /figtree-latin-wght-[^/]+\.woff2$/, family: 'Figtree', weight: '300 900' },
  { file: /barlow-condensed-latin-700-[^/]+\.woff2$/, family: 'Barlow Condensed', weight: '700' },
] as const

function facesIn(files: readonly string[]): string {
  return FACES.map(({ file, family, weight }) => {
    const found = files.find((name) => file.test(name))
    if (found === undefined) throw new Error(`The bundle lacks the face ${family}`)
    return `@font-face { font-family: '${family}'; font-weight: ${weight}; font-display: swap; src: url('/${found}') format('woff2'); }`
  }).join('\n')
}

/**
 * Writes the guides of `docs` that members and commissioners read as pages of their own, with their pictures: `/help/season.html`.
 * They share the app's style sheet, and a script of their own (`public/help/theme.js`) gives them its theme and color. The server
 * names the club in them (`apps/server/src/pages/branded-files.ts`).
 * @param docs the folder of the guides
 * @param stylesFile the style sheet that only they need
 */
export function helpPages(docs: string, stylesFile: string): Plugin {
  return {
    name: 'outlast-help-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const styles = Object.keys(bundle).find((file) => /\bstyle-[^/]+\.css$/.test(file))
        if (styles === undefined) throw new Error('The bundle lacks a style sheet')
        const emit = (fileName: string, source: string | Uint8Array) => this.emitFile({ type: 'asset', fileName, source })
        emit('help/help.css', `${facesIn(Object.keys(bundle))}\n${await readFile(stylesFile, 'utf8')}`)
        for (const name of GUIDES.keys()) {
          const guide = renderGuide(await readFile(join(docs, `${name}.md`), 'utf8'))
          emit(`help/${name}.html`, pageOf(name, guide, `/${styles}`))
        }
        for (const picture of await readdir(join(docs, 'images', 'season')))
          emit(`help/images/season/${picture}`, await readFile(join(docs, 'images', 'season', picture)))
      },
    },
  }
}
