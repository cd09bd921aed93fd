import { test } from 'vitest'
import { expectToHold } from '../support/short.ts'
import { listen } from './listen.ts'

test('viewers end with the same state whatever happens to the database’s answers', async () => {
  await expectToHold(listen)
})
