import { ROLE_WORDS } from '@outlast/contract/role-words'
import { powersOf, ROLE_NAMES } from '@outlast/domain/rules'
import { parse } from 'regexparam'
import { describe, expect, it } from 'vitest'
import { SCREENS } from './screens.ts'

const FOLDER = '../../../../../e2e'
const SOURCES = import.meta.glob<string>('../../../../../e2e/{shell.spec,layout.spec,screens/screens}.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Returns a list in a file of browser tests, as text; the whole file without a name. */
function source(file: string, list?: string): string {
  const text = SOURCES[`${FOLDER}/${file}`] ?? ''
  return list === undefined ? text : (new RegExp(`const ${list}\\b.*?\\n\\]`, 's').exec(text)?.[0] ?? '')
}

/** Returns the paths that a file of browser tests opens, with 1 for each id. */
const pathsIn = (text: string): readonly string[] =>
  Array.from(text.replace(/\$\{[^}]*\}/g, '1').matchAll(/['`](\/[^'`?]*)/g), ([, path = '']) => path)

const PLACES = [
  ['PATHS of e2e/shell.spec.ts', source('shell.spec.ts', 'PATHS')],
  ['e2e/screens/screens.ts', source('screens/screens.ts')],
] as const

const DESK_PAGES = pathsIn(source('layout.spec.ts', 'DESK_PAGES'))

describe('docs/roles.md names the screens of', () => {
  it.each(ROLE_NAMES)('a %s', (role) => {
    const powers: readonly string[] = powersOf({ isAdmin: false, roles: [role] })
    const own = SCREENS.filter(({ access, label }) => label !== undefined && powers.includes(access))
    expect(own.map(({ label }) => label)).toEqual(ROLE_WORDS[role].screens)
  })
})

describe('each screen is opened by', () => {
  it.each(PLACES)('%s', (_place, text) => {
    const paths = pathsIn(text)
    const missing = SCREENS.filter(({ path }) => !paths.some((opened) => parse(path).pattern.test(opened)))
    expect(missing.map(({ path }) => path)).toEqual([])
  })

  it('DESK_PAGES of e2e/layout.spec.ts, if it needs a power and no id', () => {
    const desk = SCREENS.filter(({ path, access }) => access !== 'public' && access !== 'members' && !path.includes(':')).map(
      ({ path }) => path,
    )
    expect([...DESK_PAGES].sort()).toEqual([...desk].sort())
  })
})
