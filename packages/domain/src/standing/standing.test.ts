import { describe, expect, it } from 'vitest'
import {
  mainContest,
  currentStanding,
  type Entry,
  entryRecord,
  type EntryRecord,
  entryId,
  entryStanding,
  deriveSeasonOutcome,
  parseTeam,
  pickIdOf,
  seasonOutcome,
  seasonResults,
  type PoolState,
  type Standing,
  deriveStanding,
  weekId,
  enteredWeekAlive,
  weekResults,
  haveSameStandings,
  isWeekComplete,
  participationIn,
  takesPartInWeek,
  type SeasonResults,
} from '../index.ts'
import {
  admin,
  at,
  by,
  type CommandStep,
  event,
  type HistoryItem,
  given,
  member,
  OTHER,
  user,
} from '../../tests/specification.ts'
import {
  addWeek,
  AFTER_1,
  AFTER_2,
  createEntry,
  final,
  game,
  LOCK_1,
  LOCK_2,
  LOCK_3,
  override,
  pick,
  pool,
  season,
  sync,
  timer,
} from '../../tests/pool.ts'

/** A week that locked once, at a position. */
const locked = (position: number) => ({ lockPosition: position, firstLockPosition: position, playedLockPosition: null })

const ALIVE: Standing = { status: 'alive', losses: 0, livesLeft: 1 }
const out = (eliminatedWeek: number, cause: 'loss' | 'missed' | 'hand', team: string | null = null) =>
  ({ status: 'out', losses: cause === 'hand' ? 0 : 1, livesLeft: 0, eliminatedWeek, cause, team }) as Standing

function standingIn(state: PoolState, seasonYear: number, id = 1): Standing {
  return entryStanding(state, entryOf(state, id), seasonResults(state, mainContest(seasonYear)))
}
function entryOf(state: PoolState, id: number): Entry {
  return state.entries.get(entryId(id))!
}
const standing = (...facts: readonly HistoryItem[]) => standingIn(given(...pool, ...facts).state(), 2025)

const eliminate = (entry = 1) => admin('AmendEntry', { entryId: entry, isEliminated: true })
const reinstate = (entry = 1) => admin('AmendEntry', { entryId: entry, isEliminated: false })

describe('standing after one game (docs/rules.md §4.1, §4.2)', () => {
  const picked = [pick(1, 'BUF'), timer(LOCK_1)]
  it.each([
    ['survives with more points', final('BUF-MIA', 20, 17), ALIVE],
    ['is out with fewer points', final('BUF-MIA', 17, 20), out(1, 'loss', 'BUF')],
    ['survives as the away team with more points', final('MIA-BUF', 17, 20), ALIVE],
    ['is out after a tie', final('BUF-MIA', 20, 20), out(1, 'loss', 'BUF')],
    ['is out after a tie as the away team', final('MIA-BUF', 20, 20), out(1, 'loss', 'BUF')],
    ['is out after 0–0', final('BUF-MIA', 0, 0), out(1, 'loss', 'BUF')],
    [
      'is undecided while the game is in progress',
      game('BUF-MIA', { status: 'in_progress', homeScore: 0, awayScore: 30 }),
      ALIVE,
    ],
    ['is undecided by a final game without scores', final('BUF-MIA', null, null), ALIVE],
    ['is undecided by a final game without a home score', final('BUF-MIA', null, 20), ALIVE],
    ['is undecided by a final game without an away score', final('MIA-BUF', 20, null), ALIVE],
    ['is undecided by a cancelled game', game('BUF-MIA', { status: 'cancelled', homeScore: 0, awayScore: 7 }), ALIVE],
    ['is undecided by a postponed game', game('BUF-MIA', { status: 'postponed', homeScore: 0, awayScore: 7 }), ALIVE],
    ['is not affected by another game', final('KC-LAC', 0, 7), ALIVE],
  ])('%s', (_rule, played, expected) => {
    expect(standing(...picked, at(AFTER_1, sync(1, played)))).toEqual(expected)
  })

  it('is decided when the feed later reports the postponed game as final', () => {
    const put = sync(1, game('BUF-MIA', { status: 'postponed' }))
    expect(standing(...picked, put, sync(1, final('BUF-MIA', 0, 3)))).toEqual(out(1, 'loss', 'BUF'))
  })
})

