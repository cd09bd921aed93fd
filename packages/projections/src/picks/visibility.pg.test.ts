import { entryId, pickIdOf, type UserId, weekId } from '@outlast/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { RecordedPool } from '../../tests/recorded-pool.ts'
import { source } from '../../tests/source.ts'
import { store } from '../../tests/store.ts'
import * as projections from '../index.ts'
import type { Viewer } from './viewer.ts'
import { visiblePicks } from './visible-picks.ts'

const db = useTestDatabase()

const historyOf = async (viewer: Viewer, id: number) =>
  projections.pickHistory(source(), viewer, id, await projections.readPickEvents(db, id))

/** The receipt of entry 2 for week 1. */
async function receiptOf(viewer: Viewer) {
  const id = pickIdOf(entryId(2), weekId(1), 1)
  const position = projections.positionOfPick(source(), viewer, id)
  return position === undefined ? undefined : projections.receiptOf(db, source().people, id, position)
}

/** The picks of entry 2 in a week. */
function visibleIn(viewer: Viewer, week: number) {
  const { pool } = source()
  return visiblePicks(pool, viewer, pool.entries.get(entryId(2))!, { weekId: weekId(week) }).map(
    ({ week: _week, ...pick }) => pick,
  )
}

const ADMIN = 1 as UserId
const OWNER = 2 as UserId
const OTHER = 3 as UserId
const viewers = {
  visitor: { kind: 'visitor' },
  other: { kind: 'member', userId: OTHER },
  owner: { kind: 'member', userId: OWNER },
  admin: { kind: 'admin', userId: ADMIN },
} as const satisfies Record<string, Viewer>
type ViewerName = keyof typeof viewers

const states = {
  open: () => {},
  unmasked: (pool: RecordedPool) => void pool.runAccepted('UnmaskPicks', { weekId: 1, reason: 'rehearsal' }, ADMIN),
  locked: (pool: RecordedPool) => pool.lock(1),
  reopened: (pool: RecordedPool) => {
    pool.lock(1)
    pool.runAccepted('SetLockTime', { weekId: 1, lockTime: '2025-09-10T16:00:00.000Z' })
  },
} as const
type StateName = keyof typeof states

/** Entry 1 belongs to the admin, 2 to the owner, 3 to another member. Each has a pick in week 1, which the owner changed once; the owner also has one in week 2. */
function createPool(state: StateName, team = 'DAL'): RecordedPool {
  const pool = new RecordedPool()
  for (const id of [ADMIN, OWNER, OTHER]) {
    pool.register()
    pool.addEntry(id, `Entry ${id}`)
  }
  pool.addWeek(2025, 1)
  pool.addWeek(2025, 2)
  pool.pick(1, 1, 'BUF')
  pool.pick(2, 1, 'KC')
  pool.pick(2, 1, team)
  pool.pick(3, 1, 'SF')
  pool.pick(2, 2, 'MIA')
  states[state](pool)
  return pool
}

const anyInstant = expect.stringMatching(/Z$/) as string
const times = { createdAt: anyInstant, updatedAt: anyInstant }

const isRevealed = (state: StateName) => state === 'locked'
const knowsTeam = (state: StateName, viewer: ViewerName) => isRevealed(state) || viewer === 'owner'

