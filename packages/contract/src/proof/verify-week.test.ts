import { createHash, createHmac } from 'node:crypto'
import { merkleRoot, pickCommitment } from '@outlast/domain/rules'
import canonicalize from 'canonicalize'
import { describe, expect, test } from 'vitest'
import type { ProvedEvent, WeekProof } from '../rest/proof.ts'
import { isAuthentic } from './event-hash.ts'
import { isSound, type ShownPick, verifyStandings, verifyWeek } from './verify-week.ts'

const hashing = {
  sha256: (data: Uint8Array | string) => createHash('sha256').update(data).digest(),
  hmacSha256: (key: Uint8Array, data: Uint8Array) => createHmac('sha256', key).update(data).digest(),
}
const sha = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const WEEK = 7
const LOCK = 99
const nonceOf = (entry: number): string => entry.toString(16).padStart(64, '0')
const PREVIOUS = 'ab'.repeat(32)

/** Hashes an event as docs/proofs.md describes it, in the earlier or the later form of the chain. */
function eventOf(
  position: number,
  type: string,
  data: Record<string, unknown>,
  { reason, form = 'earlier' }: { reason?: string; form?: 'earlier' | 'later' } = {},
): ProvedEvent {
  const metadata = { actor: 1, role: 'admin', ...(reason === undefined ? {} : { reason }) }
  const columns = {
    position,
    stream: `entry-${data['entryId'] as number}`,
    version: 3,
    event_id: '0b8ff7a2-58f4-4a0f-9e4c-1c2c1a7c9a61',
    type,
    schema_version: 1,
    recorded_at: '2031-09-20T12:00:00.000Z',
    site_time: '2031-09-20T12:00:00.000Z',
    data_hash: sha(canonicalize(data) ?? '').toString('hex'),
  }
  const inputs = canonicalize({ ...columns, metadata_hash: sha(canonicalize(metadata) ?? '').toString('hex') }) ?? ''
  const hash = sha(Buffer.from(PREVIOUS, 'hex'), form === 'earlier' ? inputs : sha(inputs)).toString('hex')
  return { ...columns, data, metadata, previous_hash: PREVIOUS, hash }
}

const commitmentOf = (entry: number, team: string) =>
  pickCommitment(hashing, nonceOf(entry), entry as never, WEEK as never, team as never)

function leaf(entry: number, team: string | null): WeekProof['leaves'][number] {
  if (team === null) return { entry_id: entry, team_abbr: null, nonce: null, commitment: null }
  return { entry_id: entry, team_abbr: team, nonce: nonceOf(entry), commitment: commitmentOf(entry, team) }
}

const pickData = (entryId: number, team: string) => ({
  pickId: entryId * 1_000_000 + WEEK,
  entryId,
  weekId: WEEK,
  team,
  nonce: nonceOf(entryId),
  commitment: commitmentOf(entryId, team),
  source: 'override',
})
const override = (position: number, entryId: number, team: string, reason = 'a mail') =>
  eventOf(position, 'PickOverridden', pickData(entryId, team), { reason })
const clear = (position: number, entryId: number) =>
  eventOf(position, 'PickCleared', { pickId: entryId * 1_000_000 + WEEK, entryId, weekId: WEEK })

type Picks = Readonly<Record<number, string>>

const LEAVES = [leaf(1, 'KC'), leaf(2, null), leaf(3, 'DAL')]

function proofOf({
  leaves = LEAVES,
  events = [] as readonly ProvedEvent[],
  picks = { 1: 'KC', 3: 'DAL' } as Picks,
} = {}): WeekProof {
  const merkle_root = merkleRoot(
    hashing,
    leaves.map(({ entry_id, commitment }) => ({ entryId: entry_id, commitment })),
  )
  return {
    week_id: WEEK,
    season_year: 2031,
    week_number: 3,
    position: LOCK,
    merkle_root,
    leaves,
    changed_after_lock: [],
    lock: eventOf(LOCK, 'WeekLocked', { weekId: WEEK, merkleRoot: merkle_root, missed: [] }),
    events: [...events],
    picks: Object.entries(picks).map(([id, team]) => ({ entry_id: Number(id), team_abbr: team })),
    games: [],
    out: [],
    unproved: [],
  }
}

const shown = (teams: Readonly<Record<number, string | null>>): ShownPick[] =>
  Object.entries(teams).map(([id, team]) => ({ id: Number(id), team }))
const REVEAL = shown({ 1: 'KC', 2: null, 3: 'DAL' })
const verify = (proof: WeekProof, revealed: readonly ShownPick[] = REVEAL) => verifyWeek(hashing, proof, revealed)

