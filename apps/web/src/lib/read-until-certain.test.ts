import { describe, expect, test } from 'vitest'
import { readUntilCertain } from './read-until-certain.ts'

/** Reads one of these contents after the other; the last one stays. Those with an exclamation mark are suspect. */
async function read(...contents: readonly string[]) {
  const seen = { readings: 0, pauses: [] as number[], suspicions: 0 }
  const found = await readUntilCertain(
    async () => {
      seen.readings += 1
      return contents[Math.min(seen.readings, contents.length) - 1] ?? ''
    },
    {
      isSuspect: (content) => content.endsWith('!'),
      contentOf: (content) => ({ content }),
      pause: async (ms) => void seen.pauses.push(ms),
      onSuspicion: () => (seen.suspicions += 1),
    },
  )
  return { found, ...seen }
}

describe('readUntilCertain', () => {
  test('reads once what is not suspect', async () => {
    expect(await read('fits')).toEqual({ found: 'fits', readings: 1, pauses: [], suspicions: 0 })
  })

  test('drops a suspicion that is gone when everything was read again', async () => {
    expect(await read('torn!', 'fits')).toMatchObject({ found: 'fits', readings: 2, suspicions: 1 })
  })

  test('confirms a suspicion only with the same content twice, one after the other', async () => {
    expect(await read('changed!')).toMatchObject({ found: 'changed!', readings: 2 })
    expect(await read('a!', 'b!', 'changed!')).toMatchObject({ found: 'changed!', readings: 4, suspicions: 1 })
    expect(await read('a!', 'b!', 'a!', 'fits')).toMatchObject({ found: 'fits', readings: 4 })
  })

  test('knows nothing of a pool that changes between all readings, and waits longer each time', async () => {
    const { found, readings, pauses } = await read('a!', 'b!', 'c!', 'd!', 'e!')
    expect([found, readings]).toEqual([undefined, 5])
    expect(pauses).toEqual([1_200, 2_400, 4_800, 9_600])
  })
})
