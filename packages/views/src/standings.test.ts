import { seasonEntry, seasonView, seasonWeek } from '@outlast/contract/live/test-support'
import { describe, expect, it } from 'vitest'
import {
  agreementOf,
  isWipedOut,
  livesOfNewcomer,
  lostWeeksOf,
  optionalRules,
  participantsOf,
  seasonOutcomeOf,
  standingsOf,
} from './standings.ts'

/** A complete week that locked at ten times its number. */
const week = (number: number, results: Readonly<Record<string, 'win' | 'loss'>>, more: object = {}) =>
  seasonWeek(number, {
    is_locked: true,
    is_complete: true,
    results,
    lock_position: 10 * number,
    first_lock_position: 10 * number,
    ...more,
  })

describe('what a season’s view says of its rules', () => {
  it('is nothing where all of them have their defaults', () => {
    expect(
      optionalRules({
        objective: 'win',
        slotLoss: 'one',
        lateEntryLosses: false,
        wipeOut: 'share',
        tiebreak: ['share', 'margin'],
      }),
    ).toEqual({})
  })
  it('is each rule that has another value', () => {
    expect(
      optionalRules({
        objective: 'lose',
        slotLoss: 'each',
        lateEntryLosses: true,
        wipeOut: { reviveAtMost: 2 },
        tiebreak: ['margin', 'share'],
      }),
    ).toEqual({
      objective: 'lose',
      slot_loss: 'each',
      late_entry_losses: true,
      wipe_out: { revive_at_most: 2 },
      tiebreak: ['margin', 'share'],
    })
  })
})

describe('late entries that have lost lives (docs/rules.md §6.3)', () => {
  const weeks = [week(1, { KC: 'loss', SF: 'win' }), week(2, { BUF: 'loss', GB: 'win' }), week(3, { NE: 'loss' })]
  const late = seasonEntry(1, 'Late', { created_position: 15, picks: { 2: 'BUF', 3: 'NE' } })
  const first = seasonEntry(2, 'First', { created_position: 1, picks: { 1: 'KC', 2: 'GB' }, missed: [3] })
  const season = (more: object) => seasonView({ lives: 3, weeks, entries: [late, first], ...more })

  it('are told apart from weeks that were played', () => {
    const view = season({ late_entry_losses: true })
    expect([lostWeeksOf(view, 1), lostWeeksOf(view, 1, 'before_joining')]).toEqual([[2, 3], [1]])
    expect([lostWeeksOf(view, 2), lostWeeksOf(view, 2, 'before_joining')]).toEqual([[1], []])
    expect(lostWeeksOf(view, 9)).toEqual([])
  })
  it('do not include a week for which an admin entered a pick', () => {
    const entered = { ...late, picks: { ...late.picks, 1: 'KC' } }
    const view = season({ late_entry_losses: true, entries: [entered, first] })
    expect([lostWeeksOf(view, 1), lostWeeksOf(view, 1, 'before_joining')]).toEqual([[1, 2, 3], []])
  })
  it('are those of the weeks that have locked, for whoever joins now', () => {
    const view = season({ late_entry_losses: true, weeks: [weeks[0], seasonWeek(2)] })
    expect([livesOfNewcomer(view), livesOfNewcomer(season({ weeks: [weeks[0], seasonWeek(2)] }))]).toEqual([2, null])
  })
  it('count nothing without the rule', () => {
    expect([lostWeeksOf(season({}), 1), lostWeeksOf(season({}), 1, 'before_joining')]).toEqual([[2, 3], []])
  })
})