describe.each(Object.keys(states) as StateName[])('picks of a week that is %s', (state) => {
  beforeAll(() => store(db, createPool(state)))

  describe.each(Object.keys(viewers) as ViewerName[])('for the %s', (name) => {
    const viewer = viewers[name]
    const knows = knowsTeam(state, name)

    it('visiblePicks: returns the team, a masked pick or nothing', async () => {
      const slot = { id: 2_000_001, entryId: 2, weekId: 1, slot: 1 }
      const full = { ...slot, team: 'DAL', isOverride: false, isAuto: false, ...times, version: expect.any(Number) as number }
      const masked = name === 'admin' ? [{ ...slot, team: null }] : []
      expect(visibleIn(viewer, 1)).toEqual(knows ? [full] : masked)
    })

    it('entryPicks: returns the team, a masked pick or nothing', async () => {
      const picks = projections.entryPicks(source(), viewer, 2)
      const pick = picks?.find((other) => other.week_id === 1)
      const masked = { team_abbr: null, hidden: true, created_at: null, updated_at: null, version: null }
      const mayRead = name === 'owner' || name === 'admin'
      expect(picks !== undefined).toBe(mayRead)
      expect(pick ?? {}).toMatchObject(!mayRead ? {} : knows ? { team_abbr: 'DAL', result: 'tbd' } : masked)
    })

    it('pickHistory: returns changes and nonces of known picks only', async () => {
      const history = await historyOf(viewer, 2)
      const week = history?.weeks.find((week) => week.week_id === 1)
      const changes = [
        ['submitted', 'KC', 'owner'],
        ['changed', 'DAL', 'owner'],
      ]
      const shown = week?.changes.map((change) => [change.action, change.team_abbr, change.by])
      expect(shown).toEqual(knows ? changes : name === 'admin' ? [] : undefined)
      expect(week?.result).toBe(knows || name === 'admin' ? 'tbd' : undefined)
      expect(JSON.stringify(history).match(/"nonce":"[0-9a-f]{64}"/g)?.length ?? 0).toBe(name === 'owner' ? 3 : knows ? 2 : 0)
    })

    it('receiptOf: returns a receipt for known picks only', async () => {
      const receipt = await receiptOf(viewer)
      expect([receipt?.team_abbr, receipt?.nonce.length]).toEqual(knows ? ['DAL', 64] : [undefined, undefined])
    })

    it('auditLines and auditPage: contain the teams of known picks only', async () => {
      const lines = await projections.auditLines(db, source().pool, viewer, { limit: 200, entry_id: 2, kind: 'pick' })
      const week1 = lines.filter((line) => line.week?.week_number === 1)
      expect(week1.map((line) => 'team_abbr' in line.data && line.data.team_abbr)).toEqual(knows ? ['DAL', 'KC'] : [])
      const page = await projections.auditPage(db, source().pool, viewer, { limit: 200 })
      expect(JSON.stringify(page).includes('DAL')).toBe(knows)
    })

    it('visiblePicks: keeps the picks of open week 2 hidden', async () => {
      const [pick] = visibleIn(viewer, 2)
      expect(pick?.team).toBe(name === 'owner' ? 'MIA' : name === 'admin' ? null : undefined)
    })
  })

  it('public views contain teams and leaves only if the week is locked', async () => {
    const teams = projections.weekView(source(), 1)?.entries.map((entry) => entry.team)
    expect(teams).toEqual(isRevealed(state) ? ['BUF', 'DAL', 'SF'] : [null, null, null])
    const cells = projections.seasonView(source(), 2025).entries.map((entry) => entry.picks)
    expect(cells).toEqual(isRevealed(state) ? [{ 1: 'BUF' }, { 1: 'DAL' }, { 1: 'SF' }] : [{}, {}, {}])
    expect((await projections.lockProof(db, source().pool, 1))?.leaves.length).toBe(isRevealed(state) ? 3 : undefined)
    expect(projections.weekView(source(), 1)?.pick_count).toBe(3)
  })

  it('in the admin’s picks list', async () => {
    const rows = projections.adminPicksList(source(), viewers.admin, weekId(1))
    const shown = isRevealed(state) || state === 'unmasked'
    expect(rows?.map((row) => row.team_abbr)).toEqual(shown ? ['BUF', 'DAL', 'SF'] : ['BUF', null, null])
    expect(rows?.map((row) => row.hidden)).toEqual(shown ? [undefined, undefined, undefined] : [undefined, true, true])
    expect(rows?.map((row) => row.id)).toEqual([1_000_001, 2_000_001, 3_000_001])
  })

  it('in the admin’s view: who has picked, while it is open', async () => {
    const { picked } = projections.adminView(source())
    expect(picked).toEqual(isRevealed(state) ? { 2: [2] } : { 1: [1, 2, 3], 2: [2] })
  })
})

describe('two pools that differ only in a hidden team', () => {
  /** Both teams lose. The loss counts before the lock and is waived for one entry, so that it appears in as many views as possible. */
  function createSettledPool(team: string): RecordedPool {
    const pool = createPool('open', team)
    pool.pick(1, 2, team)
    for (const [week, games] of [
      [1, { 'DAL-GB': [40, 40], 'BUF-NYJ': [7, 3] }],
      [2, { 'DAL-GB': [1, 1] }],
    ] as const) {
      pool.sync(week, games)
      pool.finalizeWithoutLock(week)
    }
    pool.runAccepted('AmendEntry', { entryId: 2, isEliminated: false }, ADMIN)
    return pool
  }

  async function readEverything(viewer: Viewer): Promise<string> {
    const admin = viewer.kind === 'admin'
    return JSON.stringify({
      season: projections.seasonView(source(), 2025),
      weeks: [projections.weekView(source(), 1), projections.weekView(source(), 2)],
      pool: projections.poolView(source(), 'Club'),
      history: projections.pastWeeks(source()),
      own: viewer.kind === 'visitor' ? null : projections.userView(source(), viewer.userId === ADMIN ? OTHER : viewer.userId),
      admin: admin && [projections.adminView(source()), projections.adminPicksList(source(), viewer, weekId(1))],
      picks: projections.entryPicks(source(), viewer, 2),
      histories: await historyOf(viewer, 2),
      receipt: await receiptOf(viewer),
      audit: [
        await projections.auditLines(db, source().pool, viewer, { limit: 500 }),
        await projections.auditPage(db, source().pool, viewer, { limit: 500 }),
      ],
    })
  }

  it.each(['visitor', 'other', 'admin'] as const)('look identical to the %s', async (name) => {
    // The admin may know the pick of entry 1, because it is their own.
    const withoutOwn = (pool: RecordedPool) =>
      name === 'admin' ? (pool.runAccepted('RemoveEntry', { entryId: 1 }, ADMIN), pool) : pool
    await store(db, withoutOwn(createSettledPool('DAL')))
    const first = await readEverything(viewers[name])
    await store(db, withoutOwn(createSettledPool('GB')))
    expect(await readEverything(viewers[name])).toBe(first)
    expect(first).toContain('"hidden":true')
  })

  it('look different to the owner', async () => {
    await store(db, createSettledPool('DAL'))
    const first = await readEverything(viewers.owner)
    await store(db, createSettledPool('GB'))
    expect(await readEverything(viewers.owner)).not.toBe(first)
  })

  it('show that an entry is out, but neither its team nor waived losses', async () => {
    await store(db, createSettledPool('DAL'))
    const { entries } = projections.seasonView(source(), 2025)
    expect(entries.map((entry) => [entry.id, entry.hidden_losses, entry.forgiven])).toEqual([
      [1, [2], []],
      [2, [], []],
      [3, [], []],
    ])
  })
})
