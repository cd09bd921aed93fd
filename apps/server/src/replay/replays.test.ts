import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '../lib/errors.ts'
import { Replays } from './replays.ts'

/** Nothing listens on port 1. */
const GONE = 'postgres://outlast@127.0.0.1:1/outlast'

test('a replay without a database fails as unavailable, although errors lose their class between threads', async () => {
  const replays = new Replays(GONE)
  await expect(replays.at(1, { kind: 'visitor' })).rejects.toThrow(DatabaseUnavailable)
  await replays.close()
})
