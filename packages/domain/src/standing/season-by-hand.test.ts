import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { entryId, entryStanding, mainContest, seasonOutcome, seasonResults, VIOLATION_CODES } from '../index.ts'
import {
  accounts,
  addWeek,
  AFTER_1,
  AFTER_2,
  createEntry,
  final,
  game,
  LOCK_1,
  LOCK_2,
  LOCK_3,
  pick,
  sync,
  timer,
} from '../../tests/pool.ts'
import { admin, at, by, given, type HistoryItem, member, OTHER, user } from '../../tests/specification.ts'

// Plays every line of the tables of docs/rules.md §21.

const AFTER_3 = '2025-09-23T12:00:00Z'
const BEFORE_LOCK_1 = '2025-09-05T12:00:00Z'

const section = readFileSync(new URL('../../../../docs/rules.md', import.meta.url), 'utf8').split('## 21.')[1] ?? ''
/** The rows of the tables, without their headings, as texts. */
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| `{'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const seasons = rows.filter((cells) => cells.length === 4)
const attempts = rows.filter((cells) => cells.length === 3)

function rulesIn(cell: string): object {
  const parsed: unknown = JSON.parse(cell.slice(1, -1))
  return { missedPick: 'survives', ...(camel(parsed) as object) }
}

/** Names rules as the domain does. */
function camel(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const nameOf = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [nameOf(name), camel(inner)]))
}

const opening = (rules: object): readonly HistoryItem[] => [
  ...accounts,
  admin('ChangeRules', { rules }),
  ...[1, 2, 3].map((number) => addWeek(2025, number)),
  sync(1, game('BUF-MIA', { kickoff: '2025-09-05T00:20:00.000Z' }), game('KC-LAC')),
  createEntry(2, 'One'),
  createEntry(OTHER, 'Two'),
]
const weekOne = [timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 20, 10), final('KC-LAC', 20, 10)))]
const season = (rules: object): readonly HistoryItem[] => [
  ...opening(rules),
  pick(1, 'BUF'),
  pick(2, 'KC'),
  pick(3, 'SF'),
  by(user(OTHER), pick(2, 'GB', 2)),
  by(user(OTHER), pick(3, 'MIA', 2)),
  ...weekOne,
  timer(LOCK_2),
  at(AFTER_2, sync(2, final('GB-DET', 20, 20), game('KC-DEN', { status: 'cancelled' }))),
  at(AFTER_2, admin('CloseWeek', { weekId: 2, reason: 'a storm' })),
  timer(LOCK_3),
  at(AFTER_3, sync(3, final('SF-WSH', 3, 20), final('MIA-NE', 20, 10))),
]

const NAMES = ['One', 'Two']

describe('the season of docs/rules.md §21', () => {
  it('has lines for the rules', () => {
    expect(seasons.length).toBeGreaterThan(8)
    expect(attempts.length).toBeGreaterThan(10)
  })

  it.each(seasons)('under %s, One is %s, Two is %s, and the champion is %s', (rules, one, two, champion) => {
    const state = given(...season(rulesIn(rules ?? ''))).state()
    const results = seasonResults(state, mainContest(2025))
    const standings = [1, 2].map((id) => {
      const standing = entryStanding(state, state.entries.get(entryId(id))!, results)
      return standing.status === 'out' ? `out in week ${standing.eliminatedWeek}` : 'alive'
    })
    const outcome = seasonOutcome(state, results)
    const champions = outcome.status === 'finished' ? outcome.champions.map((id) => NAMES[id - 1]).join(' and ') : '–'
    expect([...standings, champions]).toEqual([one, two, champion])
  })

  const steps: Readonly<Record<string, (rules: object) => readonly [readonly HistoryItem[], ReturnType<typeof at>]>> = {
    'picks a team that has kicked off': (rules) => [opening(rules), at(BEFORE_LOCK_1, pick(1, 'BUF'))],
    'creates a second entry before week 1 locks': (rules) => [opening(rules), createEntry(2, 'Three')],
    'creates a second entry after week 1': (rules) => [[...opening(rules), ...weekOne], at(AFTER_1, createEntry(2, 'Three'))],
    'picks in week 2 without having paid': (rules) => [[...opening(rules), ...weekOne], at(AFTER_1, pick(2, 'KC'))],
    'asks to buy back in after week 3': (rules) => [season(rules), at(AFTER_3, member('RequestBuyback', { entryId: 1 }))],
  }

  it.each(attempts)('under %s, a member who %s gets the answer %s', (rules, what, answer) => {
    const [before, attempt] = steps[what ?? '']!(rulesIn(rules ?? ''))
    const asked = given(...before).when(attempt)
    if (answer === 'yes') asked.thenAccepted()
    else asked.thenRejected(VIOLATION_CODES.find((code) => answer === `\`${code}\``) ?? 'forbidden')
    expect(answer).not.toBe('')
  })
})
