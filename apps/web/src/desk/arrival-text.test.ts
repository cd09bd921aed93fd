import { describe, expect, it } from 'vitest'
import { arrivalText, mailsText, sendingOf } from './arrival-text.ts'

const none = { sent: 0, waiting: 0, failed: 0, written: 0 }

describe('arrivalText', () => {
  it.each([
    ['Sent to 9 recipients', { sent: 9 }],
    ['Sent to 1 recipient', { sent: 1 }],
    ['Written to files, nobody was mailed', { written: 9 }],
    ['On its way to 9 recipients', { waiting: 9 }],
    ['Sent to 7 of 9 recipients, 1 on the way, 1 did not arrive', { sent: 7, waiting: 1, failed: 1 }],
    ['Sent to 1 of 3 recipients, 2 written to files only', { sent: 1, written: 2 }],
    ['Sent to 0 of 2 recipients, 2 did not arrive', { failed: 2 }],
    ['Sent to nobody', {}],
  ])('says “%s”', (text, counts) => expect(arrivalText({ ...none, ...counts })).toBe(text))
})

it('sendingOf counts one reminder, without those of which nothing is known', () => {
  const row = { user_id: 1, name: 'Ann', offset: 'manual', mail: true, push: false } as const
  const rows = [
    { ...row, at: 'a', arrived: 'sent' },
    { ...row, at: 'a', arrived: null },
    { ...row, at: 'b', arrived: 'failed' },
  ] as const
  expect(sendingOf([...rows], 'a')).toEqual({ ...none, sent: 1 })
})

it('mailsText says that mails reach files only where there is no mail server', () => {
  expect(mailsText(45, true)).toBe('45 mails go out')
  expect(mailsText(1, false)).toBe('1 mail is written to files, nobody is mailed')
})
