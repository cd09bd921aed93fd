import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readEvents } from '@outlast/server/log/read'
import { replaceLog, withLogDatabase, withMatchingHashes } from '@outlast/testing/rewritten-log'
import { runCommand } from './support/cli.ts'
import { type CommandPool, startCommandPool } from './support/cli-pool.ts'

// Starts many processes one after the other, which is slow on a busy machine.
vi.setConfig({ testTimeout: 400_000 })

let pool: CommandPool
/** The exported log and its head. */
let lines: readonly string[]
let head: string
beforeAll(async () => {
  pool = await startCommandPool()
  const exported = await pool.command('log', ['export'])
  lines = exported.out.trimEnd().split('\n')
  const verified = await pool.command('log', ['verify'])
  head = verified.out.trim()
})
afterAll(() => pool.stop())

const positionOf = (type: string, nth = 0): number =>
  lines.map((line) => JSON.parse(line) as { position: number; type: string }).filter((event) => event.type === type)[nth]!
    .position

describe('log verify', () => {
  test('compares the names of accounts with those that the log committed to', async () => {
    const swap = `UPDATE accounts AS a SET first_name = b.first_name, last_name = b.last_name
      FROM accounts AS b WHERE a.user_id <> b.user_id AND a.user_id IN (1, 2) AND b.user_id IN (1, 2)`
    expect((await pool.command('log', ['verify'])).err).toContain('The names of 2 accounts are those that the log committed to')
    await pool.damage(swap)
    try {
      const found = await pool.command('log', ['verify'])
      expect(found).toMatchObject({ code: 1, out: '' })
      const [first, second] = [positionOf('UserRegistered'), positionOf('UserRegistered', 1)]
      expect(found.err).toMatch(new RegExp(`^${first}: the names of user 1 are not those that the log committed to$`, 'm'))
      expect(found.err).toMatch(new RegExp(`^${second}: the names of user 2 are not those that the log committed to$`, 'm'))
      expect(found.err).toContain('The names of 2 accounts are not those that the log committed to')
    } finally {
      await pool.damage(swap)
    }
  })

  test('reports a valid log, and its head as JSON', async () => {
    expect(head).toMatch(/^\d+:[0-9a-f]{64}$/)
    expect(head).toBe(`${lines.length}:${(JSON.parse(lines.at(-1)!) as { hash: string }).hash}`)
    expect(await pool.command('log', ['verify', '--head', head])).toMatchObject({
      code: 0,
      err: expect.stringMatching(/The log is valid.*\nThe rules of the current season have the SHA-256 [0-9a-f]{64}/),
    })
  })

  test.each([
    [
      'a pick that was changed',
      (at: number) => `UPDATE events SET data = jsonb_set(data, '{team}', '"BUF"') WHERE position = ${at}`,
      (at: number) => `UPDATE events SET data = jsonb_set(data, '{team}', '"KC"') WHERE position = ${at}`,
      /payload does not match its hash/,
    ],
    [
      'an actor who was changed',
      (at: number) => `UPDATE events SET metadata = metadata || '{"reason": "x"}' WHERE position = ${at}`,
      (at: number) => `UPDATE events SET metadata = metadata - 'reason' WHERE position = ${at}`,
      /does not match its event hash/,
    ],
    [
      'an event that is gone',
      (at: number) =>
        `CREATE TABLE kept AS SELECT * FROM events WHERE position = ${at}; DELETE FROM events WHERE position = ${at}`,
      () => 'INSERT INTO events SELECT * FROM kept; DROP TABLE kept',
      /follows \d+/,
    ],
  ])('finds %s', async (_what, damage, repair, problem) => {
    const at = positionOf('PickSubmitted')
    await pool.damage(damage(at))
    try {
      const found = await pool.command('log', ['verify'])
      expect(found).toMatchObject({ code: 1, out: '' })
      expect(found.err).toMatch(problem)
      expect(found.err).toMatch(/The log is invalid: \d+ findings? in \d+ events/)
      expect(found.err).toMatch(new RegExp(`^(${at}|${at + 1}): `, 'm'))
    } finally {
      await pool.damage(repair(at))
    }
    expect(await pool.head()).toBe(head)
  })

  test('finds a pick that was changed in the read models after its week was revealed, and --log-only does not', async () => {
    await pool.damage(`UPDATE projections.reveal SET team_abbr = 'BUF' WHERE team_abbr = 'KC'`)
    try {
      expect(await pool.command('log', ['verify'])).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(
          /^reveal \{"week_id":1,"entry_id":1\}: changed \(team_abbr\)\nThe read models differ from the log in 1 row at position \d+$/m,
        ),
      })
      expect((await pool.command('log', ['verify', '--log-only'])).code).toBe(0)
    } finally {
      await pool.damage(`UPDATE projections.reveal SET team_abbr = 'KC' WHERE team_abbr = 'BUF'`)
    }
    expect(await pool.command('log', ['verify'])).toMatchObject({ code: 0, out: `${head}\n` })
  })

  test('finds a log that was rewritten with matching hashes, by the heads that the server signed', async () => {
    const at = positionOf('SiteTimeSet')
    await withLogDatabase(pool.database.connectionString, async (db) => {
      const original = await readEvents(db, 0, 1_000)
      const edited = original.map((event) =>
        event.position === at ? { ...event, metadata: { ...event.metadata, reason: 'a rehearsal' } } : event,
      )
      await replaceLog(db, withMatchingHashes(edited))
      try {
        const { code, out, err } = await pool.command('log', ['verify'])
        expect({ code, out }).toEqual({ code: 1, out: '' })
        expect(err).toMatch(
          new RegExp(
            `^${positionOf('WeekLocked')}: does not match the head that the server signed at [-T:.Z\\d]+: the log was rewritten after position 1$`,
            'm',
          ),
        )
        await replaceLog(db, original.slice(0, at))
        expect((await pool.command('log', ['verify', '--log-only'])).err).toMatch(
          /^\d+: the head that the server signed at .* is missing: the log ends at \d+$/m,
        )
      } finally {
        await replaceLog(db, original)
      }
    })
    expect(await pool.command('log', ['verify'])).toMatchObject({
      code: 0,
      err: expect.stringContaining('It matches 2 signed heads'),
    })
  })

  test('finds a signed head whose signature does not match the key, and a line that is not a head', async () => {
    const file = join(pool.config.dataDir, 'heads.ndjson')
    const before = readFileSync(file, 'utf8')
    const [first = ''] = before.split('\n')
    writeFileSync(file, `${before}${first.replace(/"signature":"...../, '"signature":"AAAAA')}\nhello\n`)
    try {
      const { code, err } = await pool.command('log', ['verify', '--log-only'])
      expect(code).toBe(1)
      expect(err).toMatch(/^1: the signed head is not signed with the key in /m)
      expect(err).toMatch(/^Line 4 of .*heads\.ndjson is not a signed head$/m)
    } finally {
      writeFileSync(file, before)
    }
  })

  test('finds a truncated log by its recorded head', async () => {
    await pool.damage(
      'CREATE TABLE kept AS SELECT * FROM events ORDER BY position DESC LIMIT 1; DELETE FROM events WHERE position = (SELECT position FROM kept)',
    )
    try {
      expect(await pool.command('log', ['verify'])).toMatchObject({
        code: 1,
        err: expect.stringContaining('the recorded head is not the last event'),
      })
    } finally {
      await pool.damage('INSERT INTO events SELECT * FROM kept; DROP TABLE kept')
    }
  })
})

