import { openApiDocument } from '@outlast/contract/openapi'
import { describe, expect, it } from 'vitest'
import { DOCS_CSS, docsPage } from './page.ts'

const document = openApiDocument()
const addresses = { css: '/api/docs/style.css', json: '/api/openapi.json' }
const page = docsPage(document, addresses)
const all = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, value]) => value)

describe('docsPage', () => {
  it('shows every operation', () => {
    const operations = Object.values(document.paths ?? {}).flatMap(
      (item) => Object.values(item ?? {}) as { operationId: string }[],
    )
    expect(operations.length).toBeGreaterThan(60)
    expect(all(/<div class="inside" id="(\w+)"/g)).toEqual(
      expect.arrayContaining(operations.map(({ operationId }) => operationId)),
    )
  })

  it('contains no scripts, no inline styles and nothing from other hosts', () => {
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i)
    expect(all(/(?:src|href)="([^#][^"]*)"/g)).toEqual(['/icon.svg', addresses.css, addresses.json])
    expect(DOCS_CSS).not.toMatch(/@import|url\(/)
  })

  it('links only to existing anchors', () => {
    const ids = new Set(all(/\sid="([^"]+)"/g))
    expect(all(/href="#([^"]+)"/g).filter((target) => !ids.has(target ?? ''))).toEqual([])
    expect(ids.size).toBe(all(/\sid="([^"]+)"/g).length)
  })

  it('closes every element', () => {
    for (const tag of ['details', 'summary', 'dl', 'dt', 'dd', 'section', 'div', 'code', 'p', 'a', 'span', 'ul', 'li']) {
      const opened = page.match(new RegExp(`<${tag}[\\s>]`, 'g'))?.length
      expect([tag, page.match(new RegExp(`</${tag}>`, 'g'))?.length]).toEqual([tag, opened])
    }
  })

  it('escapes all text of the document', () => {
    const hostile = '<img src=x onerror=alert(1)>"\'&'
    const operation = {
      operationId: 'x',
      tags: ['t'],
      summary: hostile,
      description: `\`${hostile}\``,
      responses: { 200: { description: hostile } },
    }
    const info = { title: hostile, description: hostile }
    const rendered = docsPage(
      { info, tags: [{ name: 't', description: hostile }], paths: { [hostile]: { get: operation } } },
      addresses,
    )
    expect(rendered).not.toContain('<img')
    expect(rendered).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
  })
})
