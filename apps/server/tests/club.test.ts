import { expect, test } from 'vitest'
import { createTemporaryFolder } from '@outlast/testing'
import { openMailbox } from '@outlast/testing/fakes/mailbox'
import { startTestPool } from '@outlast/testing/server/test-pool'

test('the club’s name and color are public, change for everybody at once, and appear in mails', async () => {
  const folder = createTemporaryFolder('club-mail')
  const mail = { kind: 'files', folder, from: 'Outlast <pool@club.example>' } as const
  const pool = await startTestPool({ config: { clubName: 'Configured Club', mail } })
  const admin = await pool.register('Ada Admin')
  try {
    expect(await pool.visitor.call('getClub')).toEqual({ name: 'Configured Club', color: null, shows_odds: true })
    const body = { name: ' Kickers United ', color: '#0A5C36' }
    const changed = { name: 'Kickers United', color: '#0a5c36', shows_odds: true }
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
      [{}, 'Nothing to change: give a name, a color or whether odds are shown'],
      [{ name: '  ' }, 'Club name required'],
      [{ name: 'x'.repeat(81) }, 'Club name can be 80 characters at most'],
      [{ name: 'Owls\u202e' }, 'Club name contains a character that cannot be used'],
      [{ color: 'green' }, 'Give a color like #0a5c36'],
    ] as const) {
      await expect(admin.api.call('updateClub', { body })).rejects.toMatchObject({ status: 400, message: error })
    }
    expect(await pool.visitor.call('getClub')).toMatchObject({ color: null })
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
    await api.call('createWeek', { body: { season_year: 2026, week_number: 1 } })
    const setup = { marks: { season: 'done', reminders: 'skipped', rules: 'done', week: 'done' }, season_year: 2026 }
    expect(await api.call('getSetup')).toMatchObject(setup)
    const { view } = await api.call('liveSnapshot', { params: { topic: 'admin' } })
    expect(view).toMatchObject({ setup })
  } finally {
    await pool.stop()
  }
})
