import { expect, test } from 'vitest'
import { SCENES } from '@outlast/domain'
import { startTestPool } from '@outlast/testing/server/test-pool'

test('an admin chooses what the clubhouse screen shows, for everybody at once and in the audit trail', async () => {
  const pool = await startTestPool()
  const admin = await pool.register('Ada Admin')
  try {
    const shown = async () => {
      const { clubhouse_screen: rest } = await pool.visitor.call('getPool')
      const { view } = await pool.visitor.call('liveSnapshot', { params: { topic: 'pool' } })
      expect(view).toMatchObject({ clubhouse_screen: rest })
      return rest
    }
    expect(await shown()).toEqual({ scenes: SCENES, names: 'full' })
    const body = { scenes: ['games', 'countdown'] as const }
    const games = { scenes: ['countdown', 'games'], names: 'full' }
    expect(await admin.api.call('updateClubhouseScreen', { body: { scenes: [...body.scenes] } })).toEqual(games)
    expect(await shown()).toEqual(games)
    expect(await admin.api.call('updateClubhouseScreen', { body: { names: 'initials' } })).toEqual({
      ...games,
      names: 'initials',
    })
    expect(await shown()).toEqual({ ...games, names: 'initials' })
    const [line] = (await pool.visitor.call('listAudit')).lines
    expect(line).toMatchObject({
      type: 'ClubhouseScreenChanged',
      sentence: 'Ada Admin (admin) chose 2 scenes for the clubhouse screen, with initials.',
    })
  } finally {
    await pool.stop()
  }
})

test('the clubhouse screen rejects unknown and missing scenes with a sentence', async () => {
  const pool = await startTestPool()
  const admin = await pool.register('Ada Admin')
  try {
    for (const [body, error] of [
      [{}, 'Nothing to change: give scenes or names'],
      [{ scenes: [] }, 'Choose at least one scene'],
      [{ scenes: ['picks'] }, `Scenes must be a list of ${SCENES.join(', ')}`],
      [{ names: 'none' }, 'Names must be full or initials'],
    ] as const) {
      await expect(admin.api.call('updateClubhouseScreen', { body: body as never })).rejects.toMatchObject({
        status: 400,
        message: error,
      })
    }
    expect((await pool.visitor.call('getPool')).clubhouse_screen.scenes).toEqual(SCENES)
  } finally {
    await pool.stop()
  }
})
