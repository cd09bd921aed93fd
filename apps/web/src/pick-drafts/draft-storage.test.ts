import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readDrafts, storeDrafts } from './draft-storage.ts'
import type { PickDraft } from './pick-drafts.ts'

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
  seen: 7,
  key: 'ab',
  status: 'chosen',
  error: null,
  other: null,
  unanswered: [],
} as const satisfies PickDraft

let stored: string | null = null

/** What another tab or another version of the app stored. */
const readStored = (text: string | null, own: readonly PickDraft[] = []): readonly PickDraft[] => {
  stored = text
  return readDrafts(own)
}

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: () => stored,
    setItem: (_: string, text: string) => (stored = text),
    removeItem: () => (stored = null),
  })
  storeDrafts([])
})
afterEach(() => vi.unstubAllGlobals())

describe('readDrafts', () => {
  it('returns what was stored, and nothing without it', () => {
    expect(readStored(JSON.stringify([DRAFT]))).toEqual([DRAFT])
    expect(readStored(null)).toEqual([])
  })
  it('takes a choice that an earlier version stored as one for the first pick', () => {
    const { slot: _slot, seen: _seen, unanswered: _unanswered, ...before } = DRAFT
    expect(readStored(JSON.stringify([before]))).toEqual([{ ...DRAFT, seen: 0 }])
  })
  it('lets a choice wait whose response never arrived', () => {
    expect(readStored(JSON.stringify([{ ...DRAFT, status: 'sending' }]))).toMatchObject([
      { status: 'waiting', unanswered: ['KC'] },
    ])
  })
  it.each(['{', '7', '{"entryId":1}', '[null,{"entryId":"2"},"KC"]'])('ignores what it cannot read: %s', (text) => {
    expect(readStored(text)).toEqual([])
  })
  it('takes what another tab stored, without ending what this one sends', () => {
    const sending: PickDraft = { ...DRAFT, status: 'sending' }
    const text = JSON.stringify([
      { ...DRAFT, status: 'waiting' },
      { ...DRAFT, entryId: 4, key: 'cd' },
    ])
    expect(readStored(text, [sending])).toMatchObject([{ status: 'sending' }, { entryId: 4, status: 'chosen' }])
  })
  it('keeps its own where nothing else was stored, or could be', () => {
    storeDrafts([DRAFT])
    expect(readDrafts([{ ...DRAFT, team: 'LV' }])).toMatchObject([{ team: 'LV' }])
    vi.stubGlobal('localStorage', {
      getItem: () => stored,
      setItem: () => {
        throw new Error('full')
      },
    })
    storeDrafts([DRAFT, { ...DRAFT, entryId: 4 }])
    expect(readDrafts([DRAFT, { ...DRAFT, entryId: 4 }])).toHaveLength(2)
  })
})
