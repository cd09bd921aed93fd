import { readFileSync } from 'node:fs'
import { parse } from 'regexparam'
import { describe, expect, it } from 'vitest'
import { SCREENS } from './screens.ts'

const source = (file: string): string => readFileSync(new URL(`../../../../../${file}`, import.meta.url), 'utf8')

/** Returns the paths that a file of browser tests opens, with 1 for each id. */
const pathsIn = (text: string): readonly string[] =>
  Array.from(text.replace(/\$\{[^}]*\}/g, '1').matchAll(/['`](\/[^'`?]*)/g), ([, path = '']) => path)

const PLACES = [
  ['PATHS of e2e/shell.spec.ts', /\bPATHS\b[^=]*= \[(.*?)\n\]/s.exec(source('e2e/shell.spec.ts'))?.[1] ?? ''],
  ['e2e/screens/screens.ts', source('e2e/screens/screens.ts')],
] as const

const DESK_PAGES = pathsIn(/\bDESK_PAGES = \[(.*?)\n\]/s.exec(source('e2e/layout.spec.ts'))?.[1] ?? '')

describe('each screen is opened by', () => {
  it.each(PLACES)('%s', (_place, text) => {
    const paths = pathsIn(text)
    const missing = SCREENS.filter(({ path }) => !paths.some((opened) => parse(path).pattern.test(opened)))
    expect(missing.map(({ path }) => path)).toEqual([])
  })

  it('DESK_PAGES of e2e/layout.spec.ts, if it is for admins and needs no id', () => {
    const desk = SCREENS.filter(({ path, access }) => access === 'admins' && !path.includes(':')).map(({ path }) => path)
    expect([...DESK_PAGES].sort()).toEqual([...desk].sort())
  })
})
