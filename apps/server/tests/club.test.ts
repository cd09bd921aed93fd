import { CREST_SIZES } from '@outlast/contract/crest'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '@outlast/testing'
import { openMailbox } from '@outlast/testing/fakes/mailbox'
import { startTestPool } from '@outlast/testing/server/test-pool'

const DISK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="5" cy="5" r="4"/></svg>'
const base64 = (text: string) => Buffer.from(text).toString('base64')

test('the club’s name and color are public, change for everybody at once, and appear in mails', async () => {
  const folder = createTemporaryFolder('club-mail')
  const mail = { kind: 'files', folder, from: 'Outlast <pool@club.example>' } as const
  const pool = await startTestPool({ config: { clubName: 'Configured Club', mail } })
  const admin = await pool.register('Ada Admin')
  try {
    expect(await pool.visitor.call('getClub')).toEqual({ name: 'Configured Club', color: null, crest: null, shows_odds: true })
    const body = { name: ' Kickers United ', color: '#0A5C36' }
    const changed = { name: 'Kickers United', color: '#0a5c36', crest: null, shows_odds: true }
    expect(await admin.api.call('updateClub', { body, idempotencyKey: 'club-1' })).toEqual(changed)
    expect(await admin.api.call('updateClub', { body, idempotencyKey: 'club-1' })).toEqual(changed)
    expect(await pool.visitor.call('getClub')).toEqual(changed)
    expect(await pool.visitor.call('getPool')).toMatchObject({ club_name: 'Kickers United', club_color: '#0a5c36' })
    const { view } = await pool.visitor.call('liveSnapshot', { params: { topic: 'pool' } })
    expect(view).toMatchObject({ club_name: 'Kickers United', club_color: '#0a5c36' })
    const [line] = (await pool.visitor.call('listAudit')).lines
    expect(line).toMatchObject({ type: 'ClubChanged', sentence: expect.stringContaining('“Kickers United”') as string })
    await pool.visitor.call('requestPasswordReset', { body: { email: admin.email } })
    expect(await openMailbox(folder).waitFor(admin.email)).toMatchObject({ subject: 'Kickers United: set a new password' })
    expect(await admin.api.call('updateClub', { body: { name: null } })).toEqual({
      name: 'Configured Club',
      color: '#0a5c36',
      crest: null,
      shows_odds: true,
    })
    expect(await admin.api.call('updateClub', { body: { shows_odds: false } })).toMatchObject({ shows_odds: false })
    expect(await pool.visitor.call('getPool')).toMatchObject({ shows_odds: false })
    expect((await pool.visitor.call('liveSnapshot', { params: { topic: 'pool' } })).view).toMatchObject({ shows_odds: false })
    const [last] = (await pool.visitor.call('listAudit')).lines
    expect(last?.sentence).toContain('with the odds off')
  } finally {
    await pool.stop()
  }
})

test('the club rejects invalid names and colors, with a sentence, and changes nothing', async () => {
  const pool = await startTestPool()
  const admin = await pool.register('Ada Admin')
  try {
    for (const [body, error] of [
      [{}, 'Nothing to change: give a name, a color, a crest or whether odds are shown'],
      [{ name: '  ' }, 'Club name required'],
      [{ name: 'x'.repeat(81) }, 'Club name can be 80 characters at most'],
      [{ name: 'Ow\u202els' }, 'Club name contains a character that cannot be used'],
      [{ color: 'green' }, 'Give a color like #0a5c36'],
    ] as const) {
      await expect(admin.api.call('updateClub', { body })).rejects.toMatchObject({ status: 400, message: error })
    }
    expect(await pool.visitor.call('getClub')).toMatchObject({ color: null })
  } finally {
    await pool.stop()
  }
})

