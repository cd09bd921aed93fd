import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.mjs'

const pages = execFileSync('git', ['ls-files', '-z', '*.md', ':!*.template.md'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean)

/** Returns a page without its code. */
const prose = (page: string): string =>
  readFileSync(join(root, page), 'utf8')
    .replace(/^```[^]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ' '))

/** Returns the anchors of a page's headings, as its host makes them. */
function anchors(page: string): ReadonlySet<string> {
  const headings = [...readFileSync(join(root, page), 'utf8').matchAll(/^#{1,6} (.*)$/gm)].map(([, text = '']) => text)
  return new Set(
    headings.map((text) =>
      text
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

test('every link between the pages leads to a file and a heading that exist', () => {
  const dead = pages.flatMap((page) =>
    [...prose(page).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([, path = '', anchor]) => {
      const target = path === '' ? page : join(dirname(page), path)
      if (!existsSync(join(root, target))) return [`${page}: ${path}`]
      const isFound = anchor === undefined || !target.endsWith('.md') || anchors(target).has(anchor)
      return isFound ? [] : [`${page}: ${path}#${anchor}`]
    }),
  )
  expect(dead).toEqual([])
})
