import { expect, it } from 'vitest'
import { wayBack } from './return-path.ts'

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
])('%j leads to %s', (state, path) => {
  expect(wayBack(state)).toBe(path)
})
