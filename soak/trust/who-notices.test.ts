import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type WeekProof } from '@outlast/contract'
import { type PoolReader, readAndVerifyWeek } from '@outlast/contract/proof/read-week'
import { describeVerification, headlineOf, isProved } from '@outlast/contract/proof/week-report'
import { createServer } from '@outlast/server/app'
import { exportLine } from '@outlast/server/log/export'
import { nodeHashing } from '@outlast/server/log/hashing'
import { rebuildProjections } from '@outlast/server/log/projections'
import { readEvents } from '@outlast/server/log/read'
import { SignedHeads } from '@outlast/server/log/signed-heads'
import type { StoredEvent } from '@outlast/server/log/stored-event'
import { copyDatabase, createTestDatabase, generatePool, root, runProgram, type TestDatabase, withClient } from '@outlast/testing'
import { createTemporaryFolder } from '@outlast/testing/files'
import { loseLastEvents, replaceLogOnly, withLogDatabase, withMatchingHashes } from '@outlast/testing/rewritten-log'
import { testConfig } from '@outlast/testing/server/config'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aged, Device } from './device.ts'
import { statement } from './forgeries.ts'

// Each cell of the table “What each of them says” in docs/proofs.md is tried, and its words are read from there.

vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 })

const POOL = { entries: 6, entriesPerMember: 2, playedWeeks: 2, current: 'locked', events: 150, goodPicks: 0.8 } as const
const EVERYTHING = 1_000_000
const NOTICED_WITHIN_MS = 60_000
const TOOLS = [
  'log verify',
  'projections check',
  'projections rebuild',
  'a start',
  'outlast verify',
  'a browser',
  'the audit page',
] as const
type Tool = (typeof TOOLS)[number]

/** A pool that somebody forges, with the first server that ran on it. */
interface Forged {
  readonly connectionString: string
  readonly dataDir: string
  readonly events: readonly StoredEvent[]
}

interface Forgery {
  readonly make?: (pool: Forged) => Promise<unknown>
  /** Whether the server runs meanwhile. Otherwise it is started on the forged log, if it does start, after `hide`. */
  readonly isServed?: boolean
  readonly forgeProof?: (proof: WeekProof) => WeekProof
}

const editEvent = (type: StoredEvent['type'], field: string, value: string): Forgery => ({
  make: (pool) =>
    statement(
      `UPDATE events SET data = jsonb_set(data, '{${field}}', '${value}') WHERE position = ${positionOf(pool.events, type)}`,
    )(pool),
  isServed: true,
})
const row = (sql: string): Forgery => ({ make: statement(sql), isServed: true })
const positionOf = (events: readonly StoredEvent[], type: StoredEvent['type']): number =>
  events.find((event) => event.type === type)?.position ?? 0

const otherTeam = (team: string | null): string => (team === 'KC' ? 'GB' : 'KC')

/** The rows of the table, by their first cell. */
const FORGERIES: Readonly<Record<string, Forgery>> = {
  nothing: { isServed: true },
  'a pick edited in the log': editEvent('PickSubmitted', 'team', `"${otherTeam(null)}"`),
  'a score edited in the log': editEvent('GameFinalized', 'homeScore', '77'),
  'a log whose hashes were all computed again': {
    make: (pool) =>
      replaceLogOnly(
        pool.connectionString,
        withMatchingHashes(
          pool.events.map((event) =>
            event.type === 'GameFinalized' && event.position === positionOf(pool.events, 'GameFinalized')
              ? { ...event, data: { ...event.data, homeScore: 77 } }
              : event,
          ),
        ),
      ),
  },
  'the last events removed': { make: (pool) => replaceLogOnly(pool.connectionString, pool.events.slice(0, -3)) },
  'a row of `reveal`': row(
    `UPDATE projections.reveal SET team_abbr = 'KC' WHERE entry_id = (SELECT min(entry_id) FROM projections.reveal WHERE team_abbr <> 'KC')`,
  ),
  'two swapped names': row(
    `UPDATE accounts AS a SET first_name = b.first_name, last_name = b.last_name, name_salt = b.name_salt
      FROM accounts AS b WHERE a.user_id IN (1, 2) AND b.user_id = 3 - a.user_id`,
  ),
  'another pick in the answer of a proof': {
    isServed: true,
    forgeProof: (proof) => {
      const [leaf, ...others] = proof.leaves
      return leaf === undefined ? proof : { ...proof, leaves: [{ ...leaf, team_abbr: otherTeam(leaf.team_abbr) }, ...others] }
    },
  },
  'an emptied proof': { isServed: true, forgeProof: (proof) => ({ ...proof, leaves: [], picks: [] }) },
  'another key': {
    make: async ({ dataDir }) => {
      const before = await (await SignedHeads.open(dataDir)).all()
      for (const file of ['head-key', 'heads.ndjson']) rmSync(join(dataDir, file))
      const heads = await SignedHeads.open(dataDir)
      for (const head of before) await heads.sign(head, head.signedAt)
    },
  },
  'an older backup restored': {
    make: ({ connectionString }) =>
      withLogDatabase(connectionString, async (db) => {
        await loseLastEvents(db, 3)
        await rebuildProjections(db)
      }),
  },
}

