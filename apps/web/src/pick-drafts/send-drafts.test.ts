import type { UserPick } from '@outlast/contract/live'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const LOCK = '2026-09-13T16:00:00.000Z'
const LOCK_MS = Date.parse(LOCK)
const CHOICE = {
  userId: 1,
  entryId: 2,
  entryName: 'Ace',
  weekId: 3,
  slot: 1,
  lockTime: LOCK,
  team: 'KC',
  pickId: null,
  receipt: null,
} as const
const PLACE = { entryId: 2, weekId: 3, slot: 1 }

const pickRow = (team_abbr: string, version: number, fields: Partial<UserPick> = {}): UserPick => ({
  id: 9,
  week_id: 3,
  week_number: 1,
  season_year: 2026,
  team_abbr,
  is_override: false,
  is_auto: false,
  created_at: LOCK,
  updated_at: LOCK,
  version,
  ...fields,
})

interface Sent {
  readonly method: string
  readonly path: string
  readonly key: string | null
  readonly ifMatch: string | null
}

/** The writes that reached the pool, and its answers. */
let sent: Sent[] = []
let stored: Map<string, string>
let answer: (sent: Sent) => Response | Promise<Response>
/** The picks that the pool answers when it is asked. */
let saved: readonly UserPick[] = []
/** Whether the connection is dead without a word: nothing is answered, nothing is refused. */
let isSilent = false

const unanswered = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))

const refusal = (status: number, code: string) => Response.json({ error: `No: ${code}`, code }, { status })
const recorded = (team: string, version: number) =>
  Response.json(
    { ...pickRow(team, version), entry_id: 2, receipt: { position: version, commitment: 'c', head_hash: 'h' } },
    { status: 201 },
  )

beforeEach(() => {
  vi.useFakeTimers({ now: LOCK_MS - 3_600_000 })
  sent = []
  saved = []
  stored = new Map()
  answer = () => recorded('KC', 20)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  isSilent = false
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, signal }: RequestInit) => {
    if (method === 'GET' && isSilent) return unanswered(signal)
    if (method === 'GET') return Response.json(path.endsWith('/picks') ? saved : {})
    const sending = new Headers(headers)
    const write = { method, path, key: sending.get('Idempotency-Key'), ifMatch: sending.get('If-Match') }
    sent.push(write)
    return isSilent ? unanswered(signal) : answer(write)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.resetModules()
})