describe('a week in which all that were left fell (docs/rules.md §6.1)', () => {
  const weeks = [week(1, { KC: 'loss', SF: 'loss' }), week(2, { BUF: 'win', GB: 'loss' })]
  const entries = [
    seasonEntry(1, 'One', { created_position: 1, picks: { 1: 'KC', 2: 'BUF' } }),
    seasonEntry(2, 'Two', { created_position: 2, picks: { 1: 'SF', 2: 'GB' } }),
  ]

  it('puts nobody out where they come back', () => {
    const view = seasonView({ lives: 1, weeks, entries, wipe_out: { revive_at_most: 1 } })
    expect([isWipedOut(view, 1), isWipedOut(view, 2)]).toEqual([true, false])
    expect(seasonOutcomeOf(view)).toMatchObject({ weekNumber: 2, champions: [1] })
    expect(participantsOf(view)).toEqual(entries)
  })
  it('puts them out once they have come back as often as the rule says', () => {
    const again = [week(1, { KC: 'loss', SF: 'loss' }), week(2, { BUF: 'loss', GB: 'loss' })]
    const view = seasonView({ lives: 1, weeks: again, entries, wipe_out: { revive_at_most: 1 } })
    expect([isWipedOut(view, 1), isWipedOut(view, 2)]).toEqual([true, false])
    expect(seasonOutcomeOf(view)).toMatchObject({ weekNumber: 2, champions: [1, 2] })
  })
  it.each([undefined, 'share' as const])('decides the season with wipe_out: %s', (wipe_out) => {
    const view = seasonView({ lives: 1, weeks, entries, ...(wipe_out && { wipe_out }) })
    expect(isWipedOut(view, 1)).toBe(false)
    expect(seasonOutcomeOf(view)).toMatchObject({ weekNumber: 1, champions: [1, 2] })
  })
})

describe('those who fell last and together (docs/rules.md §6.2)', () => {
  const weeks = [
    week(1, { KC: 'win', SF: 'win' }, { margins: { KC: 3, SF: 20 } }),
    week(2, { BUF: 'loss' }, { margins: { BUF: 1 } }),
  ]
  const entries = [
    seasonEntry(1, 'Close', { created_position: 1, picks: { 1: 'KC', 2: 'BUF' } }),
    seasonEntry(2, 'Clear', { created_position: 2, picks: { 1: 'SF', 2: 'BUF' }, auto: [1] }),
  ]
  it.each([
    [['margin', 'share'], [2]],
    [['fewest_auto', 'share'], [1]],
    [['share'], [1, 2]],
  ] as const)('are told apart by %j', (tiebreak, champions) => {
    expect(seasonOutcomeOf(seasonView({ lives: 1, weeks, entries, tiebreak: [...tiebreak] }))).toMatchObject({ champions })
  })
})

describe('a vote on sharing (docs/rules.md §18)', () => {
  const closed = { share: [1, 2], play_on: [], position: 25 }
  it('is an agreement when it has closed and all have said yes', () => {
    expect(agreementOf({ entry_ids: [1, 2], closed })).toEqual({ position: 25, entryIds: [1, 2] })
    expect(agreementOf({ entry_ids: [1, 2, 3], closed })).toBeNull()
    expect(agreementOf({ entry_ids: [1, 2], closed: null })).toBeNull()
    expect([agreementOf(null), agreementOf(undefined)]).toEqual([null, null])
  })
  it('ends the season, also for an entry whose pick of the week loses', () => {
    const view = seasonView({
      lives: 1,
      weeks: [week(1, { KC: 'win', SF: 'loss' }, { split_vote: { entry_ids: [1, 2], closed: { ...closed, position: 5 } } })],
      entries: [
        seasonEntry(1, 'One', { created_position: 1, picks: { 1: 'KC' } }),
        seasonEntry(2, 'Two', { created_position: 2, picks: { 1: 'SF' } }),
        seasonEntry(3, 'Later', { created_position: 7 }),
      ],
    })
    expect(seasonOutcomeOf(view)).toMatchObject({ status: 'finished', champions: [1, 2], agreedAt: 5 })
    expect(standingsOf(view).get(2)?.status).toBe('alive')
    expect(participantsOf(view).map(({ id }) => id)).toEqual([1, 2])
  })
})
