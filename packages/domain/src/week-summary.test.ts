import { describe, expect, it } from 'vitest'
import { admin, at, by, given, type HistoryItem, member, MEMBER, OTHER, user } from '../tests/specification.ts'
import { AFTER_1, createEntry, final, game, LOCK_1, override, pick, pool, sync, timer } from '../tests/pool.ts'
import { summarizeWeek, weekId } from './index.ts'

const DIGEST = 'ab'.repeat(32)
const THREE = [...pool, createEntry(OTHER, 'Three')]
const asOther = (teamOfTwo: string, teamOfThree: string): readonly HistoryItem[] => [
  by(user(OTHER), pick(1, teamOfTwo, 2)),
  by(user(OTHER), pick(1, teamOfThree, 3)),
]
const scores = (...games: Parameters<typeof final>[]) => at(AFTER_1, sync(1, ...games.map((one) => final(...one))))
const summary = (...history: readonly HistoryItem[]) => summarizeWeek(given(...history).state(), weekId(1))
const complete = [
  ...THREE,
  pick(1, 'BUF'),
  ...asOther('KC', 'KC'),
  timer(LOCK_1),
  scores(['BUF-MIA', 24, 23], ['KC-LAC', 17, 20], ['GB-CHI', 30, 3]),
]

describe('summarizeWeek', () => {
  it('has no summary before the lock, while a game is being played, and for an unknown week', () => {
    expect(summary(...pool, sync(1, game('BUF-MIA')))).toBeUndefined()
    expect(
      summary(...pool, pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 1, 0), game('KC-LAC')))),
    ).toBeUndefined()
    expect(summarizeWeek(given(...pool).state(), weekId(9))).toBeUndefined()
  })
  it('tells who went out and how many are still in', () => {
    expect(summary(...complete)).toMatchObject({ entered: 3, out: ['Two', 'Three'], alive: 1, weekNumber: 1, seasonYear: 2025 })
  })
  it('counts an entry that joined after the lock with the pick that an admin gave it', () => {
    const late = [at(AFTER_1, createEntry(MEMBER, 'Late')), at(AFTER_1, createEntry(MEMBER, 'Later'))]
    const history = [...THREE, pick(1, 'BUF'), ...asOther('BUF', 'KC'), timer(LOCK_1), ...late]
    const result = summary(
      ...history,
      at(AFTER_1, override(4, 1, 'MIA', 'Said so')),
      scores(['BUF-MIA', 24, 23], ['KC-LAC', 17, 20]),
    )
    expect(result).toMatchObject({ entered: 4, out: ['Three', 'Late'], alive: 2 })
  })
  it('names the closest escape and the biggest upset among the teams that entries picked', () => {
    expect(summary(...complete)).toMatchObject({
      closestEscape: { team: 'BUF', opponent: 'MIA', score: 24, opponentScore: 23, entryNames: ['One'] },
      biggestUpset: { team: 'KC', opponent: 'LAC', score: 17, opponentScore: 20, entryNames: ['Two', 'Three'] },
    })
  })
  it('names no loneliest survivor when all survivors picked the same team', () => {
    expect(summary(...complete)?.loneliestSurvivor).toBeNull()
  })
  it('names the survivor whose team the fewest picked', () => {
    const history = [...THREE, createEntry(MEMBER, 'Four'), pick(1, 'BUF'), pick(1, 'BUF', 4), ...asOther('GB', 'KC')]
    const result = summary(...history, timer(LOCK_1), scores(['BUF-MIA', 24, 3], ['KC-LAC', 17, 20], ['GB-CHI', 30, 3]))
    expect(result?.loneliestSurvivor).toMatchObject({ team: 'GB', entryNames: ['Two'] })
  })
  it('names among survivors no entry that another of its picks put out', () => {
    const two = admin('ChangeRules', { rules: { picksPerWeek: { picks: 2, fromWeek: 1 } } })
    const history = [
      ...pool,
      two,
      pick(1, 'BUF'),
      pick(1, 'KC', 1, 2),
      by(user(OTHER), pick(1, 'GB', 2)),
      by(user(OTHER), pick(1, 'BUF', 2, 2)),
    ]
    const result = summary(...history, timer(LOCK_1), scores(['BUF-MIA', 24, 23], ['KC-LAC', 17, 20], ['GB-CHI', 30, 3]))
    expect(result).toMatchObject({
      out: ['One'],
      closestEscape: { team: 'BUF', entryNames: ['Two'] },
      biggestUpset: { team: 'KC', entryNames: ['One'] },
    })
  })
  it('counts a tie as a loss of both teams', () => {
    const result = summary(...pool, pick(1, 'BUF'), timer(LOCK_1), scores(['BUF-MIA', 20, 20]))
    expect(result).toMatchObject({ biggestUpset: { team: 'BUF', score: 20, opponentScore: 20 }, closestEscape: null })
  })
  it('counts corrections of final scores, and follows them', () => {
    const corrected = summary(...complete, scores(['BUF-MIA', 24, 23], ['KC-LAC', 21, 20], ['GB-CHI', 30, 3]))
    expect(corrected).toMatchObject({ corrections: 1, out: [], alive: 3, biggestUpset: null })
  })
  it('tells the lock of the next week while it is open', () => {
    expect(summary(...complete)?.nextLock).toEqual({ weekNumber: 2, lockTime: '2025-09-14T16:00:00.000Z' })
    expect(summary(...complete, timer('2025-09-14T16:00:00Z'))?.nextLock).toBeNull()
  })
  it('names the champions of the week that decided the season', () => {
    expect(summary(...complete)?.champions).toEqual(['One'])
    const shared = summary(...pool, override(1, 1, 'KC'), override(2, 1, 'KC'), timer(LOCK_1), scores(['KC-LAC', 17, 20]))
    expect(shared?.champions).toEqual(['One', 'Two'])
  })
})

