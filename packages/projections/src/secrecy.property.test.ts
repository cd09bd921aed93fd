import { isDeepStrictEqual } from 'node:util'
import {
  type Actor,
  type Entry,
  type EntryId,
  forkPool,
  isBallotSealed,
  isRankingSealed,
  picksOf,
  type PoolState,
  type Position,
  type Round,
  type UserId,
  visibleTo,
} from '@outlast/domain'
import { playSeed } from '@outlast/domain/histories'
import { expect, it } from 'vitest'
import * as projections from './index.ts'
import { partsOf, rowsOf } from './relations/rows.ts'
import type { Viewer } from './picks/viewer.ts'
import type { Source } from './source.ts'

// Plays random histories. Every few commands, and while picks are sealed, each viewer gets a twin of the pool in which everything that the
// viewer may not know is different: the teams and times of hidden picks, rankings, votes. Every projection must say the same of both.
// `SECRECY_HISTORIES` sets the number of histories, `SECRECY_HISTORIES_SEED` the first seed.
const COUNT = Number(process.env['SECRECY_HISTORIES'] ?? 10)
const FIRST_SEED = Number(process.env['SECRECY_HISTORIES_SEED'] ?? 20)
const STEPS_BETWEEN = 12

type Asked = (source: Source, viewer: Viewer) => unknown
type Name = keyof typeof projections

const years = ({ pool }: Source): readonly number[] => [...new Set([...pool.rounds.values()].map(({ seasonYear }) => seasonYear))]
const rounds = ({ pool }: Source): readonly Round[] => [...pool.rounds.values()]
const entryIds = ({ pool }: Source): readonly EntryId[] => [...pool.entries.values()].map(({ id }) => id)
const ofAdmins =
  <T>(ask: (source: Source, viewer: Extract<Viewer, { kind: 'admin' }>) => T) =>
  (source: Source, viewer: Viewer) =>
    viewer.kind === 'admin' ? ask(source, viewer) : undefined
const ofMembers =
  <T>(ask: (source: Source, userId: UserId) => T) =>
  (source: Source, viewer: Viewer) =>
    viewer.kind === 'visitor' ? undefined : ask(source, viewer.userId)
const own = ({ pool }: Source, userId: UserId): readonly Entry[] =>
  [...pool.entries.values()].filter((entry) => entry.userId === userId)

/** Projections that can say something of picks, so that a leak in them must be found. */
const OF_PICKS: Readonly<Partial<Record<Name, Asked>>> = {
  weekView: (source) => rounds(source).map(({ id }) => projections.weekView(source, id)),
  weekEntries: (source) =>
    rounds(source).map((round) => projections.weekEntries(source, round, projections.seasonView(source, round.seasonYear))),
  weekReveal: (source) => rounds(source).map(({ id }) => projections.weekReveal(source, id)),
  seasonView: (source) => years(source).map((year) => projections.seasonView(source, year)),
  seasonEntries: (source) => years(source).map((year) => projections.seasonEntries(source, year, entryIds(source))),
  seasonMatrix: (source) => years(source).map((year) => projections.seasonMatrix(projections.seasonView(source, year))),
  deriveRelations: (source) => {
    const seasonOf = (year: number) => projections.seasonView(source, year)
    return partsOf(source.pool).map((part) => rowsOf(source, part, seasonOf(part.seasonYear)))
  },
  adminPicksList: ofAdmins((source, viewer) => rounds(source).map(({ id }) => projections.adminPicksList(source, viewer, id))),
  entryPicks: (source, viewer) => entryIds(source).map((id) => projections.entryPicks(source, viewer, id)),
  positionOfPick: (source, viewer) =>
    [...source.pool.entries.values()].flatMap((entry) =>
      rounds(source).flatMap(({ id: weekId }) =>
        picksOf(entry, weekId).map(({ id }) => projections.positionOfPick(source, viewer, id)),
      ),
    ),
  userView: ofMembers((source, userId) => projections.userView(source, userId)),
  userEntries: ofMembers((source, userId) => projections.userEntries(source, userId)),
  userEntry: ofMembers((source, userId) => own(source, userId).map((entry) => projections.userEntry(source, entry))),
}