describe('isAuthentic', () => {
  const event = override(120, 3, 'NYG')

  test('accepts an event that produces its hash, in both forms of the chain', () => {
    expect(isAuthentic(hashing, event)).toBe(true)
    expect(isAuthentic(hashing, eventOf(120, 'PickOverridden', pickData(3, 'NYG'), { form: 'later' }))).toBe(true)
  })

  test.each<[string, Partial<ProvedEvent>]>([
    ['data', { data: { ...event.data, team: 'GB' } }],
    ['metadata', { metadata: { ...event.metadata, reason: 'another reason' } }],
    ['position', { position: 121 }],
    ['time', { recorded_at: '2031-09-20T12:00:01.000Z' }],
    ['previous hash', { previous_hash: 'cd'.repeat(32) }],
    ['hash', { hash: 'cd'.repeat(32) }],
  ])('rejects an event whose %s was changed', (_, change) => {
    expect(isAuthentic(hashing, { ...event, ...change })).toBe(false)
  })

  test('accepts a redacted name, which its hash still covers', () => {
    const created = eventOf(4, 'EntryCreated', { entryId: 3, userId: 2, name: 'Lucky' })
    expect(isAuthentic(hashing, { ...created, data: { ...created.data, name: null } })).toBe(true)
    expect(isAuthentic(hashing, { ...created, data: { ...created.data, name: 'Unlucky' } })).toBe(false)
  })
})

