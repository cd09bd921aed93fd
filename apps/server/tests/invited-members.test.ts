import { eventually } from '@outlast/testing'
import { type LocalSmtp, mailSetting, startLocalSmtp } from '@outlast/testing/fakes/local-smtp'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import type { Person } from '@outlast/testing/server/people'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

// How far invitations are is compared with what the mail server took, and with what members did with their links.

let smtp: LocalSmtp
let pool: TestPool
let root: Person

beforeEach(async () => {
  smtp = await startLocalSmtp()
})
afterEach(async () => {
  await pool.stop()
  await smtp.stop()
  const [breach] = pool.breaches
  if (breach !== undefined) throw breach
})

async function open(mail: 'smtp' | 'files'): Promise<void> {
  const config = mail === 'smtp' ? { mail: mailSetting(smtp.url) } : {}
  pool = await startTestPool({ config, overrides: { mailPace: { timeoutMs: 2000, retryMs: 10 } } })
  root = await pool.register('Root')
}

/** Without a column for entries. */
const CSV = 'name,email,1\nAnn Archer,ann@club.example,KC\nBob Baker,bob@club.example,BUF'
const importMembers = (invite?: boolean) =>
  root.api.call('importMembers', {
    body: { csv: CSV, corrections: [], dry_run: false, ...(invite === undefined ? {} : { invite }) },
  })
const invited = () => root.api.call('invitedMembers')
const states = async () => (await invited()).members.map(({ name, state, arrived }) => `${name}: ${state}, ${arrived}`)
const idOf = async (name: string): Promise<number> =>
  (await invited()).members.find((member) => member.name === name)?.user_id ?? 0
const tokenFor = (address: string): string =>
  /token=([\w-]+)/.exec(smtp.received.findLast(({ to }) => to.includes(address))?.text ?? '')?.[1] ?? ''

describe('the members who have been invited', () => {
  test('are invited, have opened the link, and have joined', async () => {
    await open('smtp')
    await importMembers()
    await eventually(async () => expect(await states()).toEqual(['Ann Archer: invited, sent', 'Bob Baker: invited, sent']))
    // A link that nobody got, and one that was already open, change nothing.
    await pool.visitor.call('invitationOpened', { body: { token: 'no-link-has-this' } })
    expect(await states()).toEqual(['Ann Archer: invited, sent', 'Bob Baker: invited, sent'])
    const token = tokenFor('ann@club.example')
    await pool.visitor.call('invitationOpened', { body: { token } })
    const { members } = await invited()
    await pool.visitor.call('invitationOpened', { body: { token } })
    expect(await states()).toEqual(['Ann Archer: opened, sent', 'Bob Baker: invited, sent'])
    expect((await invited()).members).toEqual(members)
    await pool.visitor.call('submitPasswordReset', { body: { token, password: 'a long walk to the goal line' } })
    expect(await states()).toEqual(['Bob Baker: invited, sent'])
    expect(await invited()).toMatchObject({ joined: 2 })
  })

  test('are reminded with a new link, at most once an hour, and never after they joined', async () => {
    await open('smtp')
    smtp.failWith('refuse')
    await importMembers()
    await eventually(async () => expect(await states()).toEqual(['Ann Archer: invited, failed', 'Bob Baker: invited, failed']))
    smtp.failWith(undefined)
    const [ann, bob] = [await idOf('Ann Archer'), await idOf('Bob Baker')]
    expect(await root.api.call('inviteMembers', { body: { user_ids: [ann] } })).toEqual({ mails: 1 })
    await eventually(async () => expect(await states()).toEqual(['Ann Archer: invited, sent', 'Bob Baker: invited, failed']))
    expect(await root.api.call('inviteMembers', { body: { user_ids: [ann, bob, root.id] } })).toEqual({ mails: 1 })
    await eventually(async () => expect(await states()).toEqual(['Ann Archer: invited, sent', 'Bob Baker: invited, sent']))
    expect(smtp.received.flatMap(({ to }) => to)).toEqual(['ann@club.example', 'bob@club.example'])
    const body = { token: tokenFor('ann@club.example'), password: 'a long walk to the goal line' }
    await pool.visitor.call('submitPasswordReset', { body })
    expect(await root.api.call('inviteMembers', { body: { user_ids: [ann] } })).toEqual({ mails: 0 })
  })

  test('who were imported for later have got nothing, and then the truth about their entries', async () => {
    await open('smtp')
    await importMembers(false)
    expect(await states()).toEqual(['Ann Archer: not_invited, null', 'Bob Baker: not_invited, null'])
    await root.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })
    const entries = await root.api.call('adminListEntries')
    const ofAnn = entries.find(({ user_name: name }) => name === 'Ann Archer')!
    await root.api.call('adminUpdateEntry', { params: { id: ofAnn.id }, body: { is_eliminated: true } })
    const ids = (await invited()).members.map(({ user_id: id }) => id)
    expect(await root.api.call('inviteMembers', { body: { user_ids: ids } })).toEqual({ mails: 2 })
    await eventually(() => expect(smtp.received).toHaveLength(2))
    const textTo = (address: string) => smtp.received.find(({ to }) => to.includes(address))?.text
    expect(textTo('ann@club.example')).toContain(`“${ofAnn.name}” went out in week 1. You can follow who is still in.`)
    expect(textTo('ann@club.example')).not.toContain('Picks for week')
    expect(textTo('bob@club.example')).toContain('Picks for week 1 close')
  })

  test('are said to have got nothing without a mail server', async () => {
    await open('files')
    await importMembers()
    await eventually(async () => expect(await states()).toEqual(['Ann Archer: invited, written', 'Bob Baker: invited, written']))
  })
})
