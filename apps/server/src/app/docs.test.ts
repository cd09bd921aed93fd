import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ERRORS, ERROR_CODES } from '@outlast/contract/errors'
import { ALL_ROUTES } from '@outlast/contract/routes'
import { describe, expect, test } from 'vitest'

// Checks that the documentation is complete and that its links are valid.

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Returns the cells of a page's table rows, without the formatter's padding. */
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

  test('lists exactly the calls of the API', () => {
    const listed = rows.map(([first]) => /^`((?:GET|POST|PUT|PATCH|DELETE) \/[^`]*)`$/.exec(first ?? '')?.[1])
    const calls = ALL_ROUTES.map(({ method, path }) => `${method} ${path}`)
    expect(listed.filter((call) => call !== undefined).sort()).toEqual(calls.sort())
  })

  test('lists who may make each call, and whether it accepts Idempotency-Key and If-Match', () => {
    const WHO = {
      public: 'everybody',
      member: 'members',
      owner: 'its owner',
      owner_or_admin: 'its owner, admins',
      staff: 'admins, roles',
      pool: 'admins',
      money: 'admins, treasurers',
      games: 'admins, scorekeepers',
      people: 'admins, helpers',
      mail: 'admins, helpers',
    }
    for (const { method, path, access, idempotent, ifMatch } of ALL_ROUTES) {
      const row = rows.find(([first]) => first === `\`${method} ${path}\``)
      const takes = [...(idempotent === true ? ['key'] : []), ...(ifMatch === true ? ['match'] : [])].join(', ')
      expect([path, row?.[1], row?.[3]]).toEqual([path, WHO[access], takes])
    }
  })

  test('names the writes that take no Idempotency-Key', () => {
    const others = ALL_ROUTES.filter(({ method, idempotent }) => method !== 'GET' && idempotent !== true)
    const [sentence] = /- Every write accepts a key except .*/.exec(read('docs/api.md')) ?? ['']
    const named = sentence.match(/`\/api\/[^`]*`/g)
    expect(named?.sort()).toEqual(others.map(({ path }) => `\`${path}\``).sort())
  })

  test('lists every error once, with its status and message', () => {
    const listed = rows.flatMap(([first]) => /^`([a-z_]+)`$/.exec(first ?? '')?.[1] ?? [])
    expect(listed.filter((code) => ERROR_CODES.some((known) => known === code)).sort()).toEqual([...ERROR_CODES].sort())
    for (const code of ERROR_CODES) {
      const { status, message } = ERRORS[code]
      expect(rows).toContainEqual([`\`${code}\``, String(status), message])
    }
  })
})

describe('docs/operations.md', () => {
  const page = read('docs/operations.md')

  test('mentions every CLI command', () => {
    const folder = join(ROOT, 'apps/server/src/cli')
    const commands = readdirSync(folder).flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      const name = /commandLine\(\s*'(\w+)'/.exec(text)?.[1]
      if (name === undefined) return []
      const subcommands = [...text.matchAll(/\.command\('([\w-]+)'\)/g)].map(
        ([, subcommand]) => `npm run ${name} -- ${subcommand}`,
      )
      // A checkout installs its packages itself, so this one is a release's.
      if (name === 'install') return ['./outlast install']
      const alone = name === 'start' ? 'npm start' : `npm run ${name}`
      return subcommands.length === 0 ? [alone] : subcommands
    })
    expect(commands.length).toBeGreaterThan(8)
    expect(commands.filter((command) => !page.includes(`\`${command}`))).toEqual([])
  })

  test('mentions every CLI option', () => {
    const folder = join(ROOT, 'apps/server/src/cli')
    const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
    const options = texts.flatMap((text) => [...text.matchAll(/[oO]ption\('(--[\w-]+)/g)].map(([, option]) => option ?? ''))
    expect(options.filter((option) => !page.includes(option))).toEqual([])
  })

  test('mentions every metric', () => {
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
    'deploy/README.md',
    ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
  ]

  test.each(pages)('%s: every link inside the project is valid', (page) => {
    const broken = linksOf(read(page)).filter((link) => !isValidLink(page, link))
    expect(broken).toEqual([])
  })

  test.each(pages.filter((page) => !page.startsWith('docs/decisions/')))('%s: every file it names exists', (page) => {
    const named = [...read(page).matchAll(/`((?:apps|packages|server|web|domain|contract|projections|views)\/[\w/.-]+\.tsx?)\b/g)]
    const missing = named.map(([, path]) => path ?? '').filter((path) => !existsSync(join(ROOT, sourcePath(path))))
    expect(missing).toEqual([])
  })

  test('docs/decisions/README.md lists every decision', () => {
    const index = read('docs/decisions/README.md')
    const decisions = pages.map((page) => relative('docs/decisions', page)).filter((name) => /^\d{3}-/.test(name))
    expect(decisions.filter((name) => !index.includes(`](${name})`))).toEqual([])
  })
})

describe('docs/architecture.md', () => {
  const page = read('docs/architecture.md')
  const [, pick = '', override = ''] = page.split(/^## One (?:pick|override), .*$/m)

  test('counts the files and shapes of a pick', () => {
    const files = filesIn(pick)
    const [, shapes = ''] = /shapes: (.*)$/m.exec(pick) ?? []
    const names = [...shapes.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '')
    const shown = rowsOf(pick).map(([, , shape]) => shape ?? '')
    expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    expect(names.filter((name) => !shown.some((shape) => shape.includes(`\`${name}\``)))).toEqual([])
    expect(/^These are .* shapes/m.exec(pick)?.[0]).toBe(`These are ${files.length} files and ${names.length} shapes`)
  })

  test('counts the files of an override', () => {
    const files = filesIn(override.split('\n## ')[0] ?? '')
    expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    expect(/^These are \d+ files/m.exec(override)?.[0]).toBe(`These are ${files.length} files`)
  })
})

/** Returns the files that the middle column of a table names, each once. A name without a folder is in that of the name before it. */
function filesIn(section: string): readonly string[] {
  const files = rowsOf(section).flatMap(([, cell = '']) => {
    let folder = ''
    return [...cell.matchAll(/`([\w/.-]+\.tsx?)`/g)].map(([, path = '']) => {
      if (path.includes('/')) folder = dirname(path)
      return sourcePath(path.includes('/') ? path : join(folder, path))
    })
  })
  return [...new Set(files)]
}

/** Returns the targets of links to files and headings of the project, outside of code blocks. */
function linksOf(text: string): readonly string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, '')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '')
  return targets.filter((target) => !/^[a-z]+:/.test(target))
}

function isValidLink(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(ROOT, target))) return false
  return heading === undefined || headingsOf(read(target)).includes(heading)
}

/** Returns the anchors that GitHub generates for headings. */
function headingsOf(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading ?? '')
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** The path in the repository of a file that a page names in short: `server/log/tail.ts` is `apps/server/src/log/tail.ts`. */
function sourcePath(path: string): string {
  return path.replace(/^(server|web)\//, 'apps/$1/src/').replace(/^(domain|contract|projections|views)\//, 'packages/$1/src/')
}
