import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { firstThere } from './debian.mjs'

const here = fileURLToPath(import.meta.url)

test('the first place that exists is taken, the one that was named before the usual ones', () => {
  expect(firstThere([undefined, '/nowhere/nginx', here, '/bin/sh'])).toBe(here)
  expect(firstThere([undefined, '/nowhere/nginx'])).toBeUndefined()
})
