import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '../lib/errors.ts'
import { Replays } from './replays.ts'

/** Nothing listens on port 1. */
const GONE = 'postgres://outlast@127.0.0.1:1/outlast'

test('Replays.at: throws DatabaseUnavailable without a database, although errors lose their class between threads', async () => {
  const replays = new Replays(GONE, () => new Set())
  await expect(replays.at(1, { kind: 'visitor' })).rejects.toThrow(DatabaseUnavailable)
  await replays.close()
})
