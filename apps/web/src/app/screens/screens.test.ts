import { parse } from 'regexparam'
import { describe, expect, it } from 'vitest'
import allScreens from '../../../../../e2e/screens/screens.ts?raw'
import layout from '../../../../../e2e/layout.spec.ts?raw'
import shell from '../../../../../e2e/shell.spec.ts?raw'
import { SCREENS } from './screens.ts'

/** Returns the paths that a file of browser tests opens, with 1 for each id. */
const pathsIn = (text: string): readonly string[] =>
  Array.from(text.replace(/\$\{[^}]*\}/g, '1').matchAll(/['`](\/[^'`?]*)/g), ([, path = '']) => path)

const PLACES = [
  ['PATHS of e2e/shell.spec.ts', /\bPATHS\b[^=]*= \[(.*?)\n\]/s.exec(shell)?.[1] ?? ''],
  ['e2e/screens/screens.ts', allScreens],
] as const

const DESK_PAGES = pathsIn(/\bDESK_PAGES = \[(.*?)\n\]/s.exec(layout)?.[1] ?? '')

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
