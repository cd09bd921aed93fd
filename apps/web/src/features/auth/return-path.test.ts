import { expect, it } from 'vitest'
import { hasReturnPath, returnPath } from './return-path.ts'

it.each([
  [null, '/'],
  [undefined, '/'],
  [{}, '/'],
  [{ from: 7 }, '/'],
  [{ from: '/account' }, '/account'],
  [{ from: '/admin/users?search=ann' }, '/admin/users?search=ann'],
  [{ from: '/auth' }, '/'],
  [{ from: '//elsewhere.example' }, '/'],
  [{ from: '/\\elsewhere.example' }, '/'],
  [{ from: 'https://elsewhere.example' }, '/'],
])('returnPath: maps the router state %j to %s', (state, path) => {
  expect(returnPath(state)).toBe(path)
})

it('knows whether a page sent the visitor, rather than a link', () => {
  expect(hasReturnPath({ from: '/' })).toBe(true)
  expect([null, {}, { from: 1 }].some(hasReturnPath)).toBe(false)
})
