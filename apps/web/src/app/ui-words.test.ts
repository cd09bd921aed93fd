import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

/** What no screen says to members and volunteers: names of settings, and words of those who build and run the pool. */
const FORBIDDEN: readonly RegExp[] = [
  /\b[A-Z]{2,}(?:_[A-Z]+)+\b/,
  /chain[’']s head/i,
  /\bEntry ID\b/,
  /\bIBAN\b/,
  /the command “doctor”|\boutbox\b|\bSMTP\b|\bcron\b|\bPostgres/i,
  /person who runs the server/i,
]

/** Where one is right: specified labels of the picks table, fields of clubs whose members pay by bank, the name of a check in code. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'features/admin-weeks/picks-table.tsx': ['Entry ID'],
  'features/admin-weeks/entry-field.tsx': ['Entry ID'],
  'features/money/treasurer-card.tsx': ['IBAN'],
  'features/money/dues-panel.tsx': ['IBAN'],
  'desk/server-checks.ts': ['outbox'],
}

const SOURCE = fileURLToPath(new URL('..', import.meta.url))

/** A node of a syntax tree. */
type Node = Readonly<Record<string, unknown>>

/** The texts of a file that a screen can show. A text to forward is for somebody else. */
function textsOf(path: string, source: string): readonly string[] {
  const texts: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    if (node['type'] === 'ImportDeclaration' || isForwarded(node)) return
    const text = node['type'] === 'TemplateElement' ? (node['value'] as Node)['cooked'] : node['value']
    if (/^(?:Literal|JSXText|TemplateElement)$/.test(String(node['type'])) && typeof text === 'string') texts.push(text)
    Object.values(node).forEach(visit)
  }
  visit(parseSync(path, source).program)
  return texts
}

/** Whether a property or a constant is called `forward`. */
const isForwarded = ({ key, id }: Node): boolean =>
  [key, id].some((name) => (name as Node | null | undefined)?.['name'] === 'forward')

const wrongIn = (path: string, source: string) =>
  textsOf(path, source).filter(
    (text) => !(ALLOWED[path] ?? []).includes(text.trim()) && FORBIDDEN.some((pattern) => pattern.test(text)),
  )

it('no screen says a name of a setting, or a word of those who run the pool', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.|test-support/.test(path),
  )
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((path) => wrongIn(path, readFileSync(join(SOURCE, path), 'utf8')).map((text) => `${path}: ${text}`))
  expect(found).toEqual([])
})

it('finds such a word in every kind of text, except in a text to forward', () => {
  const wrong = [
    'const a = "Set PUBLIC_URL"',
    'const a = `${b} SMTP_URL`',
    'const a = <p>The chain’s head</p>',
    "label('Entry ID')",
  ]
  for (const source of wrong) expect(wrongIn('a.tsx', source)).toHaveLength(1)
  expect(wrongIn('a.tsx', "const part = { forward: 'Set PUBLIC_URL' }")).toEqual([])
})
