import { test } from 'vitest'
import { expectToHold } from '../support/short.ts'
import { killPostgresAgain, killServer } from './kill.ts'

test('kill -9 of the server in a stream of picks: each acknowledged pick is there once', async () => {
  await expectToHold(killServer)
})

test('kill -9 of PostgreSQL in a stream of picks: each acknowledged pick is there once', async () => {
  await expectToHold(killPostgresAgain)
})
