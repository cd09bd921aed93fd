import type { Instant } from '@outlast/domain'
import { expect, it } from 'vitest'
import { broadcastMail, invitationMail, type MailRecipient, type PasswordLink, passwordResetMail } from './templates.ts'

const TO = { clubName: 'The\r\nClub', email: 'ann@x.example', firstName: 'Ann\nBcc: eve@x.example' }
const LINK = {
  url: 'https://pool.example/reset-password?token=abc',
  expiresAt: '2026-09-06T16:30:00.000Z' as Instant,
  lifetime: '30 minutes',
}

const FACTS = {
  invitedBy: 'Carol Archer\r\nBcc: eve@x.example',
  alive: ['Ann 1', 'Ann 2'],
  out: [],
  firstLock: 'Picks for week 1 close on Sunday, September 13 at 12:00 PM ET.',
  rules: ['An entry without a pick survives the week.', 'Each entry costs $25.00.'],
}
const invite = (to: MailRecipient, link: PasswordLink) => invitationMail(to, link, FACTS)

it('invitationMail: says who invites, with which entries, until when, and by which rules', () => {
  const { text } = invite(TO, LINK)
  expect(text).toContain('\n\nCarol Archer Bcc: eve@x.example invites you to The Club, a pool')
  expect(text).toContain(`Your entries: “Ann 1”, “Ann 2”. ${FACTS.firstLock}\n\n${FACTS.rules.join(' ')}\n\n`)
})

it('invitationMail: says which entries are out, and asks nobody for picks who has none left', () => {
  const textOf = (alive: readonly string[]) =>
    invitationMail(TO, LINK, { ...FACTS, alive, out: [{ name: 'Ann 3', week: '4' }] }).text
  expect(textOf(['Ann 1'])).toContain(`Your entry: “Ann 1”. Your entry “Ann 3” went out in week 4. ${FACTS.firstLock}`)
  expect(textOf([])).toContain('\n\nYour entry “Ann 3” went out in week 4. You can follow who is still in.\n\n')
  expect(textOf([])).not.toContain(FACTS.firstLock)
})

it('invitationMail: says nothing about what the pool does not have yet', () => {
  const facts = { invitedBy: null, alive: [], out: [], firstLock: null, rules: [] }
  const { text } = invitationMail(TO, LINK, facts)
  expect(text).toContain('you are invited to The Club, a pool')
  expect(text).toContain(`${LINK.url}\n\nThe link works once`)
})

it.each([passwordResetMail, invite])('%o: puts the link on its own line and expires with it', (createMail) => {
  const draft = createMail(TO, LINK)
  expect(draft.text).toContain(`\n\n${LINK.url}\n\n`)
  expect(draft.text).toContain('30 minutes')
  expect(draft.text).toMatch(/^Hello Ann Bcc: eve@x.example,\n/)
  expect(draft).toMatchObject({ to: ['ann@x.example'], expiresAt: LINK.expiresAt, subject: expect.stringContaining('The Club') })
  expect(draft.subject).not.toMatch(/[\r\n]/)
})

it('broadcastMail: contains only the trimmed text of the admin', () => {
  expect(broadcastMail(['a@x.example', 'b@x.example'], ' Week 4 ', '\nPick!\n\n  soon \n')).toEqual({
    kind: 'broadcast',
    to: ['a@x.example', 'b@x.example'],
    subject: 'Week 4',
    text: 'Pick!\n\n  soon',
  })
})