describe('an exported log', () => {
  // Without a database and with a data folder that cannot be created, so that a command that needs either fails.
  const alone = { env: { OUTLAST_DATA: '/dev/null/none' } }
  const verifyFile = (name: string, content: string, ...args: string[]) => {
    writeFileSync(pool.file(name), content)
    return runCommand('log', ['verify', pool.file(name), ...args], alone)
  }
  const whole = () => `${lines.join('\n')}\n`

  test('is verified without a database, from a file or from standard input', async () => {
    expect(await verifyFile('whole.ndjson', whole())).toMatchObject({ code: 0, out: `${head}\n` })
    expect(await runCommand('log', ['verify', '-', '--head', head], { ...alone, input: whole() })).toMatchObject({
      code: 0,
      out: `${head}\n`,
    })
  })

  test('may start with npm’s own output', async () => {
    const banner =
      '\n> outlast@1.0.0 log\n> node scripts/prepare.mjs && exec node_modules/.bin/node apps/server/src/main.ts log export\n\n'
    expect(await verifyFile('npm.ndjson', banner + whole())).toMatchObject({ code: 0, out: `${head}\n` })
  })

  test('is rejected when it was forged', async () => {
    const at = positionOf('PickSubmitted')
    const forged = lines.map((line, i) => (i === at - 1 ? line.replace('"KC"', '"BUF"') : line))
    expect(await verifyFile('forged.ndjson', forged.join('\n'))).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining(`${at}: payload does not match`),
    })
  })

  test('is compared with heads given on the command line', async () => {
    const cut = lines.slice(0, -2).join('\n')
    expect((await verifyFile('cut.ndjson', cut)).code).toBe(0)
    expect(await verifyFile('cut.ndjson', cut, '--head', head)).toMatchObject({
      code: 1,
      err: expect.stringContaining('the head that was published is missing'),
    })
    const other = `3:${'ab'.repeat(32)}`
    expect(await verifyFile('whole.ndjson', whole(), '--head', head, other)).toMatchObject({
      code: 1,
      err: expect.stringContaining('3: does not match the head that was published'),
    })
  })

  test('reports the line of a malformed event', async () => {
    expect(await verifyFile('none.ndjson', `${lines[0]}\nhello\n`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Line 2 of .*none\.ndjson is not an event/m),
    })
  })
})

