import type { BuybackInfo, PoolView } from '@outlast/contract/live'
import type { Standing } from '@outlast/views'
import { describe, expect, it } from 'vitest'
import { buybackOffer } from './buyback-offer.ts'

const out = { status: 'out', losses: 1, livesLeft: 0, eliminatedWeek: 3, cause: 'loss', team: 'KC' } as Standing
const week = (week_number: number, is_locked = false) => ({
  season_year: 2025,
  week_number,
  is_locked,
  lock_time: `2025-09-${String(week_number * 7).padStart(2, '0')}T16:00:00.000Z`,
})
const pool = (
  weeks = [week(3, true), week(5), week(4)],
  rule: object | null = { until_week: 4, max_per_entry: 2, fee_cents: 2000 },
) => ({ rules: { buyback: rule, currency: 'USD' }, weeks }) as unknown as PoolView
const asked = (status: BuybackInfo['status'], week_number: number): BuybackInfo => ({
  status,
  season_year: 2025,
  week_number,
  fee_cents: 0,
  asked_at: '2025-09-20T12:00:00.000Z',
  lapsed: null,
})
const OPEN = { isOutByHand: false, isSeasonDecided: false }
const offer = (buybacks: readonly BuybackInfo[] = [], standing: Standing | null = out, view = pool(), ended = OPEN) =>
  buybackOffer({ buybacks }, standing, view, { season_year: 2025 }, ended)

describe('buybackOffer', () => {
  it('lasts until the next lock and names the fee', () => {
    expect(offer()).toEqual({ untilWeek: week(4), feeCents: 2000, currency: 'USD' })
    expect(offer([], out, pool([week(3, true)]))).toMatchObject({ untilWeek: null })
  })
  it('is for entries that are out by a loss in time, in a pool with the rule', () => {
    expect(offer([], null)).toBeNull()
    expect(offer([], { status: 'alive', losses: 0, livesLeft: 1 })).toBeNull()
    expect(offer([], out, pool(), { ...OPEN, isOutByHand: true })).toBeNull()
    expect(offer([], out, pool(), { ...OPEN, isSeasonDecided: true })).toBeNull()
    expect(offer([], { ...out, eliminatedWeek: 5 } as Standing)).toBeNull()
    expect(offer([], out, pool(undefined, null))).toBeNull()
    expect(offer([], out, pool([week(3, true), week(4, true)]))).toBeNull()
  })
  it('is made once for a loss, and not beyond the number of the rule', () => {
    expect(offer([asked('requested', 2)])).toBeNull()
    expect(offer([asked('declined', 3)])).toBeNull()
    expect(offer([asked('confirmed', 1), asked('confirmed', 2)])).toBeNull()
    expect(offer([asked('confirmed', 1), asked('withdrawn', 3)])).not.toBeNull()
    expect(offer([{ ...asked('declined', 3), season_year: 2024 }])).not.toBeNull()
  })
})