/** Projections that say nothing of picks, but might. */
const OF_OTHERS: Readonly<Partial<Record<Name, Asked>>> = {
  proxiedEntries: ofMembers((source, userId) => projections.proxiedEntries(source, userId)),
  memberProxies: ofMembers((source, userId) => projections.memberProxies(source, userId)),
  proxyRow: (source) => [...source.pool.entries.values()].map((entry) => projections.proxyRow(source, entry)),
  momentsOf: (source) => rounds(source).map((round) => projections.momentsOf(source, round)),
  pickCount: (source) =>
    rounds(source).map((round) => projections.pickCount(source, round, (year) => projections.seasonView(source, year))),
  rosterIn: (source) =>
    rounds(source).map((round) => projections.rosterIn(projections.seasonView(source, round.seasonYear), round)),
  pastWeeks: (source) => projections.pastWeeks(source),
  championsOf: (source) => years(source).map((year) => projections.championsOf(source, year)),
  seasonRecord: (source) =>
    years(source).map((year) => projections.seasonRecord(source, projections.seasonView(source, year), true)),
  seasonWeeks: (source) => years(source).map((year) => projections.seasonWeeks(source, year)),
  weekGames: (source) => rounds(source).map((round) => projections.weekGames(source, round)),
  weekInfos: (source) => projections.weekInfos(source),
  lockedWeeks: (source) => projections.lockedWeeks(source.pool),
  poolView: (source) => projections.poolView(source, 'Club'),
  adminView: ofAdmins((source) => projections.adminView(source)),
  adminEntries: ofAdmins((source) => projections.adminEntries(source)),
  adminEntry: ofAdmins((source) => [...source.pool.entries.values()].map((entry) => projections.adminEntry(source, entry))),
  waitingIds: ofAdmins(({ pool }) => projections.waitingIds(pool)),
  userInfos: ofAdmins((source) => projections.userInfos(source)),
  userInfo: ofMembers(({ pool, people }, userId) => projections.userInfo({ pool, people }, pool.users.get(userId)!)),
}

/** What is exported besides: made from rows of others, or from the log in the database, whose readers have tests of secrecy of their own. */
const OTHERS: readonly Name[] = [
  'auditLines',
  'auditPage',
  'compareRelations',
  'createRelations',
  'entriesWith',
  'hasPower',
  'labelOf',
  'lockProof',
  'madeByField',
  'lockRelations',
  'MAX_RECORDS',
  'nameOf',
  'playerOf',
  'pickHistory',
  'PROJECTIONS_VERSION',
  'readCheckpoint',
  'readPeople',
  'readPickEvents',
  'receiptOf',
  'ruleEvents',
  'siteTimeOf',
  'turnSequence',
  'VISITOR',
  'weeksByNumber',
  'writeRelationsIn',
]

const people = {
  of: (id: UserId) => ({ email: `${id}@club.example`, first_name: 'Member', last_name: String(id), mobile: null }),
}

/** A visitor, an admin, a member, everybody from whom own picks are hidden, and everybody who picks for others. */
function viewersOf({ users, seals, proxies }: PoolState): readonly Viewer[] {
  const all = [...users.values()].map(({ id, isAdmin }) => ({ kind: isAdmin ? 'admin' : 'member', userId: id }) as const)
  const first = (['admin', 'member'] as const).flatMap((kind) => all.filter((one) => one.kind === kind).slice(0, 1))
  return [
    projections.VISITOR,
    ...new Set([
      ...first,
      ...all.filter(({ userId: id }) => seals.has(id) || [...proxies.values()].some(({ userId }) => userId === id)),
    ]),
  ]
}