describe('derived elimination (docs/rules.md §5)', () => {
  const lost = [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 3, 7)))]

  it('brings an entry back when its loss is corrected to a win', () => {
    expect(standing(...lost)).toEqual(out(1, 'loss', 'BUF'))
    expect(standing(...lost, at(AFTER_1, sync(1, final('BUF-MIA', 10, 7))))).toEqual(ALIVE)
  })

  it('eliminates an entry when its win is corrected to a loss or a tie', () => {
    const won = [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 10, 7)))]
    expect(standing(...won)).toEqual(ALIVE)
    expect(standing(...won, at(AFTER_1, sync(1, final('BUF-MIA', 10, 10))))).toEqual(out(1, 'loss', 'BUF'))
  })

  it('waives the losses that an entry has when it is reinstated', () => {
    expect(standing(...lost, at(AFTER_1, reinstate()))).toEqual(ALIVE)
  })

  it('does not waive losses after the reinstatement', () => {
    const later = [
      at(AFTER_1, pick(2, 'KC')),
      timer(LOCK_2),
      at(AFTER_2, sync(2, final('KC-LAC', 0, 6, { kickoff: '2025-09-14T17:00:00.000Z' }))),
    ]
    expect(standing(...lost, at(AFTER_1, reinstate()), ...later)).toEqual(out(2, 'loss', 'KC'))
  })

  it('counts the loss of another team that is picked later in the same week', () => {
    const moved = [
      at(AFTER_1, sync(1, final('BUF-MIA', 3, 7), final('KC-LAC', 9, 0))),
      at(AFTER_1, override(1, 1, 'LAC', 'typo')),
    ]
    expect(standing(...lost, at(AFTER_1, reinstate()), ...moved)).toEqual(out(1, 'loss', 'LAC'))
  })

  it('keeps a loss waived when its score is corrected twice', () => {
    const toAndFro = [at(AFTER_1, sync(1, final('BUF-MIA', 8, 7))), at(AFTER_1, sync(1, final('BUF-MIA', 6, 7)))]
    expect(standing(...lost, at(AFTER_1, reinstate()), ...toAndFro)).toEqual(ALIVE)
  })

  it('eliminates by hand as of the current week', () => {
    expect(standing(admin('SetCurrentWeek', { weekId: 2 }), eliminate())).toEqual(out(2, 'hand'))
  })

  it('reports the earlier week of a loss and an elimination by hand', () => {
    const handInTwo = [admin('SetCurrentWeek', { weekId: 2 }), eliminate()]
    const lossInOne = [pick(1, 'BUF'), ...handInTwo, timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 3, 7)))]
    expect(standing(...lossInOne)).toEqual(out(1, 'loss', 'BUF'))
    const lossInTwo = [pick(2, 'BUF'), eliminate(), timer(LOCK_2), at(AFTER_2, sync(2, final('BUF-MIA', 3, 7)))]
    expect(standing(...lossInTwo)).toEqual(out(1, 'hand'))
  })

  it('ends an elimination by hand when the entry is reinstated', () => {
    expect(standing(eliminate(), reinstate())).toEqual(ALIVE)
  })
})

describe('results before the lock (docs/rules.md §4.3, §4.4)', () => {
  const thursday = [pick(1, 'BUF'), sync(1, final('BUF-MIA', 3, 7, { kickoff: '2025-09-05T00:20:00.000Z' }))]
  const finalizedUnlocked = event('GamesFinalizedByAdmin', { weekId: 1, gameIds: [1] })

  it('do not count until the week locks', () => {
    expect(standing(...thursday)).toEqual(ALIVE)
    expect(standing(...thursday, timer(LOCK_1))).toEqual(out(1, 'loss', 'BUF'))
  })

  it('count immediately after Set All to Final', () => {
    expect(standing(...thursday, admin('FinalizeScores', { weekId: 1 }))).toEqual(out(1, 'loss', 'BUF'))
  })

  it('of a Set All to Final without a lock, as old logs have it, count only from the lock once a sync replaces the score', () => {
    const corrected = [...thursday, finalizedUnlocked, sync(1, final('BUF-MIA', 3, 10))]
    expect(standing(...corrected)).toEqual(ALIVE)
    expect(standing(...corrected, timer(LOCK_1))).toEqual(out(1, 'loss', 'BUF'))
  })

  it('do not reveal a pick of an old log when the feed scores a game that an admin made final before it was played', () => {
    const early = [pick(1, 'BUF'), sync(1, game('BUF-MIA')), finalizedUnlocked]
    expect(standing(...early, sync(1, final('BUF-MIA', 3, 7)))).toEqual(ALIVE)
  })

  it('do not count in a reopened week until it locks again', () => {
    const reopened = [
      ...thursday,
      timer(LOCK_1),
      at(LOCK_1, admin('SetLockTime', { weekId: 1, lockTime: '2025-09-08T16:00:00.000Z' })),
    ]
    expect(standing(...reopened)).toEqual(ALIVE)
    expect(standing(...reopened, timer('2025-09-08T16:00:00Z'))).toEqual(out(1, 'loss', 'BUF'))
  })
})

