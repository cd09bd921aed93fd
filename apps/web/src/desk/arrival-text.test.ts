import { describe, expect, it } from 'vitest'
import { arrivalText, invitationText, mailsText, sendingOf } from './arrival-text.ts'

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

describe('invitationText', () => {
  const invited = {
    user_id: 1,
    name: 'Ann Archer',
    email: 'ann@club.example',
    state: 'invited',
    invited_at: '2031-09-02T16:30:00.000Z',
    opened_at: null,
    arrived: 'sent',
    next_at: null,
  } as const
  it.each([
    ['Not invited yet', { state: 'not_invited', invited_at: null, arrived: null }],
    ['Invited Tue, Sep 2, 12:30 PM ET', {}],
    ['Invited Tue, Sep 2, 12:30 PM ET', { arrived: null }],
    ['The mail did not arrive, Tue, Sep 2, 12:30 PM ET', { arrived: 'failed' }],
    ['Written to a file, nobody was mailed, Tue, Sep 2, 12:30 PM ET', { arrived: 'written' }],
    ['Invited Tue, Sep 2, 12:30 PM ET · again at 1:30 PM ET', { next_at: '2031-09-02T17:30:00.000Z' }],
    ['Opened the link Tue, Sep 2, 1:00 PM ET', { state: 'opened', opened_at: '2031-09-02T17:00:00.000Z' }],
  ] as const)('says “%s”', (text, more) => expect(invitationText({ ...invited, ...more })).toBe(text))
})
