import { expect, it } from 'vitest'
import { returnPath } from './return-path.ts'

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
