import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { firstExisting } from './debian.mjs'

const here = fileURLToPath(import.meta.url)

test('firstExisting returns the first path that exists, or undefined', () => {
  expect(firstExisting([undefined, '/nowhere/nginx', here, '/bin/sh'])).toBe(here)
  expect(firstExisting([undefined, '/nowhere/nginx'])).toBeUndefined()
})
