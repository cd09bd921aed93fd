import { describe, expect, it } from 'vitest'
import { pushContact } from './contact.ts'

const contact = (publicUrl: string, from: string) => pushContact({ publicUrl, mail: { kind: 'files', folder: '/mail', from } })

describe('pushContact', () => {
  it('is the address of a pool with https', () =>
    expect(contact('https://pool.club.example', 'pool@localhost')).toBe('https://pool.club.example'))
  it('is the sender of the mails of a pool without https', () =>
    expect(contact('http://pool.club.example', 'Club <pool@club.example>')).toBe('mailto:pool@club.example'))
  it.each([
    ['http://localhost:8080', 'Outlast <pool@localhost>'],
    ['https://localhost', 'pool@localhost'],
    ['https://192.168.1.5', 'pool@nas.local'],
    ['https://[::1]:8443', 'pool@[127.0.0.1]'],
    ['https://nas', 'pool@club.internal'],
  ])('never names this machine, which Apple refuses: %s, %s', (publicUrl, from) =>
    expect(contact(publicUrl, from)).toBe('mailto:outlast@example.com'),
  )
})
