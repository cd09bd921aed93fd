import { describe, expect, it } from 'vitest'
import { addWeek, createEntry, game, LOCK_1, override, pick, pool, sync, timer } from '../../tests/pool.ts'
import {
  admin,
  at,
  by,
  type CommandStep,
  event,
  given,
  type HistoryItem,
  member,
  OTHER,
  system,
  time,
  user,
} from '../../tests/specification.ts'
import { afterQuietHours, dueReminder, plannedReminders, weekId } from '../index.ts'

const NEW_YORK = 'America/New_York'
const on = admin('ChangeReminders', { enabled: true })
const enabled: readonly HistoryItem[] = [...pool, on]
/** 48 hours before the lock of week 1: Friday noon in New York. */
const FRIDAY = '2025-09-05T16:00:00Z'
/** 3 hours before it. */
const SUNDAY = '2025-09-07T13:00:00Z'
const BOTH = [
  { userId: 2, timeZone: NEW_YORK },
  { userId: OTHER, timeZone: NEW_YORK },
]

function send(
  offset: number | 'kickoff' | 'manual' | 'member',
  when: string,
  zones: readonly string[] = [NEW_YORK],
  members = BOTH,
): CommandStep {
  return at(when, by(system, admin('SendReminders', { weekId: 1, offset, members, zones })))
}
const manual = (when: string): CommandStep => ({ ...send('manual', when), by: user(1) })
const dueAt = (when: string, ...history: readonly HistoryItem[]) => {
  const state = given(...enabled, ...history).state()
  return dueReminder(plannedReminders(state, state.rounds.get(weekId(1))!), time(when))?.offset
}

describe('ChangeReminders (docs/rules.md §15)', () => {
  it('switches reminders on and sets their times, the earliest first', () => {
    given(...pool)
      .when(admin('ChangeReminders', { enabled: true, hoursBefore: [3, 24, 3] }))
      .thenEvents(['RemindersChanged', { enabled: true, hoursBefore: [24, 3] }])
  })
  it('keeps what is not given, and records nothing if nothing changes', () => {
    given(...enabled)
      .when(admin('ChangeReminders', { hoursBefore: [48, 3] }))
      .thenNoEvents()
  })
  it('is rejected for members', () => {
    given(...pool)
      .when(member('ChangeReminders', { enabled: true }))
      .thenRejected('forbidden')
  })
})

