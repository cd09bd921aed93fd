import { VIOLATION_CODES } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { ERROR_CODES, ERRORS, errorMessage, errorStatus } from './errors.ts'

describe('ERRORS', () => {
  it('includes every violation code of the domain', () => {
    expect(ERROR_CODES).toEqual(expect.arrayContaining([...VIOLATION_CODES]))
  })

  it.each(Object.entries(ERRORS))('%s has a status and a message', (code, { status, message }) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect([400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 502, 503]).toContain(status)
    expect(message).toMatch(/^[A-Z][^{}]+[^.]$/)
  })

  it('keeps the exact messages that clients show', () => {
    expect(errorMessage('reveal_not_available')).toBe('Reveal not available yet')
    expect(errorMessage('cannot_delete_current_week')).toBe('Cannot delete the current week')
    expect(errorMessage('team_ineligible')).toBe('Team is ineligible for this week')
    expect(errorMessage('no_current_week')).toBe('No current week')
  })

  it('uses the word `ineligible` in one message only, because clients look for it', () => {
    const others = Object.entries(ERRORS).filter(([, { message }]) => message.includes('ineligible'))
    expect(others.map(([code]) => code)).toEqual(['team_ineligible'])
  })

  it.each([
    ['week_locked', 403],
    ['entry_eliminated', 403],
    ['week_one_locked', 403],
    ['team_used', 409],
    ['team_on_bye', 409],
    ['team_ineligible', 409],
    ['unknown_team', 400],
    ['entry_name_taken', 409],
    ['reset_token_invalid', 400],
    ['version_conflict', 409],
    ['idempotency_mismatch', 409],
    ['last_admin', 409],
    ['paid_date_locked', 409],
    ['feed_failed', 502],
  ] as const)('%s has status %i', (code, status) => expect(errorStatus(code)).toBe(status))
})

describe('errorMessage', () => {
  it('fills in the details when all of them are present', () => {
    expect(errorMessage('team_used', { team: 'KC', week: 3 })).toBe('This entry already used KC in week 3')
    expect(errorMessage('team_used', { team: 'KC' })).toBe('This entry has already used that team')
    expect(errorMessage('team_used', { team: 'KC', week: null })).toBe('This entry has already used that team')
  })

  it('ignores details inherited from a prototype', () => {
    expect(errorMessage('unknown_team', Object.create({ team: 'evil' }) as Record<string, unknown>)).toBe('There is no such team')
  })
})