describe('missed picks (docs/rules.md §5.2)', () => {
  const strict = admin('ChangeRules', { rules: { missedPick: 'eliminated' } })
  const unfinished = [timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 3, 7), game('KC-LAC')))]
  const over = at(AFTER_1, sync(1, final('BUF-MIA', 3, 7), final('KC-LAC', 3, 7)))

  it('survives by default', () => {
    expect(standing(...unfinished, over)).toEqual(ALIVE)
  })

  it('eliminated: counts once every game of the week is final, not before', () => {
    expect(standing(strict, ...unfinished)).toEqual(ALIVE)
    expect(standing(strict, ...unfinished, over)).toEqual(out(1, 'missed'))
  })

  it('eliminated: needs Set All to Final in a week with a cancelled game', () => {
    const called = at(AFTER_1, sync(1, final('BUF-MIA', 3, 7), game('KC-LAC', { status: 'cancelled' })))
    expect(standing(strict, ...unfinished, called)).toEqual(ALIVE)
    expect(standing(strict, ...unfinished, called, at(AFTER_1, admin('FinalizeScores', { weekId: 1 })))).toEqual(out(1, 'missed'))
  })

  it('eliminated: never counts in a week without games', () => {
    expect(standing(strict, timer(LOCK_1))).toEqual(ALIVE)
  })

  it('eliminated: does not affect an entry created after the lock', () => {
    const late = [...unfinished, at(AFTER_1, createEntry(2, 'Late')), over]
    expect(standingIn(given(...pool, strict, ...late).state(), 2025, 3)).toEqual(ALIVE)
  })

  it('eliminated: accepts a pick that an admin sets after the lock, and counts one that an admin removes then', () => {
    const saved = at(AFTER_1, override(1, 1, 'MIA', 'mail lost'))
    expect(standing(strict, ...unfinished, saved, over)).toEqual(ALIVE)
    expect(
      standing(
        strict,
        ...unfinished,
        saved,
        over,
        at(AFTER_1, admin('RemovePick', { pickId: pickIdOf(entryId(1), weekId(1), 1), reason: 'a mistake' })),
      ),
    ).toEqual(out(1, 'missed'))
  })

  it('eliminated: counts when an admin removes a member’s pick after the lock', () => {
    const removal = at(AFTER_1, admin('RemovePick', { pickId: pickIdOf(entryId(1), weekId(1), 1), reason: 'a mistake' }))
    expect(standing(strict, pick(1, 'MIA'), ...unfinished, over)).toEqual(ALIVE)
    expect(standing(strict, pick(1, 'MIA'), ...unfinished, removal, over)).toEqual(out(1, 'missed'))
  })

  it('eliminated: ignores an undone lock for an entry that the current lock found eliminated', () => {
    const kickoff = '2025-09-14T17:00:00.000Z'
    const lostWeekOne = [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 3, 7)))]
    const lockedTwice = [
      at(LOCK_1, admin('SetLockTime', { weekId: 2, lockTime: '2025-09-07T15:00:00.000Z' })),
      at(LOCK_1, admin('SetLockTime', { weekId: 2, lockTime: '2025-09-14T16:00:00.000Z' })),
    ]
    const end = [at(AFTER_2, sync(2, final('KC-LAC', 1, 0, { kickoff }))), at(AFTER_2, sync(1, final('BUF-MIA', 8, 7)))]
    const facts = [strict, ...lostWeekOne.slice(0, 2), ...lockedTwice, ...lostWeekOne.slice(2), timer(LOCK_2)]
    expect(standing(...facts, ...end)).toEqual(ALIVE)
  })

  it('eliminated: is waived by a reinstatement', () => {
    expect(standing(strict, ...unfinished, over, at(AFTER_1, reinstate()))).toEqual(ALIVE)
  })

  it('eliminated: is waived for the reinstated week only, not for a later one', () => {
    const later = at(AFTER_2, sync(2, final('BUF-MIA', 3, 7, { espnId: 'rematch' })))
    expect(standing(strict, ...unfinished, over, at(AFTER_1, reinstate()), timer(LOCK_2), later)).toEqual(out(2, 'missed'))
  })

  it('eliminated: never counts for an open or deleted week', () => {
    const state = given(...pool, strict, ...unfinished, addWeek(2025, 3)).state()
    const { hasMissed } = entryRecord(state, entryOf(state, 1), mainContest(2025))
    expect([1, 3, 9].map((id) => hasMissed(weekId(id)))).toEqual([true, false, false])
  })

  it('eliminated: does not count after a reopening until the week locks again', () => {
    const monday = '2025-09-08T16:00:00.000Z'
    const second = [at(LOCK_1, admin('SetLockTime', { weekId: 1, lockTime: monday })), at(LOCK_1, pick(1, 'MIA')), timer(monday)]
    expect(standing(strict, timer(LOCK_1), ...second, over)).toEqual(ALIVE)
  })

  it('eliminated: counts with Set All to Final, which locks the week', () => {
    expect(standing(strict, sync(1, final('BUF-MIA', 3, 7)))).toEqual(ALIVE)
    expect(standing(strict, sync(1, final('BUF-MIA', 3, 7)), admin('FinalizeScores', { weekId: 1 }))).toEqual(out(1, 'missed'))
  })
})