describe('SendReminders (docs/rules.md §15)', () => {
  it('reminds the members without a pick, and names their entries in the reply only', () => {
    given(...enabled, createEntry(OTHER, 'Three'))
      .when(send(48, FRIDAY))
      .thenEvents(['ReminderSent', { weekId: 1, offset: 48, members: 2 }])
      .thenReply({
        members: [
          { userId: 2, entryIds: [1] },
          { userId: OTHER, entryIds: [2, 3] },
        ],
        zones: [NEW_YORK],
      })
  })
  it('is cancelled by a pick that was made meanwhile', () => {
    given(...enabled, pick(1, 'KC'))
      .when(send(48, FRIDAY))
      .thenEvents(['ReminderSent', { members: 1 }])
      .thenReply({ members: [{ userId: OTHER, entryIds: [2] }], zones: [NEW_YORK] })
  })
  it('counts nobody when everybody has picked', () => {
    given(...enabled, pick(1, 'KC'), override(2, 1, 'KC'))
      .when(send(48, FRIDAY))
      .thenEvents(['ReminderSent', { members: 0 }])
  })
  it('leaves out members in zones where it is not due or was dealt with', () => {
    const members = [{ userId: 2, timeZone: 'Asia/Tokyo' }, BOTH[1]!]
    given(...enabled)
      .when(send(48, FRIDAY, [NEW_YORK, 'Asia/Tokyo'], members))
      .thenEvents(['ReminderSent', { members: 1 }])
  })
  it('records nothing when the lock moved and it is not due any more', () => {
    const later = at(FRIDAY, admin('SetLockTime', { weekId: 1, lockTime: '2025-09-08T16:00:00.000Z' }))
    given(...enabled, later)
      .when(send(48, FRIDAY))
      .thenNoEvents()
  })
  it('records nothing when every zone was dealt with', () => {
    given(...enabled)
      .when(send(48, FRIDAY, []))
      .thenNoEvents()
  })
  it('leaves out entries that are out, and entries that may not pick because they are unpaid', () => {
    const out = admin('AmendEntry', { entryId: 1, isEliminated: true })
    given(...enabled, out)
      .when(send(48, FRIDAY))
      .thenReply({ members: [{ userId: OTHER, entryIds: [2] }], zones: [NEW_YORK] })
    const paid = admin('SetPayment', { entryId: 1, paymentType: 'cash', paidDate: '2025-09-01', isPaid: true })
    const history = [
      ...enabled,
      admin('ChangeRules', { rules: { unpaidAfterWeek: 1 } }),
      paid,
      admin('SetCurrentWeek', { weekId: 2 }),
    ]
    given(...history)
      .when(
        at(
          '2025-09-12T16:00:00Z',
          by(system, admin('SendReminders', { weekId: 2, offset: 48, members: BOTH, zones: [NEW_YORK] })),
        ),
      )
      .thenRecorded(['WeekLocked'], ['ReminderSent', { members: 1 }])
  })
  it('leaves out entries that have no team left, as everybody knows, and no others because of hidden plans', () => {
    const games = (weekId: number) => sync(weekId, game('BUF-MIA', { espnId: `${weekId}`, kickoff: '2025-09-14T17:00:00.000Z' }))
    const used = [sync(1, game('BUF-MIA')), pick(1, 'BUF'), by(user(OTHER), pick(1, 'MIA', 2)), timer(LOCK_1), games(2)]
    const week2 = admin('SetCurrentWeek', { weekId: 2 })
    const on2 = (...more: readonly HistoryItem[]) =>
      given(...enabled, ...used, ...more, week2).when(
        at(
          '2025-09-12T16:00:00Z',
          by(system, admin('SendReminders', { weekId: 2, offset: 48, members: BOTH, zones: [NEW_YORK] })),
        ),
      )
    on2().thenReply({
      members: [
        { userId: 2, entryIds: [1] },
        { userId: OTHER, entryIds: [2] },
      ],
      zones: [NEW_YORK],
    })
    const withoutMia = admin('SetIneligibleTeams', { weekId: 2, teams: ['MIA'] })
    on2(withoutMia)
      .thenEvents(['ReminderSent', { members: 1 }])
      .thenReply({ members: [{ userId: OTHER, entryIds: [2] }], zones: [NEW_YORK] })
    // The member's only team is planned for week 3, which nobody else knows.
    const planned = [addWeek(2025, 3), at(LOCK_1, pick(3, 'MIA'))]
    on2(...planned).thenEvents(['ReminderSent', { members: 2 }])
  })
  it('leaves out a member who waits for approval', () => {
    const waiting = event('UserRegistered', { userId: 4, isAdmin: false, origin: 'self', waiting: true })
    const theirs = event('EntryCreated', { entryId: 3, userId: 4, name: 'Waiting' })
    const members = [BOTH[0]!, { userId: 4, timeZone: NEW_YORK }]
    const approved = admin('ApproveUser', { userId: 4 })
    given(...enabled, waiting, theirs)
      .when(send(48, FRIDAY, [NEW_YORK], members))
      .thenReply({ members: [{ userId: 2, entryIds: [1] }], zones: [NEW_YORK] })
    given(...enabled, waiting, theirs, approved)
      .when(send(48, FRIDAY, [NEW_YORK], members))
      .thenEvents(['ReminderSent', { members: 2 }])
  })
  it('goes to admins only under a site-time override', () => {
    const members = [{ userId: 1, timeZone: NEW_YORK }, ...BOTH]
    const override = admin('SetSiteTime', { siteTime: '2025-09-05T16:00:00.000Z', running: false })
    given(...enabled, createEntry(1, 'Admin’s'), override)
      .when(send(48, '2025-09-01T13:00:00Z', [NEW_YORK], members))
      .thenReply({ members: [{ userId: 1, entryIds: [3] }], zones: [NEW_YORK] })
  })
  it('is rejected while reminders are off, after the lock, and for members', () => {
    given(...pool)
      .when(send(48, FRIDAY))
      .thenRejected('reminders_off')
    given(...enabled)
      .when(send(3, LOCK_1))
      .thenRejected('week_locked')
    given(...enabled)
      .when({ ...send('manual', FRIDAY), by: user(2) })
      .thenRejected('forbidden')
  })
  it('goes to members by hand at most once an hour', () => {
    const sent = [...enabled, manual(FRIDAY)]
    given(...sent)
      .when(manual('2025-09-05T16:59:01Z'))
      .thenRejected('reminded_recently', { minutes: 1, retryAfter: 59 })
    given(...sent)
      .when(manual('2025-09-05T17:00:00Z'))
      .thenEvents(['ReminderSent', { offset: 'manual', members: 2 }])
    given(...sent)
      .when(send(48, '2025-09-05T16:30:00Z'))
      .thenEvents(['ReminderSent', { offset: 48 }])
  })
  it('goes to one member by hand at most once an hour, and leaves the hour of the others alone', () => {
    const toOne = (when: string, lastByHandAt: string | null): CommandStep => {
      const members = [{ userId: OTHER, timeZone: NEW_YORK }]
      const data = { weekId: 1, offset: 'member' as const, members, zones: [], lastByHandAt: lastByHandAt && time(lastByHandAt) }
      return at(when, by(system, admin('SendReminders', data)))
    }
    given(...enabled)
      .when(toOne(FRIDAY, null))
      .thenEvents(['ReminderSent', { weekId: 1, offset: 'member', members: 1 }])
      .thenReply({ members: [{ userId: OTHER, entryIds: [2] }], zones: [] })
    given(...enabled)
      .when(toOne('2025-09-05T16:59:01Z', FRIDAY))
      .thenRejected('reminded_recently', { minutes: 1, retryAfter: 59 })
    given(...enabled, toOne(FRIDAY, null))
      .when(manual('2025-09-05T16:10:00Z'))
      .thenEvents(['ReminderSent', { offset: 'manual', members: 2 }])
  })
})

