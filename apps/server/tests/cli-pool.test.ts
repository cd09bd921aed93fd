import { eventually } from '@outlast/testing'
import { readFileSync, writeFileSync } from 'node:fs'
import { sharedData } from '@outlast/testing/root'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type CommandPool, startCommandPool } from './support/cli-pool.ts'

// Starts many processes one after the other, which is slow on a busy machine.
vi.setConfig({ testTimeout: 400_000 })

let pool: CommandPool
beforeAll(async () => {
  pool = await startCommandPool()
})
afterAll(() => pool.stop())

const headOfLog = (): Promise<string> => pool.head()

describe('projections', () => {
  const check = () => pool.command('projections', ['check'])

  test('check reports differences by table, key and column without values, and rebuild repairs them', async () => {
    expect(await check()).toMatchObject({ code: 0, err: expect.stringMatching(/match the log at position \d+/) })
    await pool.damage(`UPDATE projections.leaderboard SET entry_name = 'forged' WHERE entry_id = 1`)
    await pool.damage(`DELETE FROM projections.reveal WHERE team_abbr = 'KC'`)
    const found = await check()
    expect(found).toMatchObject({ code: 1, out: '' })
    expect(found.err).toMatch(/^leaderboard \{"season_year":2030,"entry_id":1\}: changed \(entry_name\)$/m)
    expect(found.err).toMatch(/^reveal \{"week_id":1,"entry_id":1\}: missing$/m)
    expect(found.err).toMatch(/differ from the log in 2 rows at position \d+/)
    expect(found.err).not.toMatch(/forged|KC/)
    const rebuilt = await pool.command('projections', ['rebuild'])
    expect(rebuilt).toMatchObject({
      code: 0,
      err: expect.stringMatching(/Rebuilt from \d+ events in [\d.]+ s: \d+ events per second/),
    })
    expect((await check()).code).toBe(0)
    // The pool kept running.
    expect(await pool.ben.api.call('getDashboard')).toMatchObject({ entries: [{ name: 'Ben 1' }] })
  })
})

describe('admin', () => {
  test('grant and revoke work at once on a running pool', async () => {
    await expect(pool.ben.api.call('adminListUsers')).rejects.toMatchObject({ status: 403 })
    expect(await pool.command('admin', ['grant', ' BEN@Club.Example '])).toMatchObject({
      code: 0,
      err: expect.stringContaining('is an admin'),
    })
    await eventually(async () => expect(await pool.ben.api.call('adminListUsers')).toHaveLength(2))
    const head = await headOfLog()
    expect((await pool.command('admin', ['grant', 'ben@club.example'])).code).toBe(0)
    expect(await headOfLog()).toBe(head)
    expect(await pool.command('admin', ['revoke', 'ben@club.example'])).toMatchObject({
      code: 0,
      err: expect.stringContaining('is not an admin'),
    })
    await eventually(() => expect(pool.ben.api.call('adminListUsers')).rejects.toMatchObject({ name: 'ApiError' }))
  })

  test('grant finds an e-mail address in any Unicode normalization form', async () => {
    const body = { email: 'Zoë@club.example', first_name: 'Zoë', last_name: 'Test', password: 'a pass for Zoë' }
    const { id } = await pool.ada.api.call('adminCreateUser', { body })
    expect(await pool.command('admin', ['revoke', 'zoe\u0308@club.example'])).toMatchObject({
      code: 0,
      err: expect.stringContaining('is not an admin'),
    })
    await pool.ada.api.call('adminDeleteUser', { params: { id } })
  })

  test('revoke rejects the last admin and an unknown e-mail address', async () => {
    const head = await headOfLog()
    expect(await pool.command('admin', ['revoke', 'ada@club.example'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('The last admin cannot be demoted'),
    })
    for (const what of ['grant', 'revoke']) {
      expect(await pool.command('admin', [what, 'nobody@club.example'])).toMatchObject({
        code: 1,
        err: expect.stringContaining('No account has the e-mail nobody@club.example'),
      })
    }
    expect(await headOfLog()).toBe(head)
  })
})

describe('import picks', () => {
  test('checks a list, imports the picks of locked weeks with the reason, and prints what it leaves out', async () => {
    const file = pool.file('picks.csv')
    writeFileSync(file, 'email,1,2\nada@club.example,Jaguars,\nben@club.example,KC,\nnobody@club.example,KC,')
    const run = (...more: readonly string[]) => pool.command('import', ['picks', file, ...more])
    const before = await headOfLog()
    const left = 'Line 4 (nobody@club.example): No account has this email\n'
    expect(await run('--dry-run')).toMatchObject({
      code: 1,
      out: left,
      err: expect.stringContaining('Season 2030: 1 pick would be imported, 1 already here, 1 invalid'),
    })
    expect(await headOfLog()).toBe(before)
    // Ada’s hidden pick of week 2 is of the same team: the import refuses it, and puts that on record.
    expect(await run('--season', '2030')).toMatchObject({
      code: 1,
      out: `Line 2 (Ada 1), week 1, JAX: This entry has already used that team\n${left}`,
    })
    writeFileSync(file, 'entry,week,team\nAda 1,1,Bills\n')
    expect(await run('--reason', 'From our spreadsheet')).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('Season 2030: 1 pick imported, 0 already here, 0 invalid'),
    })
    await eventually(async () => {
      const [imported, refused] = (await pool.visitor.call('listAudit', { query: {} })).lines
      expect(imported).toMatchObject({ type: 'PickOverridden', reason: 'From our spreadsheet' })
      expect(refused).toMatchObject({ type: 'OverrideRefused' })
    })
    expect(await run('--season', 'soon')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Expected a whole number from 2000 to 2100, not soon'),
    })
  })
})

