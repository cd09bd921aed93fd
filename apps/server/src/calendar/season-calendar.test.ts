import { instantFromMs } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { type CalendarDate, writeCalendar } from './season-calendar.ts'

const at = (iso: string) => instantFromMs(Date.parse(iso))
const lock: CalendarDate = { kind: 'lock', weekId: 3, weekNumber: 9, at: at('2030-11-03T17:00:00Z'), locksTeams: false }
const kickoff: CalendarDate = { ...lock, kind: 'kickoff', at: at('2030-11-01T00:15:00Z') }
const write = (dates: readonly CalendarDate[], count = 1) =>
  writeCalendar({ name: 'Club: season 2030', publicUrl: 'https://pool.example' }, dates, () => ({
    count,
    changedAt: at('2030-08-01T12:00:00Z'),
  })).split('\r\n')

describe('writeCalendar', () => {
  it('writes a lock with its alarm, in UTC and without blocking the time', () => {
    expect(write([lock])).toEqual(
      expect.arrayContaining([
        'UID:week-3-lock@pool.example',
        'SEQUENCE:0',
        'DTSTAMP:20300801T120000Z',
        'LAST-MODIFIED:20300801T120000Z',
        'DTSTART:20301103T170000Z',
        'SUMMARY:Week 9: picks lock',
        'TRANSP:TRANSPARENT',
        'TRIGGER:-PT3H',
        'DESCRIPTION:Week 9 locks in 3 hours. Is your pick in?',
      ]),
    )
  })

  it('gives a date that moved the same UID and a higher SEQUENCE', () => {
    const moved = write([{ ...lock, at: at('2030-11-03T18:00:00Z') }], 3)
    expect(moved).toContain('UID:week-3-lock@pool.example')
    expect(moved).toContain('SEQUENCE:2')
    expect(moved).toContain('DTSTART:20301103T180000Z')
  })

  it('says at the first kickoff that its teams lock, only if they do', () => {
    const sentence = 'Its teams cannot be picked any more.'
    const unfold = (lines: readonly string[]) => lines.join('\n').replaceAll('\n ', '')
    expect(unfold(write([{ ...kickoff, locksTeams: true }]))).toContain(sentence)
    expect(unfold(write([kickoff]))).not.toContain(sentence)
    expect(write([kickoff])).toContain('TRIGGER:-PT1H')
  })

  it('has no line of more than 75 bytes', () => {
    for (const line of write([lock, kickoff])) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })
})
