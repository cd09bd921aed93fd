import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type EventType, type PoolEvent, REQUESTS, type RequestKind } from '../index.ts'
import { pool } from '../../tests/pool.ts'
import { event, given, START } from '../../tests/specification.ts'

const KINDS = Object.keys(REQUESTS) as RequestKind[]
const loss = { weekId: 1, team: 'BUF' }
const request = { entryId: 1, seasonYear: 2025, loss }
const payment = { entryId: 1, paymentType: 'venmo', paidDate: '2025-09-01', amountCents: 2500 } as const

/** The events that open a request, and those that answer it or end it without an answer. It also ends with its entry or account. */
const LIFECYCLES: { readonly [K in RequestKind]: { readonly opens: EventType; readonly closings: readonly EventType[] } } = {
  buyback: { opens: 'BuybackRequested', closings: ['BuybackConfirmed', 'BuybackDeclined', 'BuybackWithdrawn'] },
  payment_claim: {
    opens: 'PaymentClaimed',
    closings: ['PaymentRecorded', 'BalancePaid', 'PaymentClaimDeclined', 'PaymentClaimWithdrawn', 'EntryRenewed'],
  },
  email_change: { opens: 'EmailChangedByAdmin', closings: ['PicksUnsealed'] },
  approval: { opens: 'UserRegistered', closings: ['UserApproved', 'AdminGranted'] },
}

/** An event of each type that opens, answers or ends a request, about the same entry or account. */
const EVENTS: { readonly [T in EventType]?: PoolEvent } = {
  BuybackRequested: event('BuybackRequested', request),
  BuybackConfirmed: event('BuybackConfirmed', { ...request, waived: [loss], feeCents: 2000 }),
  BuybackDeclined: event('BuybackDeclined', request),
  BuybackWithdrawn: event('BuybackWithdrawn', { ...request, because: 'next_lock', weekNumber: 2 }),
  PaymentClaimed: event('PaymentClaimed', { entryId: 1, paymentType: 'venmo' }),
  PaymentRecorded: event('PaymentRecorded', payment),
  BalancePaid: event('BalancePaid', payment),
  PaymentClaimDeclined: event('PaymentClaimDeclined', { entryId: 1 }),
  PaymentClaimWithdrawn: event('PaymentClaimWithdrawn', { entryId: 1, because: 'other_amount' }),
  EntryRenewed: event('EntryRenewed', { entryId: 1, seasonYear: 2026 }),
  EmailChangedByAdmin: event('EmailChangedByAdmin', { userId: 4, sealedUntil: START }),
  PicksUnsealed: event('PicksUnsealed', { userId: 4, by: 'confirmation' }),
  UserRegistered: event('UserRegistered', { userId: 4, isAdmin: false, origin: 'self', waiting: true }),
  UserApproved: event('UserApproved', { userId: 4 }),
  AdminGranted: event('AdminGranted', { userId: 4 }),
  EntryDeleted: event('EntryDeleted', { entryId: 1 }),
  UserDeleted: event('UserDeleted', { userId: 4 }),
}

const eventOf = (type: EventType): PoolEvent => {
  const found = EVENTS[type]
  if (found === undefined) throw new Error(`give the test an event of type ${type}`)
  return found
}
/** How many requests of a kind wait after these events. */
const waitingAfter = (kind: RequestKind, ...types: readonly EventType[]): number =>
  [...REQUESTS[kind].waiting(given(...pool, ...types.map(eventOf)).state())].length

describe.each(KINDS)('REQUESTS: %s', (kind) => {
  const { opens, closings } = LIFECYCLES[kind]

  it('waits after the event that opens it, and only then', () => {
    expect(waitingAfter(kind)).toBe(0)
    expect(waitingAfter(kind, opens)).toBe(1)
  })
  it.each(closings)('waits no longer after %s', (closing) => {
    expect(waitingAfter(kind, opens, closing)).toBe(0)
  })
  it('ends with its entry or account', () => {
    const gone = kind === 'buyback' || kind === 'payment_claim' ? 'EntryDeleted' : 'UserDeleted'
    expect(waitingAfter(kind, opens, gone)).toBe(0)
  })
  it('has its events in the table of docs/rules.md §17', () => {
    const page = readFileSync(new URL('../../../../docs/rules.md', import.meta.url), 'utf8')
    const rows = page.slice(page.indexOf('## 17. Requests')).split('\n')
    const row = rows.find((line) => line.startsWith('|') && line.includes(`\`${opens}\``))
    for (const type of [opens, ...closings]) expect(row).toContain(`\`${type}\``)
  })
})
