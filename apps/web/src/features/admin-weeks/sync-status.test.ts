import { ApiError } from '@outlast/contract'
import { expect, it } from 'vitest'
import { syncFailureOf } from './sync-status.ts'

it('syncFailureOf: returns the URL and at most 160 characters of the response', () => {
  const body = {
    error: 'Failed to sync from ESPN: It sent HTML',
    message: 'It sent HTML',
    espn_url: 'http://feed',
    details: 'é'.repeat(300),
  }
  expect(syncFailureOf(new ApiError('Failed to sync from ESPN: It sent HTML', { body }))).toEqual({
    message: 'Failed to sync from ESPN: It sent HTML',
    url: 'http://feed',
    details: 'é'.repeat(160),
  })
})

it('syncFailureOf: appends the server message to the fixed text', () => {
  expect(syncFailureOf(new ApiError('Week not found', { status: 404 })).message).toBe('Failed to sync from ESPN: Week not found')
  expect(syncFailureOf(new ApiError('Failed to sync from ESPN')).message).toBe('Failed to sync from ESPN')
  expect(syncFailureOf(new Error('x'))).toEqual({ message: 'Failed to sync from ESPN', url: undefined, details: undefined })
})