describe('verifyWeek', () => {
  test('accepts a proof that matches the reveal', () => {
    const verdict = verify(proofOf())
    expect(verdict).toMatchObject({ rootHolds: true, leaves: 3, picks: 2, broken: [], forged: [], tampered: [] })
    expect(isSound(verdict)).toBe(true)
  })

  test('rejects a root that the leaves do not produce, and one that the lock did not record', () => {
    const other = 'ab'.repeat(32)
    const proof = proofOf()
    for (const wrong of [
      { ...proof, merkle_root: other },
      { ...proof, lock: eventOf(LOCK, 'WeekLocked', { weekId: WEEK, merkleRoot: other, missed: [] }) },
      { ...proof, lock: eventOf(LOCK, 'WeekLocked', { weekId: 8, merkleRoot: proof.merkle_root, missed: [] }) },
    ]) {
      expect(verify(wrong).rootHolds).toBe(false)
      expect(isSound(verify(wrong))).toBe(false)
    }
  })

  test('rejects a lock whose content does not produce its hash', () => {
    const proof = proofOf()
    const verdict = verify({ ...proof, lock: { ...proof.lock, site_time: '2031-09-20T13:00:00.000Z' } })
    expect(verdict.forged).toEqual([LOCK])
    expect(isSound(verdict)).toBe(false)
  })

  test('reports entries whose team does not match the commitment', () => {
    const forged = { ...leaf(3, 'DAL'), team_abbr: 'GB' }
    const verdict = verify(
      proofOf({ leaves: [leaf(1, 'KC'), leaf(2, null), forged], picks: { 1: 'KC', 3: 'GB' } }),
      shown({ 1: 'KC', 3: 'GB' }),
    )
    expect(verdict).toMatchObject({ rootHolds: true, broken: [3] })
    expect(isSound(verdict)).toBe(false)
  })

  test.each<[string, Picks, Readonly<Record<number, string | null>>, object]>([
    ['changed', { 1: 'BUF', 3: 'DAL' }, { 1: 'BUF', 3: 'DAL' }, { entryId: 1, shown: 'BUF', recorded: 'KC' }],
    ['removed', { 3: 'DAL' }, { 1: null, 3: 'DAL' }, { entryId: 1, shown: null, recorded: 'KC' }],
    ['removed with its entry', { 3: 'DAL' }, { 3: 'DAL' }, { entryId: 1, shown: null, recorded: 'KC' }],
    ['added', { 1: 'KC', 2: 'NE', 3: 'DAL' }, { 1: 'KC', 2: 'NE', 3: 'DAL' }, { entryId: 2, shown: 'NE', recorded: null }],
    [
      'added with an entry',
      { 1: 'KC', 3: 'DAL', 4: 'SF' },
      { 1: 'KC', 3: 'DAL', 4: 'SF' },
      { entryId: 4, shown: 'SF', recorded: null },
    ],
    ['changed on the screen only', { 1: 'KC', 3: 'DAL' }, { 1: 'KC', 3: 'GB' }, { entryId: 3, shown: 'GB', recorded: 'DAL' }],
    ['changed in the pool only', { 1: 'KC', 3: 'GB' }, { 1: 'KC', 3: 'DAL' }, { entryId: 3, shown: 'GB', recorded: 'DAL' }],
  ])('reports a pick that was %s without an event as tampered', (_, picks, revealed, tampered) => {
    const verdict = verify(proofOf({ picks }), shown(revealed))
    expect(verdict.tampered).toEqual([tampered])
    expect(isSound(verdict)).toBe(false)
  })

  test('accepts a change that an event after the lock explains, with its reason', () => {
    const verdict = verify(
      proofOf({ events: [override(120, 3, 'NYG')], picks: { 1: 'KC', 3: 'NYG' } }),
      shown({ 1: 'KC', 2: null, 3: 'NYG' }),
    )
    expect(verdict.changedOnRecord).toEqual([{ entryId: 3, position: 120, actor: 1, team: 'NYG', reason: 'a mail' }])
    expect(isSound(verdict)).toBe(true)
  })

  test('accepts a cleared pick, and a pick that replaced another change', () => {
    const events = [override(110, 1, 'BUF'), override(120, 1, 'GB'), clear(130, 3)]
    expect(isSound(verify(proofOf({ events, picks: { 1: 'GB' } }), shown({ 1: 'GB', 3: null })))).toBe(true)
    expect(verify(proofOf({ events, picks: { 1: 'BUF' } }), shown({ 1: 'BUF' })).tampered).toEqual([
      { entryId: 1, shown: 'BUF', recorded: 'GB' },
    ])
  })

  test('reports a pick as tampered when the event that explains it was forged', () => {
    const event = override(120, 3, 'NYG')
    const forged = { ...event, data: { ...event.data, team: 'GB', commitment: commitmentOf(3, 'GB') } }
    const verdict = verify(proofOf({ events: [forged], picks: { 1: 'KC', 3: 'GB' } }), shown({ 1: 'KC', 3: 'GB' }))
    expect(verdict).toMatchObject({ forged: [120], tampered: [{ entryId: 3, shown: 'GB', recorded: 'DAL' }] })
  })

  test('reports an event whose team does not match its commitment', () => {
    const data = { ...pickData(3, 'NYG'), commitment: commitmentOf(3, 'GB') }
    expect(verify(proofOf({ events: [eventOf(120, 'PickOverridden', data)] })).forged).toEqual([120])
  })

  test('ignores events of another week', () => {
    const other = eventOf(120, 'PickOverridden', { ...pickData(3, 'NYG'), weekId: 8, commitment: undefined, team: undefined })
    expect(isSound(verify(proofOf({ events: [other] })))).toBe(true)
  })

  test('accepts the pick of an entry without a leaf that was recorded before the lock', () => {
    const events = [override(50, 4, 'SF')]
    expect(
      isSound(verify(proofOf({ events, picks: { 1: 'KC', 3: 'DAL', 4: 'SF' } }), shown({ 1: 'KC', 3: 'DAL', 4: 'SF' }))),
    ).toBe(true)
  })

  test('does not let a pick from before the lock replace a leaf', () => {
    const events = [override(50, 3, 'SF')]
    expect(verify(proofOf({ events, picks: { 1: 'KC', 3: 'SF' } }), shown({ 1: 'KC', 3: 'SF' })).tampered).toHaveLength(1)
  })

  test('accepts that deleted entries are no longer shown: alone, with their account, or in a purge', () => {
    const kc = { picks: { 1: 'KC' } }
    const gone = eventOf(120, 'EntryDeleted', { entryId: 3 })
    const account = [
      eventOf(4, 'EntryCreated', { entryId: 3, userId: 2, name: 'Lucky' }),
      eventOf(120, 'UserDeleted', { userId: 2 }),
    ]
    expect(isSound(verify(proofOf({ events: [gone], ...kc }), shown({ 1: 'KC' })))).toBe(true)
    expect(isSound(verify(proofOf({ events: account, ...kc }), shown({ 1: 'KC' })))).toBe(true)
    expect(isSound(verify(proofOf({ events: account.slice(1), ...kc }), shown({ 1: 'KC' })))).toBe(false)
    const purge = eventOf(120, 'UsersAndEntriesPurged', { users: 1, entries: 3, picks: 2 })
    expect(isSound(verify(proofOf({ events: [purge], picks: {} }), []))).toBe(true)
  })
})