/** The table of the page: what each tool says about each forgery; null if it says nothing. */
function tableOfPage(): ReadonlyMap<string, ReadonlyMap<Tool, string | null>> {
  const page = readFileSync(join(root, 'docs/proofs.md'), 'utf8')
  const [, section = ''] = /### What each of them says\n(.*?)\n## /s.exec(page) ?? []
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  const rows = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  const [head = [], , ...body] = rows
  if (
    head.slice(1).join() !== TOOLS.map((tool) => (tool.startsWith('a') || tool.startsWith('the') ? tool : `\`${tool}\``)).join()
  )
    throw new Error('the table has other tools')
  return new Map(
    body.map(([name = '', ...cells]) => [
      name,
      new Map(TOOLS.map((tool, i) => [tool, /“(.*)”/.exec(cells[i] ?? '')?.[1] ?? (cells[i] === '–' ? null : 'unreadable')])),
    ]),
  )
}

let original: TestDatabase
beforeAll(async () => {
  original = await createTestDatabase()
  await generatePool(original.connectionString, POOL)
})
afterAll(() => original.drop())

const startOn = (connectionString: string, dataDir: string) => createServer(testConfig(dataDir), connectionString)

/** What a tool says that finds something; null if it finds nothing. */
type Finding = string | null
const messageOf = (running: Promise<unknown>): Promise<Finding> =>
  running.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

async function runCli(pool: Forged, name: string, ...args: readonly string[]): Promise<Finding> {
  const env = { DATABASE_URL: pool.connectionString, OUTLAST_DATA: pool.dataDir }
  const { code, err } = await runProgram(process.execPath, ['apps/server/src/main.ts', name, ...args], { env })
  return code === 0 ? null : err
}

async function verifyExport(pool: Forged, kept: string): Promise<Finding> {
  const events = await withLogDatabase(pool.connectionString, (db) => readEvents(db, 0, EVERYTHING))
  const exported = join(pool.dataDir, 'export.ndjson')
  const heads = join(pool.dataDir, 'kept.json')
  writeFileSync(exported, events.map((event) => `${exportLine(event)}\n`).join(''))
  writeFileSync(heads, kept)
  const args = ['apps/server/src/verify/outlast-verify.mjs', '--export', exported, '--heads', heads]
  const { code, out, err } = await runProgram(process.execPath, args)
  return code === 0 ? null : out + err
}

const isProof = (answer: object): answer is WeekProof => 'merkle_root' in answer && 'leaves' in answer