describe('seasons (docs/rules.md §1.4)', () => {
  const lost2025 = [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 3, 7)))]
  const nextSeason = [addWeek(2026, 1), admin('SetCurrentWeek', { weekId: 3 })].map((step) => at(AFTER_1, step))

  it('keep an entry alive that was out in an earlier season', () => {
    const state = given(...pool, ...lost2025, ...nextSeason).state()
    expect(standingIn(state, 2025)).toEqual(out(1, 'loss', 'BUF'))
    expect(standingIn(state, 2026)).toEqual(ALIVE)
    expect(currentStanding(state, entryOf(state, 1))).toEqual(ALIVE)
  })

  it('keep an elimination by hand apart from another season’s', () => {
    const state = given(...pool, eliminate(), ...nextSeason, at(AFTER_1, eliminate())).state()
    expect(standingIn(state, 2025)).toEqual(out(1, 'hand'))
    expect(standingIn(state, 2026)).toEqual(out(1, 'hand'))
  })

  it('keep an elimination by hand when the entry is reinstated in another season', () => {
    const state = given(...pool, eliminate(), ...nextSeason, at(AFTER_1, eliminate()), at(AFTER_1, reinstate())).state()
    expect(standingIn(state, 2025)).toEqual(out(1, 'hand'))
    expect(standingIn(state, 2026)).toEqual(ALIVE)
  })

  it('leave every entry alive in a pool without weeks', () => {
    const state = given(...pool, ...lost2025, at(AFTER_1, admin('PurgeWeeks', {}))).state()
    expect(currentStanding(state, entryOf(state, 1))).toEqual(ALIVE)
  })
})

describe('enteredWeekAlive', () => {
  it.each([
    [ALIVE, 3, true],
    [out(3, 'loss', 'BUF'), 3, true],
    [out(4, 'missed'), 3, true],
    [out(2, 'hand'), 3, false],
  ])('%j enters week %i: %s', (before, week, expected) => {
    expect(enteredWeekAlive(before, week)).toBe(expected)
  })
})

