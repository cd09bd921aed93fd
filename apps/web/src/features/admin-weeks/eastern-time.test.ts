import { describe, expect, it } from 'vitest'
import { toEasternInput, parseEasternInput } from './eastern-time.ts'

const isoOf = (text: string) => {
  const input = parseEasternInput(text)
  return input.status === 'time' ? input.iso : input.status
}

describe('Eastern time in inputs', () => {
  it.each([
    ['before daylight saving time ends', '2025-10-26T16:00:00.000Z', '2025-10-26T12:00'],
    ['on the day it ends', '2025-11-02T17:00:00.000Z', '2025-11-02T12:00'],
    ['after midnight in UTC', '2025-09-08T00:20:00.000Z', '2025-09-07T20:20'],
    ['at midnight in New York', '2025-12-01T05:00:00.000Z', '2025-12-01T00:00'],
  ])('converts both ways %s', (_, iso, text) => {
    expect(toEasternInput(iso)).toBe(text)
    expect(parseEasternInput(text)).toEqual({ status: 'time', iso, isAmbiguous: false })
  })

  it('uses the first of two instants with the same time and marks it as ambiguous', () => {
    expect(parseEasternInput('2025-11-02T01:30')).toEqual({ status: 'time', iso: '2025-11-02T05:30:00.000Z', isAmbiguous: true })
    expect(toEasternInput('2025-11-02T06:30:00.000Z')).toBe('2025-11-02T01:30')
    expect([isoOf('2025-11-02T00:59'), isoOf('2025-11-02T02:00')]).toEqual([
      '2025-11-02T04:59:00.000Z',
      '2025-11-02T07:00:00.000Z',
    ])
  })

  it('rejects the hour that daylight saving time skips', () => {
    expect(parseEasternInput('2026-03-08T02:30')).toMatchObject({
      status: 'invalid',
      message: expect.stringContaining('clocks are set forward') as string,
    })
    expect([isoOf('2026-03-08T01:59'), isoOf('2026-03-08T03:00')]).toEqual([
      '2026-03-08T06:59:00.000Z',
      '2026-03-08T07:00:00.000Z',
    ])
  })

  it.each(['', ' '])('reads %j as empty', (text) => expect(parseEasternInput(text)).toEqual({ status: 'empty' }))
  it.each(['tomorrow', '2025-02-30T12:00', '2025-13-01T12:00', '2025-09-07', '2025-09-07T24:30'])('rejects %j', (text) =>
    expect(isoOf(text)).toBe('invalid'),
  )

  it('round-trips every hour except the second of two with the same time', () => {
    const hours = Array.from({ length: 24 * 12 }, (_, hour) => Date.parse('2025-03-03T05:00Z') + hour * 3_600_000).concat(
      Array.from({ length: 24 * 12 }, (_, hour) => Date.parse('2025-10-27T04:00Z') + hour * 3_600_000),
    )
    const isos = hours.map((ms) => new Date(ms).toISOString())
    expect(isos.filter((iso) => isoOf(toEasternInput(iso)) !== iso)).toEqual(['2025-11-02T06:00:00.000Z'])
  })
})
