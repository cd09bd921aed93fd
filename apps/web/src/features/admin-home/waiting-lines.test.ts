import { expect, it } from 'vitest'
import { waitingLines } from './waiting-lines.ts'

const nothing = {
  entries: [{ payment_claimed_at: null }],
  corrections: [],
  chats: [{ is_on: true, failing_since: null }],
  weekId: 4,
}
const at = '2031-09-07T17:00:00.000Z'
const textsOf = (more: Partial<Parameters<typeof waitingLines>[0]>) =>
  waitingLines({ ...nothing, ...more }).map(({ text, action }) => `${text} · ${action}`)

it('waitingLines: has no line when nothing waits', () => expect(waitingLines(nothing)).toEqual([]))

it('waitingLines: counts members who say that they have paid', () => {
  const claim = { payment_claimed_at: at }
  expect(textsOf({ entries: [claim] })).toEqual(['1 entry: its member says “I have paid” · Check'])
  expect(textsOf({ entries: [claim, claim] })).toEqual(['2 entries: their members say “I have paid” · Check'])
})

it('waitingLines: names corrections with the time of the last one', () => {
  expect(textsOf({ corrections: ['4:42 PM'] })).toEqual(['1 correction at 4:42 PM · Audit'])
  expect(textsOf({ corrections: ['5:10 PM', '4:42 PM'] })).toEqual(['2 corrections, the last at 5:10 PM · Audit'])
})

it('waitingLines: counts chats that are switched off or fail', () => {
  const chats = [
    { is_on: false, failing_since: null },
    { is_on: true, failing_since: at },
  ]
  expect(textsOf({ chats })).toEqual(['2 chats get no news · Club Chat'])
})