describe('deriveStanding', () => {
  const facts = (more: Partial<EntryRecord>): EntryRecord => ({
    joinedPosition: 0,
    teamsOf: () => [parseTeam('BUF')!],
    hasMissed: () => false,
    waivedLosses: [],
    eliminatedByHandIn: null,
    ...more,
  })
  const results = new Map([[parseTeam('BUF')!, 'loss' as const]])
  const week = { id: weekId(1), weekNumber: 3, slots: 1, results, complete: true, agreement: null, ...locked(1) }
  const of = (more: Partial<EntryRecord>) =>
    deriveStanding(facts(more), {
      contestId: mainContest(2025),
      seasonYear: 2025,
      missedPick: 'survives',
      wipeOuts: [],
      tiebreak: ['share'],
      slotLoss: 'one',
      lateEntryLosses: false,
      lives: 1,
      weeks: [week],
    })

  it('reports an elimination by hand in an earlier week than the loss', () => {
    expect(of({ eliminatedByHandIn: 1 })).toEqual(out(1, 'hand'))
  })
  it('reports the loss when an elimination by hand falls in the same week', () => {
    expect(of({ eliminatedByHandIn: 3 })).toEqual(out(3, 'loss', 'BUF'))
  })
  it('counts the lives lost up to the week of an elimination by hand, and none after it', () => {
    const weeks = [1, 2, 3].map((n) => ({ ...week, id: weekId(n), weekNumber: n }))
    const byHandIn = (eliminatedByHandIn: number) =>
      deriveStanding(facts({ eliminatedByHandIn }), {
        contestId: mainContest(2025),
        seasonYear: 2025,
        missedPick: 'survives',
        wipeOuts: [],
        tiebreak: ['share'],
        slotLoss: 'one',
        lateEntryLosses: false,
        lives: 3,
        weeks,
      })
    expect([1, 2].map((n) => byHandIn(n))).toMatchObject([
      { cause: 'hand', eliminatedWeek: 1, losses: 1 },
      { cause: 'hand', eliminatedWeek: 2, losses: 2 },
    ])
  })
  it('waives a loss only in its own week', () => {
    expect(of({ waivedLosses: [{ weekId: weekId(2), team: parseTeam('BUF')! }] })).toEqual(out(3, 'loss', 'BUF'))
    expect(of({ waivedLosses: [{ weekId: weekId(1), team: parseTeam('BUF')! }] })).toEqual(ALIVE)
  })
})

it('settledResults gives each game one winner at most', () => {
  const one = (home: number, away: number) => {
    const state = given(...pool, sync(1, final('BUF-MIA', home, away)), timer(LOCK_1)).state()
    return Object.fromEntries(seasonResults(state, mainContest(2025)).weeks[0]!.results)
  }
  expect(one(7, 3)).toEqual({ BUF: 'win', MIA: 'loss' })
  expect(one(3, 7)).toEqual({ BUF: 'loss', MIA: 'win' })
  expect(one(3, 3)).toEqual({ BUF: 'loss', MIA: 'loss' })
})

