import type { EntryHistory, Pick } from '@outlast/contract'
import { pickCommitment } from '@outlast/domain/rules'
import { describe, expect, test } from 'vitest'
import type { KnownReceipt } from '../../device/log-record.ts'
import { hashing } from '../../lib/hashing.ts'
import { checkEntry, receiptsOf } from './check-entry.ts'

const NOW = '2031-09-20T12:00:00.000Z'
const NONCE = '17'.repeat(32)
type Change = EntryHistory['weeks'][number]['changes'][number]

function changeTo(position: number, team: string | null): Change {
  const commitment = team === null ? null : pickCommitment(hashing, NONCE, 4 as never, 7 as never, team as never)
  return {
    position,
    recorded_at: NOW,
    site_time: NOW,
    action: team === null ? 'cleared' : 'submitted',
    team_abbr: team,
    by: 'owner',
    actor_name: 'Olga Test',
    reason: null,
    commitment,
    nonce: team === null ? null : NONCE,
    hash: String(position).padStart(64, '0'),
  }
}

function historyOf(...changes: Change[]): EntryHistory {
  const week = {
    week_id: 7,
    season_year: 2031,
    week_number: 3,
    is_locked: true,
    reopened_after_reveal: false,
    result: null,
    changes,
  }
  return { entry_id: 4, entry_name: 'Lucky', user_name: 'Olga Test', weeks: [week] }
}

const receiptOf = ({ position, commitment, hash }: Change): KnownReceipt => ({
  entry_id: 4,
  week_id: 7,
  position,
  commitment: commitment ?? '',
  hash: hash ?? '',
  is_linked: true,
})
const shown = (team: string): Pick[] => [{ week_id: 7, team_abbr: team } as Pick]
const check = (history: EntryHistory, picks: readonly Pick[], receipts: readonly KnownReceipt[] = []) =>
  checkEntry(history, picks, receipts, { hashing, now: NOW }).map(({ kind, sentence }) => [kind, sentence])

