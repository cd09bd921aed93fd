import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@outlast/testing'
import { expect, it } from 'vitest'
import { GUIDES, renderGuide } from './help-pages.ts'

const read = async (guide: string) => renderGuide(await readFile(join(root, 'docs', `${guide}.md`), 'utf8'))
const guides = new Map(await Promise.all(Array.from(GUIDES.keys(), async (name) => [name, await read(name)] as const)))

const sources = globSync('**/*.tsx', { cwd: join(root, 'apps/web/src') })
/** The targets of the links “How this works”. */
const targets = sources.flatMap((file) =>
  Array.from(
    readFileSync(join(root, 'apps/web/src', file), 'utf8').matchAll(/(?:\shelp|<HelpLink to)="([^"]+)"/g),
    ([, to = '']) => to,
  ),
)

it('every “How this works” leads to a section that exists', () => {
  expect(targets.length).toBeGreaterThan(15)
  const missing = targets.filter((target) => {
    const [name = '', section] = target.split('#')
    const guide = guides.get(name)
    return guide === undefined || (section !== undefined && !guide.ids.has(section))
  })
  expect(missing).toEqual([])
})

it('every link within the guides leads to a section that exists', () => {
  const broken = [...guides].flatMap(([name, { html }]) =>
    Array.from(html.matchAll(/<a href="(?:\/help\/([\w-]+)\.html)?(?:#([^"]*))?">/g), ([link, other = name, section]) =>
      section === undefined || guides.get(other)?.ids.has(section) ? [] : [`${name}: ${link}`],
    ).flat(),
  )
  expect(broken).toEqual([])
})

it('a guide has a title, headings with ids, tables that scroll, and no link to what the pool does not serve', () => {
  const { title, html, ids } = renderGuide(
    '# Run it\n\n## August: set up\n\n- [ ] **Do** [this](rules.md#2-b), not [that](hosting.md).\n\n| a |\n| - |\n| b |\n\n<img src="images/season/open.jpg" alt="" />\n',
  )
  expect(title).toBe('Run it')
  expect([...ids]).toEqual(['run-it', 'august-set-up'])
  expect(html).toContain('<h2 id="august-set-up">August: set up</h2>')
  expect(html).toContain('<a href="/help/rules.html#2-b">this</a>, not that.')
  expect(html).toMatch(/<div class="help-table" tabindex="0"><table>[^]*<\/table><\/div>/)
  expect(html).toContain('src="/help/images/season/open.jpg"')
  expect(html).not.toMatch(/<input|<script|style=/)
})