/** One tab of the browser: its own code, and the storage of all. */
async function openTab() {
  vi.resetModules()
  const tab = new EventTarget()
  vi.stubGlobal('window', tab)
  vi.stubGlobal('document', new EventTarget())
  const drafts = await import('./pick-drafts.ts')
  const { followDrafts } = await import('./send-drafts.ts')
  const { useLiveStore } = await import('../live/live-store.ts')
  const { useSession } = await import('../session/session.ts')
  followDrafts()
  const setTopic = (topic: string, view: unknown, version: number) =>
    useLiveStore.setState(({ topics }) => ({ topics: { ...topics, [topic]: { status: 'live', version, view } } }))
  return {
    ...drafts,
    all: () => drafts.useDraftStore.getState().drafts,
    draft: (weekId = 3) => drafts.useDraftStore.getState().drafts.find((draft) => draft.weekId === weekId),
    signIn: () => useSession.setState({ status: 'signed-in', user: { id: 1 } as never, token: 't' }, true),
    connect: () => useLiveStore.setState({ isConnected: true }),
    /** The view of the member arrives. */
    show: (picks: readonly UserPick[], version: number) => setTopic('user:1', { entries: [{ id: 2, picks }] }, version),
    lockAt: (lock_time: string) => setTopic('pool', { weeks: [{ id: 3, lock_time }] }, 1),
    hearStorage: () => tab.dispatchEvent(new Event('storage')),
    passTime: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}

/** Submits a choice whose response is lost. */
async function submitInVain(tab: Awaited<ReturnType<typeof openTab>>): Promise<void> {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  tab.chooseTeam(CHOICE)
  const submitted = tab.submitDraft(PLACE)
  await tab.passTime(2_500)
  await submitted
  expect(tab.draft()).toMatchObject({ status: 'waiting' })
  sent = []
  answer = () => recorded('KC', 20)
}

describe('a choice', () => {
  it('has a key of its own for each attempt after a refusal, and the same one after a lost response', async () => {
    const tab = await openTab()
    answer = () => refusal(403, 'entry_unpaid')
    tab.chooseTeam(CHOICE)
    expect(await tab.submitDraft(PLACE)).toBe(false)
    expect(tab.draft()).toMatchObject({ status: 'chosen', error: 'No: entry_unpaid' })
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    const submitted = tab.submitDraft(PLACE)
    await tab.passTime(2_500)
    await submitted
    answer = () => recorded('KC', 20)
    expect(await tab.submitDraft(PLACE)).toBe(true)
    const [refused, lost, ...others] = sent.map(({ key }) => key)
    expect(lost).not.toBe(refused)
    expect(new Set(others)).toEqual(new Set([lost]))
    expect(tab.all()).toEqual([])
  })

  it('leaves those for other weeks, also while they wait', async () => {
    const tab = await openTab()
    tab.chooseTeam(CHOICE)
    vi.stubGlobal('navigator', { onLine: false })
    await tab.submitDraft(PLACE)
    tab.chooseTeam({ ...CHOICE, weekId: 4, team: 'LV' })
    expect(tab.all()).toMatchObject([
      { weekId: 3, team: 'KC', status: 'waiting' },
      { weekId: 4, team: 'LV', status: 'chosen' },
    ])
    tab.dropDraft({ ...PLACE, weekId: 4 })
    expect((await openTab()).all()).toMatchObject([{ weekId: 3, status: 'waiting' }])
  })

  it('is shared by all tabs', async () => {
    const one = await openTab()
    one.chooseTeam(CHOICE)
    const two = await openTab()
    one.chooseTeam({ ...CHOICE, entryId: 5 })
    two.chooseTeam({ ...CHOICE, entryId: 6 })
    expect(two.all().map(({ entryId }) => entryId)).toEqual([2, 5, 6])
    one.hearStorage()
    expect(one.all()).toEqual(two.all())
    two.dropDraft(PLACE)
    one.chooseTeam({ ...CHOICE, entryId: 7 })
    expect((await openTab()).all().map(({ entryId }) => entryId)).toEqual([5, 6, 7])
  })

  it('is gone once the pool shows that it was recorded, though its response was lost and the week has locked', async () => {
    const tab = await openTab()
    await submitInVain(tab)
    vi.stubGlobal('navigator', { onLine: false })
    await tab.passTime(3_600_000)
    tab.signIn()
    tab.connect()
    expect(tab.draft()).toMatchObject({ status: 'waiting' })
    tab.show([pickRow('KC', 20)], 20)
    expect(tab.all()).toEqual([])
    expect(sent).toEqual([])
  })

  it('meets the pick that another device has saved, wherever the member looks', async () => {
    const tab = await openTab()
    tab.show([pickRow('BUF', 10)], 10)
    tab.chooseTeam({ ...CHOICE, pickId: 9, receipt: 10 })
    tab.chooseTeam({ ...CHOICE, weekId: 4 })
    tab.show([pickRow('LV', 12), pickRow('MIA', 13, { week_id: 5 })], 13)
    expect(tab.draft()).toMatchObject({ other: 'LV', receipt: 12, status: 'chosen' })
    expect(tab.draft(4)).toMatchObject({ other: null, receipt: null })
  })

  it('does not overwrite a pick that this device has not heard of', async () => {
    const tab = await openTab()
    tab.show([pickRow('BUF', 10)], 10)
    tab.chooseTeam({ ...CHOICE, pickId: 9, receipt: 10 })
    answer = () => refusal(409, 'version_conflict')
    expect(await tab.submitDraft(PLACE)).toBe(false)
    expect(sent).toMatchObject([{ method: 'PATCH', ifMatch: '"10"' }])
    tab.show([pickRow('LV', 12)], 12)
    expect(tab.draft()).toMatchObject({ other: 'LV', error: null })
  })
})

describe('a choice that waits', () => {
  it('is sent once the member signs in, though the connection was never lost', async () => {
    const tab = await openTab()
    await submitInVain(tab)
    tab.connect()
    await tab.passTime(100)
    expect(sent).toEqual([])
    tab.signIn()
    tab.signIn()
    await tab.passTime(100)
    expect(sent).toHaveLength(1)
    expect(tab.all()).toEqual([])
  })

  it('is sent when the lock moves later, and not after it', async () => {
    const tab = await openTab()
    tab.signIn()
    vi.stubGlobal('navigator', { onLine: false })
    tab.chooseTeam(CHOICE)
    await tab.submitDraft(PLACE)
    await tab.passTime(3_600_000)
    vi.stubGlobal('navigator', { onLine: true })
    tab.connect()
    await tab.passTime(60_000)
    expect(sent).toEqual([])
    tab.lockAt(new Date(LOCK_MS + 7_200_000).toISOString())
    await tab.passTime(100)
    expect(sent).toHaveLength(1)
  })

  it('is tried again on a connection that never said that it was lost', async () => {
    const tab = await openTab()
    tab.signIn()
    await submitInVain(tab)
    await tab.passTime(15_000)
    expect(sent).toHaveLength(1)
  })

  it('is not sent against the pick of another device', async () => {
    const tab = await openTab()
    await submitInVain(tab)
    saved = [pickRow('LV', 12)]
    tab.signIn()
    await tab.passTime(100)
    expect(sent).toEqual([])
    expect(tab.draft()).toMatchObject({ other: 'LV', status: 'chosen' })
    // A view that is older than that answer changes nothing.
    tab.show([], 11)
    expect(tab.draft()).toMatchObject({ other: 'LV' })
  })
})

describe('a choice that was sent and not answered', () => {
  /** A tab whose choice was sent into silence. */
  async function sendIntoSilence(tab: Awaited<ReturnType<typeof openTab>>): Promise<void> {
    tab.signIn()
    isSilent = true
    tab.chooseTeam(CHOICE)
    void tab.submitDraft(PLACE)
    await tab.passTime(10_000)
  }

  it('says after ten seconds that it is not confirmed, and is sent again with the same key until it is', async () => {
    const tab = await openTab()
    await sendIntoSilence(tab)
    expect(tab.draft()).toMatchObject({ status: 'sending', unanswered: ['KC'], error: null })
    expect(tab.draftText(tab.draft()!)).toBe('Sent, not confirmed yet')
    await tab.passTime(120_000)
    expect(tab.draftText(tab.draft()!)).toBe('Sent, not confirmed yet')
    isSilent = false
    await tab.passTime(30_000)
    expect(tab.all()).toEqual([])
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  })

  it('is asked about after the lock, and is saved if the pool took it', async () => {
    const tab = await openTab()
    await sendIntoSilence(tab)
    await tab.passTime(3_600_000)
    expect(tab.isUnconfirmed(tab.draft()!)).toBe(true)
    isSilent = false
    saved = [pickRow('KC', 20)]
    sent = []
    await tab.passTime(30_000)
    expect([tab.all(), sent]).toEqual([[], []])
  })

  it.each([
    ['none', [], 'No: week_locked'],
    ['an automatic one', [pickRow('LV', 30, { is_auto: true })], 'The week is locked'],
  ])('is not saved, and says so, if the pool did not take it before the lock and has %s', async (_, picks, error) => {
    const tab = await openTab()
    await sendIntoSilence(tab)
    await tab.passTime(3_600_000)
    isSilent = false
    saved = picks
    answer = () => refusal(403, 'week_locked')
    await tab.passTime(30_000)
    expect(tab.draft()).toMatchObject({ status: 'chosen', unanswered: [], error })
    sent = []
    await tab.passTime(60_000)
    expect(sent).toEqual([])
  })

  it('is asked about by the next visit, when its tab was closed before the first answer', async () => {
    const closed = await openTab()
    closed.signIn()
    isSilent = true
    closed.chooseTeam(CHOICE)
    void closed.submitDraft(PLACE)
    await closed.passTime(1_000)
    const [{ key } = { key: null }] = sent
    expect(closed.draft()).toMatchObject({ status: 'sending', unanswered: [] })
    const tab = await openTab()
    expect(tab.draft()).toMatchObject({ status: 'waiting', unanswered: ['KC'] })
    isSilent = false
    sent = []
    vi.setSystemTime(LOCK_MS + 60_000)
    tab.signIn()
    await tab.passTime(100)
    expect(sent).toMatchObject([{ key }])
    expect(tab.all()).toEqual([])
  })

  it('is replaced by another choice, which changes the pick that the pool took meanwhile', async () => {
    const tab = await openTab()
    await sendIntoSilence(tab)
    tab.chooseTeam({ ...CHOICE, team: 'BUF' })
    expect(tab.draft()).toMatchObject({ team: 'BUF', status: 'chosen', unanswered: ['KC'] })
    isSilent = false
    saved = [pickRow('KC', 20)]
    answer = ({ method }) => (method === 'POST' ? refusal(409, 'version_conflict') : recorded('BUF', 21))
    sent = []
    expect(await tab.submitDraft(PLACE)).toBe(true)
    expect(sent).toMatchObject([
      { method: 'POST', ifMatch: '"0"' },
      { method: 'PATCH', ifMatch: '"20"' },
    ])
    expect(tab.all()).toEqual([])
  })

  it('does not stay unconfirmed when nothing was sent', async () => {
    const tab = await openTab()
    tab.chooseTeam(CHOICE)
    vi.stubGlobal('navigator', { onLine: false })
    await tab.submitDraft(PLACE)
    vi.stubGlobal('navigator', { onLine: true })
    isSilent = true
    tab.signIn()
    await tab.passTime(60_000)
    expect(sent).toEqual([])
    expect(tab.draft()).toMatchObject({ unanswered: [] })
    expect(tab.draftText(tab.draft()!)).not.toMatch(/confirmed/)
  })
})

describe('after the pool has saved or cleared a pick', () => {
  it('an older view is not held against the next choice', async () => {
    const tab = await openTab()
    tab.show([pickRow('BUF', 10)], 10)
    tab.chooseTeam({ ...CHOICE, pickId: 9, receipt: 10 })
    await tab.submitDraft(PLACE)
    const [{ pick } = { pick: null }] = tab.useDraftStore.getState().answers
    expect(pick).toEqual({ id: 9, team: 'KC', receipt: 20, savedAt: LOCK })
    tab.chooseTeam({ ...CHOICE, team: 'LV', pickId: 9, receipt: 20 })
    tab.show([pickRow('BUF', 10)], 11)
    expect(tab.draft()).toMatchObject({ team: 'LV', other: null, receipt: 20 })
    tab.keepCleared(PLACE, 20)
    tab.chooseTeam({ ...CHOICE, team: 'MIA' })
    tab.show([pickRow('KC', 20)], 20)
    // Views that learned something else in the meantime, and not yet of the clearing.
    tab.show([pickRow('KC', 20)], 25)
    expect(tab.draft()).toMatchObject({ team: 'MIA', other: null, receipt: null })
    tab.show([pickRow('LV', 30)], 30)
    expect(tab.draft()).toMatchObject({ team: 'MIA', other: 'LV', receipt: 30 })
  })
})
