import { describe, expect, it } from 'vitest'
import { readDrafts } from './draft-storage.ts'

const DRAFT = {
  userId: 1,
  entryId: 2,
  entryName: 'Ace',
  weekId: 3,
  slot: 1,
  lockTime: '2026-09-13T16:00:00.000Z',
  team: 'KC',
  pickId: null,
  receipt: null,
  key: 'ab',
  status: 'chosen',
  error: null,
  other: null,
}

describe('readDrafts', () => {
  it('returns what was stored, and nothing without it', () => {
    expect(readDrafts(JSON.stringify([DRAFT]))).toEqual([DRAFT])
    expect(readDrafts(undefined)).toEqual([])
  })
  it('takes a choice that an earlier version stored as one for the first pick', () => {
    const { slot: _, ...before } = DRAFT
    expect(readDrafts(JSON.stringify([before]))).toEqual([DRAFT])
  })
  it('lets a choice wait whose response never arrived, and drops a saved one', () => {
    const stored = [
      { ...DRAFT, status: 'sending' },
      { ...DRAFT, status: 'saved' },
    ]
    expect(readDrafts(JSON.stringify(stored))).toMatchObject([{ status: 'waiting' }])
  })
  it.each(['{', '7', '{"entryId":1}', '[null,{"entryId":"2"},"KC"]'])('ignores what it cannot read: %s', (text) => {
    expect(readDrafts(text)).toEqual([])
  })
})
