import { test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { long } from './long.ts'

test('the server releases the resources of a load after it has ended', () => expectToPass(long))
