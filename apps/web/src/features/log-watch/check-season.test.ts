import type { ProvedEvent, Week, WeekProof } from '@outlast/contract'
import { fromHex, merkleRoot, pickCommitment, toHex } from '@outlast/domain/rules'
import canonicalize from 'canonicalize'
import { describe, expect, test } from 'vitest'
import { hashing } from '../../lib/hashing.ts'
import { checkSeason, type SeasonSource } from './check-season.ts'

const NOW = '2031-09-20T12:00:00.000Z'
const PREVIOUS = 'ab'.repeat(32)
const utf8 = new TextEncoder()
const sha = (text: string): string => toHex(hashing.sha256(utf8.encode(text)))

function eventOf(position: number, type: string, data: Record<string, unknown>): ProvedEvent {
  const metadata = { actor: null, role: 'system' }
  const times = { recorded_at: NOW, site_time: NOW }
  const columns = { position, stream: 'week', version: 1, event_id: 'id', type, schema_version: 1, ...times }
  const inputs = { ...columns, data_hash: sha(canonicalize(data) ?? ''), metadata_hash: sha(canonicalize(metadata) ?? '') }
  const eventHash = hashing.sha256(utf8.encode(canonicalize(inputs)))
  const hash = toHex(hashing.sha256(new Uint8Array([...fromHex(PREVIOUS), ...eventHash])))
  return { ...columns, data, data_hash: inputs.data_hash, metadata, previous_hash: PREVIOUS, hash }
}

/** A week in which entry 1 picked KC, which lost to DAL. */
function weekOf(number: number): WeekProof {
  const nonce = 'cd'.repeat(32)
  type Ids = Parameters<typeof pickCommitment>
  const commitment = pickCommitment(hashing, nonce, 1 as Ids[2], number as Ids[3], 'KC' as Ids[4])
  const merkle_root = merkleRoot(hashing, [{ entryId: 1, commitment }])
  const at = number * 100
  const games = [{ gameId: number, espnId: `${number}`, home: 'KC', away: 'DAL', kickoff: NOW, kickoffKnown: true }]
  return {
    week_id: number,
    season_year: 2031,
    week_number: number,
    position: at,
    merkle_root,
    leaves: [{ entry_id: 1, team_abbr: 'KC', nonce, commitment }],
    changed_after_lock: [],
    lock: eventOf(at, 'WeekLocked', { weekId: number, merkleRoot: merkle_root, missed: [] }),
    events: [
      eventOf(at - 2, 'WeekAdded', { weekId: number, seasonYear: 2031, weekNumber: number, lockTime: NOW }),
      eventOf(at - 1, 'GamesSynced', { weekId: number, games }),
      eventOf(at + 1, 'GameFinalized', { weekId: number, gameId: number, homeScore: 3, awayScore: 10, detail: null }),
    ],
    picks: [{ entry_id: 1, team_abbr: 'KC' }],
    games: [{ id: number, home_team_abbr: 'KC', away_team_abbr: 'DAL', status: 'final', home_score: 3, away_score: 10 }],
    out: number === 1 ? [1] : [],
    unproved: [],
  }
}

/** A pool that shows these proofs. */
function poolOf(proofs: readonly WeekProof[]): SeasonSource & { readonly read: number[] } {
  const read: number[] = []
  return {
    read,
    weeks: () =>
      Promise.resolve(
        [1, 2, 3].map((id) => ({ id, season_year: 2031, week_number: id, is_locked: id < 3, is_current: id === 3 }) as Week),
      ),
    proof: (id) => {
      read.push(id)
      const proof = proofs.find(({ week_id }) => week_id === id)
      return proof === undefined ? Promise.reject(new Error('no such week')) : Promise.resolve(proof)
    },
  }
}

const options = { hashing, now: NOW, maxPicks: Number.POSITIVE_INFINITY, hashes: new Map<number, string>() }
const sentences = async (pool: SeasonSource, changed = {}) =>
  (await checkSeason(pool, { ...options, ...changed })).problems.map(({ sentence }) => sentence)
const honest = [weekOf(1), weekOf(2)]

describe('checkSeason', () => {
  test('finds nothing in a season whose picks, results and eliminations follow from the log', async () => {
    const pool = poolOf(honest)
    expect(await checkSeason(pool, options)).toMatchObject({ problems: [], wholeSeason: 2031 })
    expect(pool.read).toEqual([2, 1])
  })

  test('reports a changed score, a changed pick and a changed elimination as tampered', async () => {
    const [one, two] = honest as [WeekProof, WeekProof]
    const score = { ...two, games: two.games.map((game) => ({ ...game, home_score: 30 })) }
    expect(await sentences(poolOf([one, score]))).toEqual([
      'Tampered: the pool shows DAL 10–30 KC, final in week 2, but DAL 10–3 KC, final is recorded.',
    ])
    expect(await sentences(poolOf([one, { ...two, picks: [{ entry_id: 1, team_abbr: 'GB' }] }]))).toEqual([
      'Tampered: the pool shows GB for entry 1 in week 2, but KC is recorded.',
    ])
    expect(await sentences(poolOf([{ ...one, out: [] }, two]))).toEqual([
      'Tampered: the pool shows entry 1 alive. By the recorded picks and results it is out since week 1.',
    ])
  })

  test('reports an event that is not the one in the chain that the device followed', async () => {
    const hashes = new Map([[201, 'ef'.repeat(32)]])
    expect(await sentences(poolOf(honest), { hashes })).toEqual([
      'Event #201, on which week 2 depends, is not the one in the log.',
    ])
  })

  test('reads the newest week only when it may read no more, and judges no elimination then', async () => {
    const [one, two] = honest as [WeekProof, WeekProof]
    const pool = poolOf([{ ...one, out: [] }, two])
    expect(await checkSeason(pool, { ...options, maxPicks: 0 })).toMatchObject({ problems: [], wholeSeason: undefined })
    expect(pool.read).toEqual([2])
  })
})
