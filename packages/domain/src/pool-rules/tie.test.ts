import { describe, expect, it } from 'vitest'
import { admin, at, by, given, type HistoryItem, OTHER, user } from '../../tests/specification.ts'
import { addWeek, AFTER_1, final, LOCK_1, pick, pool, sync, timer } from '../../tests/pool.ts'
import {
  DEFAULT_RULES,
  describeRules,
  entryId,
  entryStanding,
  mainContest,
  meaningOf,
  type PoolRules,
  seasonResults,
  summarizeWeek,
  weekId,
  weekResults,
} from '../index.ts'

const rules = (more: Partial<PoolRules> = {}): PoolRules => ({ ...DEFAULT_RULES, ...more })

describe('the words of the rule', () => {
  it.each([
    ['tie', {}, 'A tie puts the entries on both teams out, like a loss.'],
    ['tie', { lives: 2 }, 'A tie costs the entries on both teams a life, like a loss.'],
    ['tie', { tie: 'survives' }, 'After a tie, the entries on both teams survive the week. They have used the team.'],
    ['lives', { tie: 'survives' }, 'The first loss puts an entry out.'],
    [
      'objective',
      { objective: 'lose', tie: 'survives', lives: 2 },
      'A pick wins when its team loses. A win of a picked team costs its entries a life.',
    ],
    [
      'lives',
      { objective: 'lose', tie: 'survives', lives: 2 },
      'An entry is out with the second win of a picked team, and loses one life a week at most.',
    ],
  ] as const)('%s with %j: %s', (name, more, sentence) => expect(meaningOf(name, rules(more))).toBe(sentence))

  it('never say that a tie puts out where it does not', () => {
    const said = describeRules(rules({ tie: 'survives' }))
    expect(said).toContain('An entry is out when its team loses.')
    expect(said).toContain('An entry whose team ties survives the week, and has used the team.')
    expect(describeRules(rules({ tie: 'survives', lives: 2 }))).toContain(
      'An entry loses a life when its team loses, and is out with its last one.',
    )
    expect(describeRules(rules({ objective: 'lose', tie: 'survives' }))).toContain('An entry is out when its team wins.')
  })
})

// 2022, week 1: the Colts at the Texans, 20–20 after overtime. The worked example of docs/rules.md §1.3.
describe('a tie', () => {
  const tied = [pick(1, 'IND'), timer(LOCK_1), at(AFTER_1, sync(1, final('IND-HOU', 20, 20)))]
  const survives = admin('ChangeRules', { rules: { tie: 'survives' } })
  const alive = { status: 'alive', losses: 0, livesLeft: 1 }
  const out = { status: 'out', losses: 1, livesLeft: 0, eliminatedWeek: 1, cause: 'loss', team: 'IND' }
  const stateAfter = (...facts: readonly HistoryItem[]) => given(...pool, ...facts).state()
  const standing = (...facts: readonly HistoryItem[]) => {
    const state = stateAfter(...facts)
    return entryStanding(state, state.entries.get(entryId(1))!, seasonResults(state, mainContest(2025)))
  }

  it('puts the entries on both teams out by default, and under `tie: loss`', () => {
    expect(standing(...tied)).toEqual(out)
    expect(standing(admin('ChangeRules', { rules: { tie: 'loss', lives: 2 } }), ...tied)).toEqual({
      status: 'alive',
      losses: 1,
      livesLeft: 1,
    })
  })
  it('costs nothing under `tie: survives`, and the team is used', () => {
    const state = stateAfter(survives, ...tied)
    expect(standing(survives, ...tied)).toEqual(alive)
    expect(Object.fromEntries(weekResults(state, state.rounds.get(weekId(1))!).results)).toEqual({ IND: 'tie', HOU: 'tie' })
    given(...pool, survives, ...tied)
      .when(at(AFTER_1, pick(2, 'IND')))
      .thenRejected('team_used')
  })
  it('costs nothing where members pick losers either', () => {
    const toLose = admin('ChangeRules', { rules: { objective: 'lose', tie: 'survives' } })
    expect(standing(toLose, by(user(OTHER), pick(1, 'HOU', 2)), ...tied)).toEqual(alive)
  })
  it('follows the rules of its own season, not those that an admin chooses for the next one', () => {
    const next = [addWeek(2026, 1), admin('SetCurrentWeek', { weekId: 3 }), survives].map((step) => at(AFTER_1, step))
    expect(standing(...tied, ...next)).toEqual(out)
  })
  it.each([
    ['a win', 21, alive],
    ['a loss', 19, out],
  ] as const)('that is corrected to %s counts as one', (_what, points, expected) => {
    expect(standing(survives, ...tied, at(AFTER_1, sync(1, final('IND-HOU', points, 20))))).toEqual(expected)
  })
  it('is no upset in the summary of the week if it costs nothing', () => {
    expect(summarizeWeek(stateAfter(survives, ...tied), weekId(1))).toMatchObject({
      biggestUpset: null,
      closestEscape: null,
      out: [],
      alive: 2,
    })
  })
})