describe('deriveSeasonOutcome (docs/rules.md §6)', () => {
  /** Week 1 locked at position 10, week 2 at 20, and so on. All entries existed before. */
  const weeksOf = (complete: readonly number[]) =>
    complete.map((weekNumber) => ({
      id: weekId(weekNumber),
      weekNumber,
      complete: true,
      agreement: null,
      ...locked(weekNumber * 10),
    }))
  const finish = (standings: readonly Standing[], ...complete: readonly number[]) =>
    deriveSeasonOutcome(
      standings.map((held, i) => ({
        entryId: i + 1,
        joinedPosition: 1,
        standing: held,
        teamsOf: () => [],
        countAuto: () => 0,
      })),
      weeksOf(complete),
    )
  const loss = (week: number) => out(week, 'loss', 'BUF')
  const running = { status: 'running' }
  const finished = (weekNumber: number, ...champions: number[]) => ({ status: 'finished', weekNumber, champions })

  it.each<[string, readonly Standing[], readonly number[], object]>([
    ['is running without entries', [], [1], running],
    ['is running while two entries are alive', [ALIVE, ALIVE, loss(1)], [1], running],
    ['is running with a single entry that never had an opponent', [ALIVE], [1], running],
    ['is running while the deciding week is incomplete', [ALIVE, loss(2)], [1], running],
    ['has one champion when one entry is left after a complete week', [ALIVE, loss(2), loss(1)], [1, 2], finished(2, 1)],
    [
      'has shared champions when the last entries are out in the same week',
      [loss(2), loss(2), loss(1)],
      [1, 2],
      finished(2, 1, 2),
    ],
    ['is running when the last entries are out in an incomplete week', [loss(2), loss(2)], [1], running],
    ['keeps the champion who loses later', [loss(4), loss(3), loss(1)], [1, 2, 3, 4], finished(3, 1)],
    ['keeps the champion while the later week is incomplete', [loss(4), loss(3), loss(1)], [1, 2, 3], finished(3, 1)],
    ['skips a week that never becomes complete', [ALIVE, loss(2)], [1, 3], finished(3, 1)],
    ['has shared champions who were out in a skipped week', [loss(2), loss(2), loss(1)], [1, 3], finished(3, 1, 2)],
    ['decides by the order of the weeks, not by the order of the set', [ALIVE, loss(2), loss(1)], [4, 3, 2, 1], finished(2, 1)],
  ])('%s', (_rule, standings, complete, expected) => {
    expect(finish(standings, ...complete)).toEqual(expected)
  })

  it.each<[string, readonly (readonly [joinedPosition: number, standing: Standing])[], readonly number[], object]>([
    [
      'keeps the champion when an entry is created after the deciding lock',
      [
        [1, ALIVE],
        [2, loss(1)],
        [11, ALIVE],
      ],
      [1],
      finished(1, 1),
    ],
    [
      'keeps shared champions when entries are created later',
      [
        [1, loss(1)],
        [2, loss(1)],
        [11, ALIVE],
        [12, ALIVE],
      ],
      [1, 2],
      finished(1, 1, 2),
    ],
    [
      'counts an entry that was created before the deciding lock',
      [
        [1, ALIVE],
        [2, loss(1)],
        [11, ALIVE],
      ],
      [2],
      running,
    ],
    [
      'lets an entry win that was created before the deciding lock',
      [
        [1, loss(2)],
        [2, loss(1)],
        [11, ALIVE],
      ],
      [2],
      finished(2, 3),
    ],
    [
      'ignores the elimination of an entry that was created after the lock',
      [
        [1, ALIVE],
        [11, loss(1)],
      ],
      [1],
      running,
    ],
    [
      'keeps the champion while entries created later fall',
      [
        [1, loss(2)],
        [2, loss(1)],
        [11, loss(2)],
      ],
      [1, 2],
      finished(1, 1),
    ],
  ])('%s', (_rule, entries, complete, expected) => {
    const standings = entries.map(([joinedPosition, held], i) => ({
      entryId: i + 1,
      joinedPosition,
      standing: held,
      teamsOf: () => [],
      countAuto: () => 0,
    }))
    expect(deriveSeasonOutcome(standings, weeksOf(complete))).toEqual(expected)
  })

  /** Entry 1 wins week 1 and entry 2 loses it. */
  const decided = [...pool, pick(1, 'BUF'), override(2, 1, 'MIA'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 20, 17)))]
  const champions = (...more: readonly CommandStep[]) => {
    const state = given(...decided, ...more.map((step) => at(AFTER_1, step))).state()
    const results = seasonResults(state, mainContest(2025))
    const outcome = seasonOutcome(state, results)
    return outcome.status === 'finished' ? outcome.champions : []
  }

  it.each<[string, readonly CommandStep[], readonly number[]]>([
    ['names the last entry alive', [], [1]],
    ['keeps the champion when an entry is created afterwards', [admin('CreateEntry', { userId: 2, name: 'Late' })], [1]],
    [
      'keeps the champion when an admin gives a late entry a winning pick of the deciding week',
      [admin('CreateEntry', { userId: 2, name: 'Late' }), override(3, 1, 'BUF', 'Late')],
      [1],
    ],
    [
      'keeps a champion whom an admin eliminates by hand in a later week',
      [admin('SetCurrentWeek', { weekId: 2 }), eliminate(1), eliminate(2)],
      [1],
    ],
    ['follows a corrected score', [sync(1, final('BUF-MIA', 17, 20))], [2]],
    ['is open again after a reinstatement', [reinstate(2)], []],
  ])('%s', (_rule, more, expected) => {
    expect(champions(...more)).toEqual(expected)
  })

  it('weekResults: a week is complete when it is locked and every game is final', () => {
    const early = given(...pool, sync(1, final('BUF-MIA', 7, 3))).state()
    expect(seasonResults(early, mainContest(2025)).weeks.map((week) => week.complete)).toEqual([false, false])
    const facts = [pick(1, 'BUF'), sync(1, final('BUF-MIA', 7, 3), game('KC-LAC')), timer(LOCK_1)]
    const complete = (...more: readonly HistoryItem[]) =>
      seasonResults(given(...pool, ...facts, ...more).state(), mainContest(2025)).weeks.map((week) => week.complete)
    expect(complete()).toEqual([false, false])
    expect(complete(at(AFTER_1, sync(1, final('KC-LAC', 0, 0))))).toEqual([true, false])
    expect(complete(at(AFTER_1, sync(1, final('KC-LAC', 0, 0))), timer(LOCK_2), timer(LOCK_3))).toEqual([true, false])
  })
})