describe('log export', () => {
  test('--after exports the rest, so that the parts equal the whole log', async () => {
    const { code, out } = await pool.command('log', ['export', '--after', '5'])
    expect([code, out]).toEqual([0, `${lines.slice(5).join('\n')}\n`])
    expect(await pool.command('log', ['export', '--after', String(lines.length)])).toMatchObject({ code: 0, out: '' })
  })

  test('--to writes a file that only the user can read, and never overwrites one', async () => {
    const file = pool.file('export.ndjson')
    expect(await pool.command('log', ['export', '--to', file])).toMatchObject({ code: 0, out: '' })
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toEqual(lines)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await pool.command('log', ['export', '--to', file])).toMatchObject({
      code: 1,
      err: expect.stringContaining('already exists'),
    })
  })

  test('--to reports that the folder does not exist', async () => {
    expect(await pool.command('log', ['export', '--to', pool.file('absent/export.ndjson')])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`The folder ${pool.file('absent')} does not exist`),
    })
  })
})

describe('log replay', () => {
  const at = async (end: string) => {
    const { code, out } = await pool.command('log', ['replay', '--at', end])
    expect(code).toBe(0)
    return { out, told: JSON.parse(out) as Replayed }
  }
  interface Replayed {
    position: number
    hash: string
    current_week: { week_number: number; is_locked: boolean }
    weeks: { week_number: number; is_locked: boolean }[]
    entries: { name: string; picks: Record<string, string>; eliminated_week: number | null }[]
    standings: { alive: number; out: number; leaderboard: { rank: number; entry: string }[] }
  }
  const picksOf = (told: Replayed) => Object.fromEntries(told.entries.map((entry) => [entry.name, entry.picks]))

  test('by position keeps picks hidden that were hidden then', async () => {
    const { out, told } = await at(String(pool.hidden.position))
    expect(told).toMatchObject({
      position: pool.hidden.position,
      hash: pool.hidden.head_hash,
      current_week: { week_number: 1, is_locked: false },
    })
    expect(picksOf(told)).toEqual({ 'Ben 1': {}, 'Ada 1': {} })
    expect(out).not.toContain('KC')
  })

  test('by position shows revealed picks and hides those of open weeks', async () => {
    const { out, told } = await at(String(pool.last.position))
    expect(told.weeks.map((week) => week.is_locked)).toEqual([true, false])
    expect(picksOf(told)).toEqual({ 'Ben 1': { 1: 'KC' }, 'Ada 1': {} })
    expect(out).not.toMatch(/SEA|JAX/)
  })

  test('prints the standings', async () => {
    const { told } = await at(String(pool.last.position))
    const { alive, out, leaderboard } = told.standings
    expect([alive + out, leaderboard.length]).toEqual([2, 2])
    expect(leaderboard.map(({ rank, entry }) => [rank, entry])).toEqual(expect.arrayContaining([[1, expect.any(String)]]))
    expect((await at('1')).told.standings).toMatchObject({ season_year: null, out: 0, leaderboard: [] })
  })

  test('accepts a time', async () => {
    const { told } = await at(pool.last.recorded_at)
    expect(told.position).toBeGreaterThanOrEqual(pool.last.position)
    const before = await at(new Date(Date.parse(pool.hidden.recorded_at) - 1).toISOString())
    expect(before.told.position).toBeLessThan(pool.hidden.position)
    expect((await at('2000-01-01T00:00:00+02:00')).told).toMatchObject({ position: 0, entries: [] })
  })

  test('rejects a position beyond the end', async () => {
    expect(await pool.command('log', ['replay', '--at', '999999'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining(`The log ends at position ${lines.length}`),
    })
  })
})

describe('log step', () => {
  test('prints events with the standings after each, and no hidden pick', async () => {
    const from = positionOf('WeekLocked')
    const { code, out } = await pool.command('log', ['step', '--from', String(from), '--count', '2'])
    expect(code).toBe(0)
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${from}  \\S+  Week 1 of \\d+ locked with \\d+ picks? of 2 entries\\.$`)),
      expect.stringMatching(/^ +\d alive, \d out$/),
      expect.stringMatching(new RegExp(`^${from + 1}  `)),
      expect.stringMatching(/^ +\d alive, \d out/),
    ])
    const all = await pool.command('log', ['step', '--count', '9999'])
    expect(all.out).toContain('An event that is hidden')
    expect(all.out).not.toMatch(/SEA|JAX/)
  })

  test('rejects a position beyond the end', async () => {
    expect(await pool.command('log', ['step', '--from', '999999', '--count', '1'])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`The log ends at position ${lines.length}`),
    })
  })
})
