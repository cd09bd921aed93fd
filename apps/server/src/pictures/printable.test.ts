import { expect, it } from 'vitest'
import { printable } from './printable.ts'

it.each([
  ['Osprey', 'Osprey'],
  ['  Zażółć   gęślą – “jaźń” ', 'Zażółć gęślą – “jaźń”'],
  ['🏈 Falcon 🏈', 'Falcon'],
  ['Орёл 7', '7'],
  ['🏈🏈', 'Entry 12'],
  ['...', 'Entry 12'],
])('printable of %s returns %s', (name, drawn) => {
  expect(printable(name, 'Entry 12')).toBe(drawn)
})