it('currentStanding returns the standing in the current week’s season', () => {
  const state = given(
    ...season,
    createEntry(2, 'One'),
    member('SubmitPick', { entryId: 1, weekId: 1, team: 'BUF', nonce: 'ab' }),
  ).state()
  expect(currentStanding(state, entryOf(state, 1))).toEqual(ALIVE)
  const lost = given(...pool, pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 3, 7)))).state()
  expect(currentStanding(lost, entryOf(lost, 1))).toEqual(out(1, 'loss', 'BUF'))
})

it('an entry that an admin put out has the losses up to that week', () => {
  const three = admin('ChangeRules', { rules: { lives: 3 } })
  const lost = [three, pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 3, 7)))]
  expect(standing(...lost, at(AFTER_1, eliminate()))).toEqual({ ...out(1, 'hand'), losses: 1 })
  const again = [at(AFTER_1, pick(2, 'KC')), timer(LOCK_2), at(AFTER_2, sync(2, final('KC-LAC', 3, 7)))]
  expect(standing(...lost, ...again, at(AFTER_2, eliminate()))).toEqual({ ...out(1, 'hand'), losses: 1 })
})

describe('An elimination by hand after the season is decided (docs/rules.md §6)', () => {
  // Entry 2 lost week 1, so that entry 1 is the champion.
  const decided = [
    ...pool,
    pick(1, 'BUF'),
    by(user(OTHER), pick(1, 'MIA', 2)),
    timer(LOCK_1),
    at(AFTER_1, sync(1, final('BUF-MIA', 7, 3))),
  ]
  const eliminate = at(AFTER_1, admin('AmendEntry', { entryId: 1, isEliminated: true }))
  const champions = (state: PoolState) => {
    return seasonOutcome(state, seasonResults(state, mainContest(2025)))
  }
  it('counts as of the next week and leaves the champion', () => {
    const outcome = given(...decided)
      .when(eliminate)
      .thenEvents(['EntryEliminatedByHand', { entryId: 1, weekNumber: 2 }])
    expect(champions(outcome.state)).toEqual({ status: 'finished', weekNumber: 1, champions: [1] })
    expect(standingIn(outcome.state, 2025)).toMatchObject({ status: 'out', eliminatedWeek: 2, cause: 'hand' })
  })
  it('still decides the season while it is running', () => {
    const third = given(...pool, createEntry(OTHER, 'Three'), ...decided.slice(pool.length), eliminate).state()
    expect(standingIn(third, 2025)).toMatchObject({ status: 'out', eliminatedWeek: 1 })
  })
})

describe('takesPartInWeek (docs/rules.md §2.6)', () => {
  const takesPart = (joinedPosition: number, team: string | undefined, locks: Partial<Parameters<typeof takesPartInWeek>[1]>) =>
    takesPartInWeek(
      { joinedPosition, teamsOf: () => [parseTeam(team ?? '') ?? []].flat() },
      { id: weekId(1), ...locked(10), ...locks },
    )

  it('takes in an entry that joined before the first lock, with or without a pick', () => {
    expect(takesPart(9, undefined, {})).toBe(true)
    expect(takesPart(10, undefined, {})).toBe(false)
    expect(takesPart(11, 'BUF', {})).toBe(false)
  })
  it('takes in an entry that joined while the week was open again, if it picked', () => {
    const again = { lockPosition: 20 }
    expect(takesPart(19, 'BUF', again)).toBe(true)
    expect(takesPart(19, undefined, again)).toBe(false)
    expect(takesPart(20, 'BUF', again)).toBe(false)
    expect(takesPart(30, 'BUF', { lockPosition: null })).toBe(true)
  })
  it('takes in no later entry once a game had begun when the week reopened', () => {
    const begun = { playedLockPosition: 15, lockPosition: 20 }
    expect(takesPart(14, 'BUF', begun)).toBe(true)
    expect(takesPart(16, 'BUF', begun)).toBe(false)
  })
})

it('participationIn looks at the week that decided the season, not at an earlier one', () => {
  const weeks = [1, 2].map((n) => ({ id: weekId(n), weekNumber: n, ...locked(n * 10) }))
  const takesPart = participationIn({ status: 'finished', weekNumber: 2, champions: [1] }, weeks)
  expect([15, 25].map((joinedPosition) => takesPart({ joinedPosition, teamsOf: () => [] }))).toEqual([true, false])
})