test('the crest is drawn as PNG, public under a version that never changes, and gone when it is removed', async () => {
  const pool = await startTestPool()
  const admin = await pool.register('Ada Admin')
  const image = (crest: string, size = 192) => fetch(`${pool.url}/api/club/crest/${crest}/${size}`)
  try {
    const crest = base64(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>secret note</title><circle cx="5" cy="5" r="4"/></svg>',
    )
    const changed = await admin.api.call('updateClub', { body: { crest } })
    expect(changed).toMatchObject({ name: 'Outlast', color: null, crest: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
    const version = changed.crest!
    expect(await pool.visitor.call('getClub')).toEqual(changed)
    expect(await pool.visitor.call('getPool')).toMatchObject({ club_crest: version })
    expect((await pool.visitor.call('liveSnapshot', { params: { topic: 'pool' } })).view).toMatchObject({ club_crest: version })
    for (const size of CREST_SIZES) {
      const response = await image(version, size)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const bytes = Buffer.from(await response.arrayBuffer())
      expect([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(['PNG', size, size])
      expect(bytes.includes('secret note')).toBe(false)
    }
    expect((await image(version, 100)).status).toBe(400)
    expect((await image('0'.repeat(64))).status).toBe(404)

    const [line] = (await pool.visitor.call('listAudit')).lines
    expect(line).toMatchObject({ type: 'ClubChanged', sentence: expect.stringContaining('with a crest') as string })
    await admin.api.call('updateClub', { body: { color: '#0a5c36' } })
    expect(await pool.visitor.call('getClub')).toMatchObject({ crest: version, color: '#0a5c36' })

    const other = await admin.api.call('updateClub', { body: { crest: base64(DISK.replace('r="4"', 'r="3"')) } })
    expect(other.crest).not.toBe(version)
    expect([(await image(version)).status, (await image(other.crest!)).status]).toEqual([404, 200])
    expect(await admin.api.call('updateClub', { body: { crest: null } })).toMatchObject({ crest: null })
    expect((await image(other.crest!)).status).toBe(404)
  } finally {
    await pool.stop()
  }
})

test('a crest that is not a small SVG or PNG is rejected with a sentence, and the old one stays', async () => {
  const pool = await startTestPool()
  const admin = await pool.register('Ada Admin')
  try {
    const { crest } = await admin.api.call('updateClub', { body: { crest: base64(DISK) } })
    for (const [file, error] of [
      ['', 'The crest must be the file in base64'],
      ['not base64!', 'The crest must be the file in base64'],
      ['A'.repeat(266_672), 'The crest can be 200 kB at most'],
      [base64('hello'), 'The crest must be an SVG or a PNG'],
      [base64(DISK.replace('<circle', '<script/><circle')), 'The SVG must not contain scripts or web pages'],
      [base64(DISK.slice(0, -8)), 'The image is damaged or empty'],
      [Buffer.from('89504e470d0a1a0a', 'hex').toString('base64'), 'The PNG is damaged'],
    ] as const) {
      await expect(admin.api.call('updateClub', { body: { crest: file, name: 'Owls' } })).rejects.toMatchObject({
        status: 400,
        code: 'invalid_input',
        message: error,
      })
    }
    await expect(admin.api.call('updateClub', { body: { crest: 'A'.repeat(600_000) } })).rejects.toMatchObject({ status: 413 })
    expect(await pool.visitor.call('getClub')).toMatchObject({ name: 'Outlast', crest })
  } finally {
    await pool.stop()
  }
})

test('the setup shows which steps are done or skipped, wherever an admin did them', async () => {
  const pool = await startTestPool()
  const { api } = await pool.register('Ada Admin')
  try {
    expect(await api.call('getSetup')).toMatchObject({ marks: {}, season_year: null })
    await api.call('updateSetup', { body: { step: 'season', mark: 'done', season_year: 2026 } })
    await api.call('setSiteTime', { body: { now_iso: '2026-09-14T12:00:00Z' } })
    const { suggested_week } = await api.call('getSetup')
    expect(suggested_week).toEqual({ season_year: 2026, week_number: 2, lock_time: '2026-09-20T16:00:00.000Z' })
    await api.call('updateSetup', { body: { step: 'reminders', mark: 'skipped' } })
    await expect(api.call('updateSetup', { body: { step: 'rules', mark: 'done' } })).rejects.toMatchObject({
      status: 409,
      code: 'setup_step_not_done',
    })
    await api.call('updateRules', { body: { preset: 'classic' } })
    // A week that has been played is not the first one that members pick in.
    await api.call('createWeek', { body: { season_year: 2026, week_number: 1 } })
    expect((await api.call('getSetup')).marks).not.toHaveProperty('week')
    await api.call('createWeek', { body: { season_year: 2026, week_number: 2 } })
    const setup = { marks: { season: 'done', reminders: 'skipped', rules: 'done', week: 'done' }, season_year: 2026 }
    expect(await api.call('getSetup')).toMatchObject(setup)
    const { view } = await api.call('liveSnapshot', { params: { topic: 'admin' } })
    expect(view).toMatchObject({ setup })
  } finally {
    await pool.stop()
  }
})
