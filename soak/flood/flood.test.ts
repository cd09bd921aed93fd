import { test } from 'vitest'
import { expectToHold } from '../support/short.ts'
import { flood } from './flood.ts'

test('members pick on through floods of slow connections, bodies, sign-ins and sockets', async () => {
  await expectToHold(flood)
})