it('deriveSeasonOutcome names champions in the order of their ids', () => {
  const entries = [3, 1, 2].map((id) => ({
    entryId: id,
    joinedPosition: 1,
    standing: out(1, 'loss', 'BUF'),
    teamsOf: () => [],
    countAuto: () => 0,
  }))
  const weeks = [{ id: weekId(1), weekNumber: 1, complete: true, agreement: null, ...locked(10) }]
  expect(deriveSeasonOutcome(entries, weeks)).toMatchObject({ champions: [1, 2, 3] })
})

it('isWeekComplete needs a lock, even if all games are over', () => {
  const over = given(...pool, sync(1, final('BUF-MIA', 7, 3)))
  const isComplete = (state: PoolState) => isWeekComplete(state, state.rounds.get(weekId(1))!)
  expect(isComplete(over.state())).toBe(false)
  expect(isComplete(over.and(timer(LOCK_1)).state())).toBe(true)
})

it('weekResults tells under which lock a game had begun before the week reopened', () => {
  const begun = sync(1, game('BUF-MIA', { status: 'in_progress', homeScore: 0, awayScore: 0 }))
  const reopen = at(AFTER_1, admin('SetLockTime', { weekId: 1, lockTime: '2025-09-14T16:00:00.000Z' }))
  const played = (...facts: readonly HistoryItem[]) => {
    const state = given(...pool, pick(1, 'BUF'), timer(LOCK_1), ...facts).state()
    return weekResults(state, state.rounds.get(weekId(1))!).playedLockPosition
  }
  const lock = given(...pool, pick(1, 'BUF'), timer(LOCK_1)).state().position
  expect([played(), played(reopen), played(at(AFTER_1, begun), reopen)]).toEqual([null, null, lock])
})

it('weekResults derives the results of the same games once', () => {
  const state = given(...pool, sync(1, final('BUF-MIA', 7, 3)), timer(LOCK_1)).state()
  const round = state.rounds.get(weekId(1))!
  expect(weekResults(state, round)).toBe(weekResults(state, round))
})

describe('haveSameStandings', () => {
  const played = given(...pool, sync(1, final('BUF-MIA', 7, 3)), timer(LOCK_1))
  const results = () => seasonResults(played.state(), mainContest(2025))
  const withWeekOne = (change: Partial<SeasonResults['weeks'][number]>): SeasonResults => {
    const season = results()
    return { ...season, weeks: season.weeks.map((week, i) => (i === 0 ? { ...week, ...change } : week)) }
  }
  const teams = (...outcomes: readonly (readonly [string, 'win' | 'loss'])[]) =>
    new Map(outcomes.map(([team, result]) => [parseTeam(team)!, result]))

  it('finds results the same that were derived apart', () => {
    expect(haveSameStandings(results(), results())).toBe(true)
  })
  it('finds the same wipe-outs the same, and others not', () => {
    const [one, two] = [1, 2].map((id) => ({ ...results(), wipeOuts: [weekId(id)] }))
    expect(haveSameStandings(one!, { ...one!, wipeOuts: [weekId(1)] })).toBe(true)
    expect(haveSameStandings(one!, two!)).toBe(false)
  })
  it.each<[string, SeasonResults]>([
    ['other lives', { ...results(), lives: 2 }],
    ['a wipe-out', { ...results(), wipeOuts: [weekId(1)] }],
    ['another rule for missed picks', { ...results(), missedPick: 'eliminated' }],
    ['a week less', { ...results(), weeks: results().weeks.slice(0, 1) }],
    ['a week that is not complete', withWeekOne({ complete: false })],
    ['another lock', withWeekOne({ lockPosition: 99 })],
    ['a corrected score', withWeekOne({ results: teams(['BUF', 'loss'], ['MIA', 'win']) })],
    ['another team', withWeekOne({ results: teams(['BUF', 'win'], ['KC', 'loss']) })],
    ['one result more', withWeekOne({ results: teams(['BUF', 'win'], ['MIA', 'loss'], ['KC', 'win']) })],
    ['one result less', withWeekOne({ results: teams(['BUF', 'win']) })],
  ])('tells %s apart, in both directions', (_what, other) => {
    expect(haveSameStandings(results(), other)).toBe(false)
    expect(haveSameStandings(other, results())).toBe(false)
  })
})
