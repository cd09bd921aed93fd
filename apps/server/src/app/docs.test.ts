import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ERRORS, ERROR_CODES } from '@outlast/contract/errors'
import { ALL_ROUTES } from '@outlast/contract/routes'
import { describe, expect, test } from 'vitest'

/** What can be said of the documentation by a machine: that it leaves nothing out, and that its links lead somewhere. */

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** The cells of a page's table rows, without the padding that the formatter gives them. */
function rowsOf(page: string): readonly (readonly string[])[] {
  const lines = page.split('\n').filter((line) => line.startsWith('|'))
  return lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

describe('docs/api.md', () => {
  const rows = rowsOf(read('docs/api.md'))

  test('lists every call, and none that is not there', () => {
    const listed = rows.map(([first]) => /^`((?:GET|POST|PATCH|DELETE) \/[^`]*)`$/.exec(first ?? '')?.[1])
    const calls = ALL_ROUTES.map(({ method, path }) => `${method} ${path}`)
    expect(listed.filter((call) => call !== undefined).sort()).toEqual(calls.sort())
  })

  test('says of each call who may, and whether it takes Idempotency-Key and If-Match', () => {
    const WHO = {
      public: 'everybody',
      member: 'members',
      owner: 'its owner',
      owner_or_admin: 'its owner, admins',
      admin: 'admins',
    }
    for (const { method, path, access, idempotent, ifMatch } of ALL_ROUTES) {
      const row = rows.find(([first]) => first === `\`${method} ${path}\``)
      const takes = [...(idempotent === true ? ['key'] : []), ...(ifMatch === true ? ['match'] : [])].join(', ')
      expect([path, row?.[1], row?.[3]]).toEqual([path, WHO[access], takes])
    }
  })

  test('has every error with its status and sentence', () => {
    for (const code of ERROR_CODES) {
      const { status, sentence } = ERRORS[code]
      expect(rows).toContainEqual([`\`${code}\``, String(status), sentence])
    }
  })
})

describe('docs/operations.md', () => {
  const page = read('docs/operations.md')

  test('has every command of the command lines', () => {
    const folder = join(ROOT, 'apps/server/src/cli')
    const commands = readdirSync(folder).flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      const name = /commandLine\(\s*'(\w+)'/.exec(text)?.[1]
      if (name === undefined) return []
      const subcommands = [...text.matchAll(/\.command\('([\w-]+)'\)/g)].map(
        ([, subcommand]) => `npm run ${name} -- ${subcommand}`,
      )
      return subcommands.length === 0 ? [`npm run ${name}`] : subcommands
    })
    expect(commands.length).toBeGreaterThan(8)
    expect(commands.filter((command) => !page.includes(`\`${command}`))).toEqual([])
  })

  test('has every option of the command lines', () => {
    const folder = join(ROOT, 'apps/server/src/cli')
    const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
    const options = texts.flatMap((text) => [...text.matchAll(/[oO]ption\('(--[\w-]+)/g)].map(([, option]) => option ?? ''))
    expect(options.filter((option) => !page.includes(option))).toEqual([])
  })

  test('has every metric', () => {
    const source = read('apps/server/src/observability/metrics.ts')
    const gauges = [...source.matchAll(/ gauge\('(\w+)'/g)].map(([, name]) => `outlast_${name}`)
    const others = [...source.matchAll(/name: '(outlast_\w+)'/g)].map(([, name]) => name ?? '')
    expect(gauges.length).toBeGreaterThan(8)
    expect([...gauges, ...others].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})

describe('links', () => {
  const pages = [
    ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
    ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
  ]

  test.each(pages)('%s: every link inside the project leads somewhere', (page) => {
    const broken = linksOf(read(page)).filter((link) => !leadsSomewhere(page, link))
    expect(broken).toEqual([])
  })

  test('docs/decisions/README.md lists every decision', () => {
    const index = read('docs/decisions/README.md')
    const decisions = pages.map((page) => relative('docs/decisions', page)).filter((name) => /^\d{3}-/.test(name))
    expect(decisions.filter((name) => !index.includes(`](${name})`))).toEqual([])
  })
})

/** Targets of links to files and headings of the project; code is left out. */
function linksOf(text: string): readonly string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, '')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '')
  return targets.filter((target) => !/^[a-z]+:/.test(target))
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(ROOT, target))) return false
  return heading === undefined || headingsOf(read(target)).includes(heading)
}

/** Headings as GitHub names them in addresses. */
function headingsOf(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading ?? '')
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
