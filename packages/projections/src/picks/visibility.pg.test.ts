import { entryId, pickIdOf, type UserId, weekId } from '@outlast/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { Play } from '../../tests/play.ts'
import { store } from '../../tests/pool.ts'
import * as projections from '../index.ts'
import type { Viewer } from './viewer.ts'
import { visiblePicks } from './visible-picks.ts'

const db = useTestDatabase()

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
  unmasked: (play: Play) => void play.must('UnmaskPicks', { weekId: 1, reason: 'rehearsal' }, ADMIN),
  locked: (play: Play) => play.lock(1),
  reopened: (play: Play) => {
    play.lock(1)
    play.must('SetLockTime', { weekId: 1, lockTime: '2025-09-10T16:00:00.000Z' })
  },
} as const
type StateName = keyof typeof states

/** Entry 1 is the admin's, 2 the owner's, 3 the other's; all picked in weeks 1 and 2, the owner with a change of mind. */
function played(state: StateName, team = 'DAL'): Play {
  const play = new Play()
  for (const id of [ADMIN, OWNER, OTHER]) {
    play.register()
    play.enter(id, `Entry ${id}`)
  }
  play.addWeek(2025, 1)
  play.addWeek(2025, 2)
  play.pick(1, 1, 'BUF')
  play.pick(2, 1, 'KC')
  play.pick(2, 1, team)
  play.pick(3, 1, 'SF')
  play.pick(2, 2, 'MIA')
  states[state](play)
  return play
}

const anInstant = expect.stringMatching(/Z$/) as string
const times = { createdAt: anInstant, updatedAt: anInstant }

const isRevealed = (state: StateName) => state === 'locked'
const knowsTeam = (state: StateName, viewer: ViewerName) => isRevealed(state) || viewer === 'owner'

describe.each(Object.keys(states) as StateName[])('a week that is %s', (state) => {
  beforeAll(() => store(db, played(state)))

  describe.each(Object.keys(viewers) as ViewerName[])('to the %s', (name) => {
    const viewer = viewers[name]
    const knows = knowsTeam(state, name)

    it('visiblePicks', async () => {
      const slot = { id: 2_000_001, entryId: 2, weekId: 1 }
      const whole = { ...slot, team: 'DAL', isOverride: false, ...times, version: expect.any(Number) as number }
      const masked = name === 'admin' ? [{ ...slot, team: null }] : []
      expect(await visiblePicks(db, viewer, { weekIds: [1], entryIds: [2] })).toEqual(knows ? [whole] : masked)
    })

    it('the picks of an entry', async () => {
      const picks = await projections.entryPicks(db, viewer, 2)
      const pick = picks?.find((one) => one.week_id === 1)
      const masked = { team_abbr: null, hidden: true, created_at: null, updated_at: null, version: null }
      const isTheirs = name === 'owner' || name === 'admin'
      expect(picks !== undefined).toBe(isTheirs)
      expect(pick ?? {}).toMatchObject(!isTheirs ? {} : knows ? { team_abbr: 'DAL', result: 'tbd' } : masked)
    })

    it('the history of an entry', async () => {
      const history = await projections.pickHistory(db, viewer, 2)
      const week = history?.weeks.find((one) => one.week_id === 1)
      const changes = [
        ['submitted', 'KC', 'owner'],
        ['changed', 'DAL', 'owner'],
      ]
      const shown = week?.changes.map((change) => [change.action, change.team_abbr, change.by])
      expect(shown).toEqual(knows ? changes : name === 'admin' ? [] : undefined)
      expect(week?.result).toBe(knows || name === 'admin' ? 'tbd' : undefined)
      expect(JSON.stringify(history).match(/"nonce":"[0-9a-f]{64}"/g)?.length ?? 0).toBe(name === 'owner' ? 3 : knows ? 2 : 0)
    })

    it('the receipt', async () => {
      const receipt = await projections.receiptOf(db, viewer, pickIdOf(entryId(2), weekId(1)))
      expect([receipt?.team_abbr, receipt?.nonce.length]).toEqual(knows ? ['DAL', 64] : [undefined, undefined])
    })

    it('the audit trail', async () => {
      const lines = await projections.auditLines(db, viewer, { limit: 200, entry_id: 2, kind: 'pick' })
      const week1 = lines.filter((line) => line.week?.week_number === 1)
      expect(week1.map((line) => 'team_abbr' in line.data && line.data.team_abbr)).toEqual(knows ? ['DAL', 'KC'] : [])
      const page = await projections.auditPage(db, viewer, { limit: 200 })
      expect(JSON.stringify(page).includes('DAL')).toBe(knows)
    })

    it('week 2, which is open whatever happens to week 1', async () => {
      const [pick] = await visiblePicks(db, viewer, { weekIds: [2], entryIds: [2] })
      expect(pick?.team).toBe(name === 'owner' ? 'MIA' : name === 'admin' ? null : undefined)
    })
  })

  it('in the public views', async () => {
    const teams = (await projections.weekView(db, 1))?.entries.map((entry) => entry.team)
    expect(teams).toEqual(isRevealed(state) ? ['BUF', 'DAL', 'SF'] : [null, null, null])
    const cells = (await projections.seasonView(db, 2025)).entries.map((entry) => entry.picks)
    expect(cells).toEqual(isRevealed(state) ? [{ 1: 'BUF' }, { 1: 'DAL' }, { 1: 'SF' }] : [{}, {}, {}])
    expect((await projections.lockProof(db, 1))?.leaves.length).toBe(isRevealed(state) ? 3 : undefined)
    expect((await projections.weekView(db, 1))?.pick_count).toBe(3)
  })

  it('in the admin’s picks list', async () => {
    const rows = await projections.adminPicksList(db, viewers.admin, 1)
    const shown = isRevealed(state) || state === 'unmasked'
    expect(rows?.map((row) => row.team_abbr)).toEqual(shown ? ['BUF', 'DAL', 'SF'] : ['BUF', null, null])
    expect(rows?.map((row) => row.hidden)).toEqual(shown ? [undefined, undefined, undefined] : [undefined, true, true])
    expect(rows?.map((row) => row.id)).toEqual([1_000_001, 2_000_001, 3_000_001])
  })

  it('in the admin’s view: who has picked, while it is open', async () => {
    const { picked } = await projections.adminView(db)
    expect(picked).toEqual(isRevealed(state) ? { 2: [2] } : { 1: [1, 2, 3], 2: [2] })
  })
})