describe('checkEntry', () => {
  const kc = changeTo(20, 'KC')
  const buf = changeTo(25, 'BUF')

  test('finds nothing when the log has every receipt and the last pick is shown', () => {
    expect(check(historyOf(kc, buf), shown('BUF'), [receiptOf(kc), receiptOf(buf)])).toEqual([])
    expect(check(historyOf(kc, changeTo(30, null)), [], [receiptOf(kc)])).toEqual([])
  })

  test('compares each pick of a week that takes several with its own changes', () => {
    const { weeks, ...history } = historyOf(kc)
    const second = { ...weeks[0]!, slot: 2, changes: [buf] }
    const both = { ...history, weeks: [...weeks, second] }
    const other = { week_id: 7, slot: 2, team_abbr: 'BUF' } as Pick
    expect(check(both, [...shown('KC'), other], [receiptOf(kc), receiptOf(buf)])).toEqual([])
    expect(check(both, [...shown('KC'), { ...other, team_abbr: 'SF' }])).toEqual([
      ['pick', 'The pool shows SF for “Lucky” in week 3, but BUF is recorded.'],
    ])
  })

  test.each<[string, Change]>([
    ['is missing', changeTo(21, 'KC')],
    ['has another commitment', { ...kc, commitment: 'ab'.repeat(32) }],
    ['has another hash', { ...kc, hash: 'ab'.repeat(32) }],
    ['has a team that does not fit the commitment', { ...kc, team_abbr: 'GB' }],
  ])('finds a receipt whose event %s', (_, recorded) => {
    expect(check(historyOf(recorded), shown(recorded.team_abbr ?? ''), [receiptOf(kc)])).toEqual([
      ['receipt', 'The log does not contain the pick of “Lucky” in week 3 as the pool acknowledged it (event #20).'],
    ])
  })

  test('finds a pick that is shown otherwise than it was recorded, or not at all', () => {
    expect(check(historyOf(kc), shown('GB'))).toEqual([['pick', 'The pool shows GB for “Lucky” in week 3, but KC is recorded.']])
    expect(check(historyOf(kc), [])).toEqual([['pick', 'The pool shows no pick for “Lucky” in week 3, but KC is recorded.']])
  })

  test('accepts a plan that the pool set aside and that is there again, as long as nobody replaced it', () => {
    const aside = { ...changeTo(30, null), by: 'system' } as const
    const assigned = { ...changeTo(31, 'LV'), action: 'assigned', by: 'system' } as const
    const withdrawn = { ...changeTo(40, null), action: 'withdrawn', by: 'admin' } as const
    const removed = { ...changeTo(35, null), by: 'admin' } as const
    expect(check(historyOf(kc, aside), shown('KC'))).toEqual([])
    expect(check(historyOf(kc, aside, assigned, withdrawn), shown('KC'))).toEqual([])
    expect(check(historyOf(kc, aside, assigned, withdrawn, { ...aside, position: 50 }), shown('KC'))).toEqual([])
    expect(check(historyOf(kc, aside, changeTo(32, 'SF'), removed), shown('KC'))).toHaveLength(1)
    // Its game has left the week.
    expect(check(historyOf(kc, aside), [])).toEqual([])
    const found = (...changes: Change[]) => check(historyOf(...changes), shown('KC')).map(([, sentence]) => sentence)
    const instead = (team: string) => [`The pool shows KC for “Lucky” in week 3, but ${team} is recorded.`]
    expect(found(kc, aside, assigned)).toEqual(instead('LV'))
    expect(found(kc, changeTo(30, null), assigned, withdrawn)).toEqual(instead('no pick'))
    expect(found(kc, removed)).toEqual(instead('no pick'))
    expect(found(kc, aside, buf, changeTo(45, null))).toEqual(instead('no pick'))
  })

  test('keeps no team and no nonce of an open week', () => {
    const { weeks, ...history } = historyOf({ ...kc, reason: 'KC by mail' })
    const open = { ...history, weeks: weeks.map((week) => ({ ...week, is_locked: false })) }
    const receipt = { ...receiptOf(kc), hash: 'ab'.repeat(32) }
    const problems = checkEntry(open, shown('BUF'), [receipt], { hashing, now: NOW })
    expect(problems.map(({ sentence }) => sentence)).toEqual([
      'The log does not contain the pick of “Lucky” in week 3 as the pool acknowledged it (event #20).',
      'The pool does not show the pick that is recorded for “Lucky” in week 3.',
    ])
    expect(JSON.stringify(problems)).not.toMatch(/KC|BUF|1717/)
  })

  test('does not judge what this login may not see, receipts of other entries and deleted weeks', () => {
    const hidden: Change = { ...kc, team_abbr: null, nonce: null, commitment: null, hash: null, hidden: true }
    expect(check(historyOf(hidden), [{ week_id: 7, team_abbr: null, hidden: true } as Pick], [receiptOf(kc)])).toEqual([])
    expect(check(historyOf(kc), shown('KC'), [{ ...receiptOf(buf), entry_id: 5 }])).toEqual([])
    const open = (history: EntryHistory) => ({ ...history, weeks: history.weeks.map((week) => ({ ...week, is_locked: false })) })
    expect(check(open(historyOf()), [{ week_id: 7, team_abbr: null, hidden: true } as Pick], [receiptOf(kc)])).toEqual([])
    expect(check(open(historyOf(buf)), shown('BUF'), [receiptOf(kc)])).toEqual([])
    expect(check(open(historyOf(changeTo(10, 'SF'))), shown('SF'), [receiptOf(kc)])).toHaveLength(1)
    expect(check({ ...historyOf(), weeks: [] }, [], [receiptOf(kc)])).toEqual([])
  })
})

describe('receiptsOf', () => {
  test('returns what identifies each pick, without team and nonce', () => {
    const history = historyOf(changeTo(20, 'KC'), changeTo(25, null), changeTo(30, 'BUF'))
    const receipts = receiptsOf(history, 28)
    expect(receipts.map(({ position, is_linked }) => [position, is_linked])).toEqual([
      [20, true],
      [30, false],
    ])
    expect(JSON.stringify(receipts)).not.toMatch(/KC|BUF|1717/)
  })
})
