import { ApiError } from '@outlast/contract'
import { expect, it } from 'vitest'
import { syncFailureOf } from './sync-status.ts'

it('tells what was asked and what came, in 160 characters', () => {
  const body = {
    error: 'Failed to sync from ESPN: It sent HTML',
    message: 'It sent HTML',
    espn_url: 'http://feed',
    details: 'é'.repeat(300),
  }
  expect(syncFailureOf(new ApiError('Failed to sync from ESPN: It sent HTML', { body }))).toEqual({
    sentence: 'Failed to sync from ESPN: It sent HTML',
    url: 'http://feed',
    details: 'é'.repeat(160),
  })
})

it('appends what the server says otherwise', () => {
  expect(syncFailureOf(new ApiError('Week not found', { status: 404 })).sentence).toBe('Failed to sync from ESPN: Week not found')
  expect(syncFailureOf(new ApiError('Failed to sync from ESPN')).sentence).toBe('Failed to sync from ESPN')
  expect(syncFailureOf(new Error('x'))).toEqual({ sentence: 'Failed to sync from ESPN', url: undefined, details: undefined })
})