describe('dueReminder', () => {
  it('is the latest reminder whose time has come, so that a member gets one at a time', () => {
    expect(dueAt('2025-09-05T15:59:59Z')).toBeUndefined()
    expect(dueAt(FRIDAY)).toBe(48)
    expect(dueAt(SUNDAY)).toBe(3)
    expect(dueAt(LOCK_1)).toBeUndefined()
  })
  it('follows a lock that moves', () => {
    const earlier = at('2025-09-05T12:00:00Z', admin('SetLockTime', { weekId: 1, lockTime: '2025-09-06T16:00:00.000Z' }))
    expect(dueAt('2025-09-05T13:00:00Z', earlier)).toBe(48)
    expect(dueAt('2025-09-06T13:00:00Z', earlier)).toBe(3)
  })
  it('precedes the first kickoff by an hour when teams lock at kickoff', () => {
    const early = sync(1, game('BUF-MIA', { kickoff: '2025-09-05T00:20:00.000Z' }), game('KC-LAC'))
    const rules = admin('ChangeRules', { rules: { teamLock: 'kickoff' } })
    expect(dueAt('2025-09-04T23:20:00Z', early)).toBeUndefined()
    expect(dueAt('2025-09-04T23:20:00Z', early, rules)).toBe('kickoff')
    expect(dueAt('2025-09-05T00:20:00Z', early, rules)).toBeUndefined()
    expect(dueAt(FRIDAY, early, rules)).toBe(48)
  })
  it('needs no kickoff reminder when the week locks before its games', () => {
    expect(dueAt(SUNDAY, sync(1, game('KC-LAC')), admin('ChangeRules', { rules: { teamLock: 'kickoff' } }))).toBe(3)
  })
})

describe('afterQuietHours', () => {
  it.each([
    ['the evening', '2025-09-05T02:00:00.000Z', '2025-09-05T12:00:00.000Z'],
    ['the night', '2025-09-05T11:59:59.999Z', '2025-09-05T12:00:00.000Z'],
    ['the day the clock changes', '2025-11-02T05:30:00.000Z', '2025-11-02T13:00:00.000Z'],
    ['8 in the morning', '2025-09-05T12:00:00.000Z', '2025-09-05T12:00:00.000Z'],
    ['9 in the evening', '2025-09-06T01:59:00.000Z', '2025-09-06T01:59:00.000Z'],
  ])('moves a time of %s to 8 in the morning in New York if it is quiet', (_, from, to) => {
    expect(afterQuietHours(time(from), NEW_YORK)).toBe(to)
  })
  it('does not move a reminder behind what it reminds of', () => {
    expect(afterQuietHours(time(SUNDAY), 'Pacific/Honolulu', time(LOCK_1))).toBe(time(SUNDAY))
    expect(afterQuietHours(time(SUNDAY), 'America/Los_Angeles', time(LOCK_1))).toBe('2025-09-07T15:00:00.000Z')
  })
})