/** Returns a pool in which everything that the viewer may not know is different, and what is the viewer's own is as it was. */
function twinOf(pool: PoolState, viewer: Viewer): PoolState {
  const userId = viewer.kind === 'visitor' ? undefined : viewer.userId
  const actor: Actor = userId === undefined ? { kind: 'visitor' } : { kind: 'user', userId, tokenVersion: 0 }
  const known = visibleTo(pool, actor)
  const withRanking = (shown: Entry): Entry => {
    const entry = pool.entries.get(shown.id)
    if (entry === undefined || entry.userId !== userId) return shown
    // That there is a sealed ranking is known.
    return { ...shown, ranking: isRankingSealed(pool, entry) ? [] : entry.ranking, rankingVersion: entry.rankingVersion }
  }
  const splitBallots = known.splitBallots.fork()
  for (const [id, ballot] of pool.splitBallots.entries()) {
    const entry = pool.entries.get(id)
    if (entry !== undefined && entry.userId === userId && !isBallotSealed(pool, entry)) splitBallots.set(id, ballot)
  }
  return { ...known, entries: known.entries.fork(withRanking), seals: pool.seals, splitBallots }
}

/** A leak that is put in on purpose: every week looks as if it had locked. */
function leaking(pool: PoolState): PoolState {
  const leak = forkPool(pool)
  for (const round of rounds({ pool, people })) {
    const lock = {
      position: pool.position as Position,
      at: round.lockTime,
      merkleRoot: '',
      revealedMembersPick: true,
      absent: [],
    }
    if (round.locked === null) leak.rounds.set(round.id, { ...round, locked: lock })
  }
  return leak
}

it('has every projection in its tables', () => {
  const listed = [...Object.keys(OF_PICKS), ...Object.keys(OF_OTHERS), ...OTHERS]
  expect(listed.toSorted()).toEqual(Object.keys(projections).toSorted())
})

it(
  `no projection tells two pools apart that are equal to its viewer, in ${COUNT} random histories or more`,
  { timeout: 60_000 + 60_000 * COUNT },
  () => {
    const told: string[] = []
    const leaks = new Set<string>()
    const hasFoundLeaks = (): boolean => leaks.size === Object.keys(OF_PICKS).length
    const isEnough = (seed: number): boolean => (hasFoundLeaks() ? seed >= FIRST_SEED + COUNT : seed >= FIRST_SEED + 5 * COUNT)
    for (let seed = FIRST_SEED; !isEnough(seed) && told.length === 0; seed += 1) {
      let steps = 0
      const compareTwins = (pool: PoolState): void => {
        for (const viewer of viewersOf(pool)) {
          const twin = twinOf(pool, viewer)
          for (const [name, ask] of Object.entries({ ...OF_PICKS, ...OF_OTHERS })) {
            if (!isDeepStrictEqual(ask({ pool, people }, viewer), ask({ pool: twin, people }, viewer)))
              told.push(`seed ${seed}, position ${pool.position}: ${name} for ${JSON.stringify(viewer)}`)
          }
          const [leak, leakOfTwin] = [leaking(pool), leaking(twin)]
          for (const [name, ask] of Object.entries(OF_PICKS)) {
            if (leaks.has(name)) continue
            if (!isDeepStrictEqual(ask({ pool: leak, people }, viewer), ask({ pool: leakOfTwin, people }, viewer)))
              leaks.add(name)
          }
        }
      }
      playSeed(seed, {
        compares: false,
        observe: (pool) => {
          steps += 1
          if (steps % STEPS_BETWEEN === 0 || pool.seals.count() > 0) compareTwins(pool)
          return () => {}
        },
      })
    }
    expect(told.slice(0, 3)).toEqual([])
    expect([...leaks].toSorted()).toEqual(Object.keys(OF_PICKS).toSorted())
  },
)