describe('import season', () => {
  const HEADER =
    'season,week,gameday,weekday,gametime,away_team,home_team,away_score,home_score,overtime,neutral,espn_id,nflverse_id'
  const ROWS = [
    '2041,1,2041-09-05,Thu,20:20,LA,WAS,,,,0,,2041_01_LA_WAS',
    '2041,1,2041-09-08,Sun,13:00,DAL,PHI,,,,0,,2041_01_DAL_PHI',
    '2041,2,2041-09-15,Sun,13:00,WAS,DAL,,,,0,,2041_02_WAS_DAL',
  ]
  const importFile = (rows: readonly string[]) => {
    const file = pool.file('season.csv')
    writeFileSync(file, [HEADER, ...rows].join('\n'))
    return pool.command('import', ['season', file])
  }

  test('imports weeks and games, and changes nothing when repeated in either style', async () => {
    expect(await importFile(ROWS)).toMatchObject({
      code: 0,
      err: expect.stringContaining('Season 2041: 2 weeks, 3 games added, 0 changed'),
    })
    const weeks = (await pool.visitor.call('listWeeks')).filter((week) => week.season_year === 2041)
    expect(weeks.map((week) => [week.week_number, week.lock_time])).toEqual([
      [1, '2041-09-08T16:00:00.000Z'],
      [2, '2041-09-15T16:00:00.000Z'],
    ])
    const games = await pool.visitor.call('weekGames', { params: { id: weeks.find((week) => week.week_number === 1)!.id } })
    expect(games.map((game) => [game.away_team_abbr, game.home_team_abbr, game.start_time, game.status])).toEqual([
      ['LAR', 'WSH', '2041-09-06T00:20:00.000Z', 'scheduled'],
      ['DAL', 'PHI', '2041-09-08T17:00:00.000Z', 'scheduled'],
    ])
    const head = await headOfLog()
    const espnStyle = ROWS.map((row) => row.replace(',LA,', ',LAR,').replace(',WAS,', ',WSH,'))
    expect(espnStyle).not.toEqual(ROWS)
    for (const rows of [ROWS, espnStyle]) {
      expect(await importFile(rows)).toMatchObject({
        code: 0,
        err: expect.stringContaining('Season 2041: 2 weeks, 0 games added, 0 changed'),
      })
    }
    expect(await headOfLog()).toBe(head)
    const played = ROWS.map((row) => row.replace('DAL,PHI,,,', 'DAL,PHI,20,24,'))
    expect(await importFile(played)).toMatchObject({
      code: 0,
      err: expect.stringContaining('Season 2041: 2 weeks, 0 games added, 1 changed'),
    })
  })

  test('reports one week and one game in the singular', async () => {
    expect(await importFile(['2043,1,2043-09-10,Thu,20:20,LA,WAS,,,,0,,2043_01_LA_WAS'])).toMatchObject({
      code: 0,
      err: expect.stringContaining('Season 2043: 1 week, 1 game added, 0 changed'),
    })
  })

  test('reports wrong lines and imports nothing of that file', async () => {
    const head = await headOfLog()
    const wrong = [
      ROWS[0]!.replace('2041,1', '2042,1').replace('2041_01', '2042_01'),
      ROWS[1]!.replace('DAL', 'DLA').replace('2041,', '2042,'),
    ]
    expect(await importFile(wrong)).toMatchObject({
      code: 1,
      err: expect.stringContaining('line 3: away_team is not a team: "DLA"'),
    })
    expect(await importFile([])).toMatchObject({ code: 1, err: expect.stringContaining('the file contains no games') })
    expect(await headOfLog()).toBe(head)
  })

  const real = sharedData('games-2025.csv')
  test.skipIf(real === undefined)(
    `takes the real season${real === undefined ? ' (skipped: ../shared/data is not here)' : ''}`,
    async () => {
      expect(readFileSync(real!, 'utf8')).toContain(',LA,')
      expect(await pool.command('import', ['season', real!])).toMatchObject({
        code: 0,
        err: expect.stringContaining('Season 2025: 18 weeks, 272 games added, 0 changed'),
      })
      const head = await headOfLog()
      expect(await pool.command('import', ['season', real!])).toMatchObject({
        code: 0,
        err: expect.stringContaining('Season 2025: 18 weeks, 0 games added, 0 changed'),
      })
      expect(await headOfLog()).toBe(head)
    },
  )
})
