import type { Instant } from '@outlast/domain'
import { expect, it } from 'vitest'
import { broadcastMail, invitationMail, passwordResetMail } from './templates.ts'

const TO = { clubName: 'The\r\nClub', email: 'ann@x.example', firstName: 'Ann\nBcc: eve@x.example' }
const LINK = {
  url: 'https://pool.example/reset-password?token=abc',
  expiresAt: '2026-09-06T16:30:00.000Z' as Instant,
  lifetime: '30 minutes',
}

it.each([passwordResetMail, invitationMail])('%o: puts the link on its own line and expires with it', (createMail) => {
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
