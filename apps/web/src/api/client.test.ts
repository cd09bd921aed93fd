import { expect, test } from 'vitest'
import type { api, write } from './client.ts'

const SOURCES = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const filesWith = (pattern: RegExp): readonly string[] =>
  Object.entries(SOURCES)
    .flatMap(([name, text]) => (pattern.test(text) ? [name] : []))
    .sort()

// What it tests is whether it compiles.
test('a call that has a preview cannot be made without what the admin confirmed', () => {
  const calls = (call: typeof api.call, send: typeof write) => [
    // @ts-expect-error Nobody was asked.
    () => send('adminUpdateEntry', { params: { id: 1 }, body: { is_eliminated: true } }),
    // @ts-expect-error A token that comes from elsewhere says nothing.
    () => send('setSiteTime', { body: { now_iso: null }, expectedConsequences: '0'.repeat(32) }),
    // @ts-expect-error Nobody can be asked here.
    () => call('setCurrentWeek', { body: { week_id: 1 } }),
    // @ts-expect-error Only a list that is not imported needs no question.
    () => send('importPicks', { body: { csv: '', dry_run: false } }),
    () => send('importPicks', { body: { csv: '', dry_run: true } }),
    () => send('setPayment', { params: { id: 1 }, body: { is_paid: true } }),
  ]
  expect(calls).toHaveLength(2)
})

test('no other code of the web app makes calls, or says what an admin confirmed', () => {
  const [client, askFirst] = ['./client.ts', '../desk/ask-first.ts']
  expect(filesWith(/\bcreateClient(?:Of)?\b/)).toEqual(['./pool-client.ts'])
  expect(filesWith(/as (Confirmed|Seen)\b/)).toEqual([askFirst])
  expect(filesWith(/expectedConsequences/)).toEqual([askFirst, client].sort())
})
