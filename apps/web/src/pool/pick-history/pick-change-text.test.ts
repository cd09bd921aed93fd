import type { EntryHistory, PickChange } from '@outlast/contract'
import { expect, it } from 'vitest'
import { currentTeam, describeChange, formatChangeTime, receiptRows, receiptText } from './pick-change-text.ts'

const hex = (digit: string) => digit.repeat(64)
const change = (over: Partial<PickChange> = {}): PickChange => ({
  position: 12,
  recorded_at: '2026-09-10T16:00:00.000Z',
  site_time: '2026-09-10T16:00:00.500Z',
  action: 'submitted',
  team_abbr: 'DAL',
  by: 'owner',
  actor_name: 'Ann Lee',
  reason: null,
  commitment: hex('a'),
  nonce: hex('b'),
  hash: hex('c'),
  ...over,
})
const week = (changes: readonly PickChange[]): EntryHistory['weeks'][number] => ({
  week_id: 7,
  season_year: 2026,
  week_number: 4,
  is_locked: true,
  reopened_after_reveal: false,
  result: 'win',
  changes: [...changes],
})
const admin = { by: 'admin', actor_name: 'Ada Admin' } as const
const cleared = { action: 'cleared', team_abbr: null, commitment: null, nonce: null } as const

it.each<[Partial<PickChange>, string]>([
  [{}, 'You picked DAL'],
  [{ action: 'changed', team_abbr: 'GB' }, 'You changed to GB'],
  [cleared, 'You cleared the pick'],
  [{ ...cleared, ...admin }, 'Ada Admin deleted the pick'],
  [{ ...cleared, by: 'system' }, 'The pick could not stand, so the pool cleared it'],
  [{ ...admin, action: 'overridden' }, 'Ada Admin set the pick to DAL'],
  [{ ...admin, action: 'randomized' }, 'Ada Admin set a random pick: DAL'],
  [{ ...admin, actor_name: null, action: 'overridden' }, 'A former admin set the pick to DAL'],
  [{ by: 'proxy', actor_name: 'Otto Fox', made_by: { proxy: 'Otto Fox' } }, 'Otto Fox picked DAL for you'],
  [{ by: 'proxy', actor_name: null, made_by: { proxy: '' } }, 'A former member picked DAL for you'],
  [{ made_by: { program: true } }, 'You picked DAL with a program'],
  [{ ...cleared, by: 'proxy', actor_name: 'Otto Fox' }, 'Otto Fox cleared the pick for you'],
  [{ by: 'system', action: 'overridden' }, 'The pool set the pick to DAL'],
])('describeChange: describes %j as "%s"', (over, text) => {
  expect(describeChange(change(over))).toBe(text)
})

it('currentTeam: returns the team of the last change, or null after a clear', () => {
  expect(currentTeam(week([change(), change({ team_abbr: 'GB' })]))).toBe('GB')
  expect(currentTeam(week([change(), change(cleared)]))).toBeNull()
  expect(currentTeam(week([]))).toBeNull()
})

it('currentTeam: returns a plan that the pool set aside once it is there again', () => {
  const aside = change({ ...cleared, by: 'system' })
  const auto = [
    change({ by: 'system', action: 'assigned', team_abbr: 'LV' }),
    change({ ...cleared, ...admin, action: 'withdrawn' }),
  ]
  expect(currentTeam(week([change(), aside]))).toBe('DAL')
  expect(currentTeam(week([change(), aside, ...auto]))).toBe('DAL')
  expect(currentTeam(week([change(), aside, ...auto.slice(0, 1)]))).toBe('LV')
  expect(currentTeam({ ...week([change(), aside]), result: null })).toBeNull()
})

it('formatChangeTime: adds the site time only if it was overridden', () => {
  expect(formatChangeTime(change())).not.toContain('site time')
  expect(formatChangeTime(change({ site_time: '2025-09-10T16:00:00.000Z' }))).toContain('site time Sep 10, 2025')
})

it('receiptText: lists everything that is needed to check the receipt', () => {
  expect(receiptText({ entry_id: 3, entry_name: 'Lee One' }, week([]), change())).toBe(
    [
      'Entry: Lee One (ID 3)',
      'Week: 4 of 2026 (ID 7)',
      'Team: DAL',
      'Recorded: 2026-09-10T16:00:00.000Z',
      'Position: 12',
      `Commitment: ${hex('a')}`,
      `Nonce: ${hex('b')}`,
      `Head hash: ${hex('c')}`,
    ].join('\n'),
  )
})

it('receiptRows: omits the commitment and the nonce of a cleared pick', () => {
  expect(receiptRows(change(cleared)).map(([label]) => label)).toEqual(['Position', 'Head hash'])
})
