import { test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { flood } from './flood.ts'

test('members can pick during floods of slow connections, large bodies, sign-ins and sockets', () => expectToPass(flood))