/** The events of a week with a game that KC won at home, and its proof. */
const added = eventOf(10, 'WeekAdded', { weekId: WEEK, seasonYear: 2031, weekNumber: 3, lockTime: '2031-09-20T12:00:00.000Z' })
const strict = eventOf(9, 'PoolRulesChanged', { rules: { missedPick: 'eliminated' } })
const synced = eventOf(11, 'GamesSynced', {
  weekId: WEEK,
  games: [{ gameId: 5, espnId: '401', home: 'KC', away: 'DAL', kickoff: '2031-09-20T12:00:00.000Z', kickoffKnown: true }],
})
const won = eventOf(100, 'GameFinalized', { weekId: WEEK, gameId: 5, homeScore: 20, awayScore: 17, detail: null })
const shownGame = (change: Partial<WeekProof['games'][number]> = {}): WeekProof['games'][number] => ({
  id: 5,
  home_team_abbr: 'KC',
  away_team_abbr: 'DAL',
  status: 'final',
  home_score: 20,
  away_score: 17,
  ...change,
})
const played = (change: Partial<WeekProof> = {}): WeekProof => {
  const proof = proofOf({ events: [strict, added, synced, won] })
  const lock = eventOf(LOCK, 'WeekLocked', { weekId: WEEK, merkleRoot: proof.merkle_root, missed: [2] })
  return { ...proof, lock, games: [shownGame()], out: [2, 3], ...change }
}

describe('verifyWeek: the results of a week', () => {
  test('accepts the games that the events recorded', () => {
    expect(verify(played()).scores).toEqual([])
    expect(isSound(verify(played()))).toBe(true)
  })

  test.each<[string, Partial<WeekProof['games'][number]>, string]>([
    ['a score', { home_score: 16 }, 'DAL 17–16 KC, final'],
    ['that it is over', { status: 'in_progress' }, 'DAL 17–20 KC, in progress'],
    ['its teams', { away_team_abbr: 'SF' }, 'SF 17–20 KC, final'],
  ])('reports a game as tampered when the pool shows %s that no event recorded', (_, change, shownText) => {
    const verdict = verify(played({ games: [shownGame(change)] }))
    expect(verdict.scores).toEqual([{ gameId: 5, shown: shownText, recorded: 'DAL 17–20 KC, final' }])
    expect(isSound(verdict)).toBe(false)
  })

  test('reports a game that was added or removed without an event', () => {
    expect(verify(played({ games: [] })).scores).toEqual([{ gameId: 5, shown: null, recorded: 'DAL 17–20 KC, final' }])
    expect(verify(played({ games: [shownGame(), shownGame({ id: 6 })] })).scores).toEqual([
      { gameId: 6, shown: 'DAL 17–20 KC, final', recorded: null },
    ])
  })

  test('does not believe a score whose event was changed', () => {
    const forged = { ...won, data: { ...won.data, homeScore: 3 } }
    const verdict = verify(played({ events: [strict, added, synced, forged], games: [shownGame({ home_score: 3 })] }))
    expect(verdict).toMatchObject({ forged: [100], scores: [{ gameId: 5, recorded: 'DAL KC, scheduled' }] })
  })
})

describe('verifyStandings', () => {
  const standings = (proof: WeekProof) => verifyStandings(hashing, [proof])

  test('accepts that the losers and those without a pick are out', () => {
    expect(standings(played())).toEqual([])
  })

  test('reports an entry that the pool keeps in although it lost, and one that it puts out although it won', () => {
    expect(standings(played({ out: [2] }))).toEqual([{ entryId: 3, shown: null, recorded: 3 }])
    expect(standings(played({ out: [1, 2, 3] }))).toEqual([{ entryId: 1, shown: 3, recorded: null }])
  })

  test('accepts an elimination by hand and a reinstatement that are on record', () => {
    const byHand = eventOf(110, 'EntryEliminatedByHand', { entryId: 1, seasonYear: 2031, weekNumber: 3 })
    const forgiven = [{ weekId: WEEK, team: 'DAL' }]
    const back = eventOf(111, 'EntryReinstated', { entryId: 3, seasonYear: 2031, forgiven })
    expect(standings(played({ events: [strict, added, synced, won, byHand, back], out: [1, 2] }))).toEqual([])
    expect(standings(played({ events: [strict, added, synced, won, byHand, back], out: [2, 3] }))).toHaveLength(2)
  })

  test('applies the rules of the season, whenever they were chosen', () => {
    const rules = eventOf(120, 'PoolRulesChanged', { rules: { lives: 2 } })
    expect(standings(played({ events: [strict, added, synced, won, rules], out: [] }))).toEqual([])
  })

  test('says nothing about an entry whose events name a week that is hidden', () => {
    expect(standings(played({ out: [2], unproved: [3] }))).toEqual([])
  })

  test('says nothing about a season without a locked week', () => {
    expect(verifyStandings(hashing, [])).toEqual([])
  })
})