async function openAuditPage(url: string, forgeProof = (proof: WeekProof): WeekProof => proof): Promise<Finding> {
  const client = createClient({ baseUrl: url, token: () => null })
  const call: PoolReader['call'] = async (id, ...args) => {
    const answer = await client.call(id, ...args)
    return isProof(answer) ? (forgeProof(answer) as typeof answer) : answer
  }
  const weeks = await client.call('listWeeks')
  const first = weeks.toSorted((a, b) => a.week_number - b.week_number)[0]
  const { verification } = await readAndVerifyWeek({ call }, nodeHashing, first?.id ?? 0, weeks)
  const names = { entry: () => undefined, user: () => undefined }
  return isProved(verification)
    ? null
    : [headlineOf(verification, names), ...describeVerification(verification, names)].join('\n')
}

/** Makes a forgery, and asks each tool. */
async function findingsOf(
  { make, isServed = false, forgeProof }: Forgery,
  expected: ReadonlyMap<Tool, string | null>,
): Promise<ReadonlyMap<Tool, Finding>> {
  const database = await copyDatabase(original)
  const { connectionString } = database
  const dataDir = createTemporaryFolder('who-notices')
  const found = new Map<Tool, Finding>()
  let server = await startOn(connectionString, dataDir)
  try {
    const events = await withLogDatabase(connectionString, (db) => readEvents(db, 0, EVERYTHING))
    const pool: Forged = { connectionString, dataDir, events }
    const device = new Device()
    await device.visit(server.url)
    if (device.record.problems.length > 0) throw new Error('an alarm before the forgery')
    const kept = await (await fetch(`${server.url}/api/audit/heads`)).text()
    if (!isServed) await server.stop()
    await make?.(pool)
    const visit = async (): Promise<void> => {
      const later = new Device(aged(device.record), forgeProof)
      await later.visit(server.url)
      found.set('a browser', later.record.problems.map(({ sentence }) => sentence).join('\n') || null)
      found.set('the audit page', await openAuditPage(server.url, forgeProof))
    }
    // The server keeps some answers for seconds although the database was changed under it.
    const visitUntilNoticed = async (): Promise<void> => {
      const deadline = performance.now() + NOTICED_WITHIN_MS
      const misses = (tool: Tool): boolean => typeof expected.get(tool) === 'string' && typeof found.get(tool) !== 'string'
      do await visit()
      while ((misses('a browser') || misses('the audit page')) && performance.now() < deadline)
    }
    found.set('log verify', await runCli(pool, 'log', 'verify'))
    found.set('projections check', await runCli(pool, 'projections', 'check'))
    found.set('outlast verify', await verifyExport(pool, kept))
    if (isServed) await visitUntilNoticed()
    const opening = startOn(connectionString, dataDir).then((another) => another.stop())
    found.set('a start', await messageOf(opening))
    found.set('projections rebuild', await messageOf(withLogDatabase(connectionString, (db) => rebuildProjections(db))))
    if (!isServed) {
      // Who rewrites the log with all that the database knows of it can start a server on it.
      await withClient(connectionString, (client) => client.query('DELETE FROM verified_log'))
      await withClient(connectionString, (client) => client.query('DROP SCHEMA projections CASCADE'))
      server = await startOn(connectionString, dataDir)
      await visitUntilNoticed()
    }
    return found
  } finally {
    await server.stop()
    await database.drop()
    rmSync(dataDir, { recursive: true })
  }
}

describe('What each of them says (docs/proofs.md)', () => {
  const table = tableOfPage()

  test('the table has each forgery of this test', () => {
    expect([...table.keys()]).toEqual(Object.keys(FORGERIES))
  })

  test.each(Object.entries(FORGERIES))(
    '%s: each tool says its words, and no tool accuses what was not forged',
    async (name, forgery) => {
      const expected = table.get(name) ?? new Map<Tool, string | null>()
      const found = await findingsOf(forgery, expected)
      expect(TOOLS.map((tool) => [tool, found.get(tool)])).toEqual(
        TOOLS.map((tool) => [tool, wordsOf(expected.get(tool) ?? null)]),
      )
    },
  )
})

/** The words of a cell, in which an ellipsis is what differs from pool to pool. */
const wordsOf = (words: string | null): unknown =>
  words === null
    ? null
    : expect.stringMatching(
        new RegExp(
          words
            .split('…')
            .map((part) => RegExp.escape(part))
            .join('[^\\n]*'),
        ),
      )