describe('ChangeWeekSummary', () => {
  const change = (data: { digest?: string | null; isPinned?: boolean }) => admin('ChangeWeekSummary', { weekId: 1, ...data })

  it('records the digest of the text and the pin, each keeping the other', () => {
    given(...complete, change({ digest: DIGEST }))
      .when(change({ isPinned: true }))
      .thenEvents(['WeekSummaryChanged', { weekId: 1, digest: DIGEST, isPinned: true }])
    given(...complete, change({ digest: DIGEST, isPinned: true }))
      .when(change({ digest: null }))
      .thenEvents(['WeekSummaryChanged', { weekId: 1, digest: null, isPinned: true }])
  })
  it('records nothing when nothing changes', () => {
    given(...complete, change({ isPinned: true }))
      .when(change({ isPinned: true }))
      .thenNoEvents()
  })
  it('pins at most one week, and none that was deleted', () => {
    const both = given(...complete, timer('2025-09-14T16:00:00Z'), at('2025-09-16T12:00:00Z', sync(2, final('NYJ-NE', 1, 0))))
    expect(both.state().pinnedSummary).toBeNull()
    const pinned = [...complete, change({ isPinned: true })]
    expect(given(...pinned).state().pinnedSummary).toBe(1)
    expect(given(...pinned, change({ isPinned: false })).state().pinnedSummary).toBeNull()
    expect(given(...pinned, admin('PurgeWeeks', {})).state().pinnedSummary).toBeNull()
    expect(
      given(...pinned, admin('SetCurrentWeek', { weekId: 2 }), admin('DeleteWeek', { weekId: 1 })).state().pinnedSummary,
    ).toBeNull()
  })
  it('rejects a week that is not complete, and everybody but admins', () => {
    given(...pool)
      .when(change({ isPinned: true }))
      .thenRejected('week_not_complete')
    given(...complete)
      .when(member('ChangeWeekSummary', { weekId: 1, isPinned: true }))
      .thenRejected('forbidden')
  })
})