describe('two pools that differ only in a hidden team', () => {
  /** Both teams lose, the loss settles before the lock and is waived for one entry: the most that can be shown. */
  function settled(team: string): Play {
    const play = played('open', team)
    play.pick(1, 2, team)
    for (const [week, games] of [
      [1, { 'DAL-GB': [40, 40], 'BUF-NYJ': [7, 3] }],
      [2, { 'DAL-GB': [1, 1] }],
    ] as const) {
      play.sync(week, games)
      play.must('FinalizeScores', { weekId: week }, ADMIN)
    }
    play.must('AmendEntry', { entryId: 2, isEliminated: false }, ADMIN)
    return play
  }

  async function everything(viewer: Viewer): Promise<string> {
    const admin = viewer.kind === 'admin'
    return JSON.stringify({
      season: await projections.seasonView(db, 2025),
      weeks: [await projections.weekView(db, 1), await projections.weekView(db, 2)],
      pool: await projections.poolView(db, { clubName: 'Club' }),
      history: await projections.pastWeeks(db),
      own: viewer.kind === 'visitor' ? null : await projections.userView(db, viewer.userId === ADMIN ? OTHER : viewer.userId),
      admin: admin && [await projections.adminView(db), await projections.adminPicksList(db, viewer, 1)],
      picks: await projections.entryPicks(db, viewer, 2),
      histories: await projections.pickHistory(db, viewer, 2),
      receipt: await projections.receiptOf(db, viewer, pickIdOf(entryId(2), weekId(1))),
      audit: [await projections.auditLines(db, viewer, { limit: 500 }), await projections.auditPage(db, viewer, { limit: 500 })],
    })
  }

  it.each(['visitor', 'other', 'admin'] as const)('look the same to the %s', async (name) => {
    // Entry 1 is the admin's own: what they may know of it would differ.
    const withoutOwn = (play: Play) => (name === 'admin' ? (play.must('RemoveEntry', { entryId: 1 }, ADMIN), play) : play)
    await store(db, withoutOwn(settled('DAL')))
    const first = await everything(viewers[name])
    await store(db, withoutOwn(settled('GB')))
    expect(await everything(viewers[name])).toBe(first)
    expect(first).toContain('"hidden":true')
  })

  it('differ to the owner', async () => {
    await store(db, settled('DAL'))
    const first = await everything(viewers.owner)
    await store(db, settled('GB'))
    expect(await everything(viewers.owner)).not.toBe(first)
  })

  it('show that an entry is out, but neither its team nor waived losses', async () => {
    await store(db, settled('DAL'))
    const { entries } = await projections.seasonView(db, 2025)
    expect(entries.map((entry) => [entry.id, entry.hidden_losses, entry.forgiven])).toEqual([
      [1, [2], []],
      [2, [], []],
      [3, [], []],
    ])
  })
})
