import type { EntryId, TeamAbbr, WeekId } from '@outlast/domain'
import { type Hashing, merkleRoot, pickCommitment } from '@outlast/domain/rules'
import type { ProvedEvent, WeekProof } from '../rest/proof.ts'
import { isAuthentic } from './event-hash.ts'

/** A pick that the pool shows; null without one. */
export interface ShownPick {
  readonly id: number
  readonly team: string | null
}

/** A pick that is not the one that the lock and the events after it recorded. */
export interface TamperedPick {
  readonly entryId: number
  /** What the pool shows; null for no pick. */
  readonly shown: string | null
  /** What was recorded; null for no pick. */
  readonly recorded: string | null
}

/** A pick that an admin changed after the lock, on record. */
export interface RecordedChange {
  readonly entryId: number
  readonly position: number
  /** Null for a cleared pick. */
  readonly team: string | null
  readonly reason: string | null
}

/** The result of recomputing a week's proof. */
export interface Verdict {
  /** Whether the root over all leaves is the one that the event of the lock recorded. */
  readonly rootHolds: boolean
  readonly root: string
  readonly leaves: number
  readonly picks: number
  /** Entries whose published team and nonce do not produce their commitment. */
  readonly broken: readonly number[]
  /** Positions of events whose content does not produce their hash. */
  readonly forged: readonly number[]
  readonly tampered: readonly TamperedPick[]
  readonly changedOnRecord: readonly RecordedChange[]
}

/** Returns whether a verdict found no problem. */
export const isSound = ({ rootHolds, broken, forged, tampered }: Verdict): boolean =>
  rootHolds && broken.length === 0 && forged.length === 0 && tampered.length === 0

/**
 * Recomputes a locked week's proof (docs/proofs.md): each pick's commitment, the Merkle root over all of them, and the hash of each event
 * that explains a difference. Then compares every pick that the pool shows with what was recorded.
 * @param revealed the entries as the viewer sees them, if the caller has them; the proof has the pool's list as well
 */
export function verifyWeek(hashing: Hashing, proof: WeekProof, revealed?: readonly ShownPick[]): Verdict {
  const leaves = proof.leaves.map(({ entry_id, commitment }) => ({ entryId: entry_id, commitment }))
  const root = merkleRoot(hashing, leaves)
  const forged = [proof.lock, ...proof.events].filter((event) => !isSoundEvent(hashing, event)).map(({ position }) => position)
  const { lock } = proof
  const isLock = lock.type === 'WeekLocked' && lock.data['weekId'] === proof.week_id && lock.position === proof.position
  return {
    rootHolds: isLock && root === proof.merkle_root && root === lock.data['merkleRoot'],
    root,
    leaves: leaves.length,
    picks: leaves.filter(({ commitment }) => commitment !== null).length,
    broken: proof.leaves.filter((leaf) => !matchesCommitment(hashing, proof.week_id, leaf)).map((leaf) => leaf.entry_id),
    forged,
    // An event that is not authentic explains nothing.
    ...compareShown(proof, revealed, new Set(forged)),
  }
}

function isSoundEvent(hashing: Hashing, event: ProvedEvent): boolean {
  if (!isAuthentic(hashing, event)) return false
  const { entryId, weekId, team, nonce, commitment } = event.data
  return team === undefined || pickCommitment(hashing, String(nonce), ...idsOf(entryId, weekId, team)) === commitment
}

/** The picks that were recorded: those of the lock, and what the events made of them. */
class RecordedPicks {
  readonly teams: Map<number, string | null>
  readonly deleted = new Set<number>()
  readonly changes = new Map<number, RecordedChange>()
  readonly #entriesOfUsers = new Map<number, number[]>()
  readonly #leaves: ReadonlySet<number>
  readonly #proof: WeekProof

  constructor(proof: WeekProof, events: readonly ProvedEvent[]) {
    this.#proof = proof
    this.#leaves = new Set(proof.leaves.map((leaf) => leaf.entry_id))
    this.teams = new Map(proof.leaves.map(({ entry_id, team_abbr }) => [entry_id, team_abbr]))
    for (const event of events) this.#apply(event)
  }

  #apply(event: ProvedEvent): void {
    const data = event.data as { readonly entryId: number; readonly userId: number; readonly weekId: number }
    switch (event.type) {
      case 'PickSubmitted':
      case 'PickOverridden':
      case 'PickCleared':
        if (data.weekId === this.#proof.week_id) this.#applyPick(event, data.entryId)
        return
      case 'EntryDeleted':
        this.deleted.add(data.entryId)
        return
      case 'EntryCreated':
        this.#entriesOfUsers.set(data.userId, [...(this.#entriesOfUsers.get(data.userId) ?? []), data.entryId])
        return
      case 'UserDeleted':
        for (const id of this.#entriesOfUsers.get(data.userId) ?? []) this.deleted.add(id)
        return
      case 'UsersAndEntriesPurged':
        for (const id of this.teams.keys()) this.deleted.add(id)
    }
  }

  #applyPick({ position, data, metadata }: ProvedEvent, entryId: number): void {
    // The leaf supersedes earlier picks.
    if (position < this.#proof.position && this.#leaves.has(entryId)) return
    const team = typeof data['team'] === 'string' ? data['team'] : null
    const reason = typeof metadata['reason'] === 'string' ? metadata['reason'] : null
    this.teams.set(entryId, team)
    if (position > this.#proof.position) this.changes.set(entryId, { entryId, position, team, reason })
  }
}

function compareShown(
  proof: WeekProof,
  revealed: readonly ShownPick[] | undefined,
  forged: ReadonlySet<number>,
): Pick<Verdict, 'tampered' | 'changedOnRecord'> {
  const recorded = new RecordedPicks(
    proof,
    proof.events.filter(({ position }) => !forged.has(position)),
  )
  const onScreen = revealed === undefined ? undefined : new Map(revealed.map(({ id, team }) => [id, team]))
  const inPool = new Map<number, string | null>(proof.picks.map(({ entry_id, team_abbr }) => [entry_id, team_abbr]))
  const tampered = new Map<number, TamperedPick>()
  const expect = (entryId: number, shown: string | null): void => {
    const team = recorded.deleted.has(entryId) ? null : (recorded.teams.get(entryId) ?? null)
    if (team !== shown) tampered.set(entryId, { entryId, shown, recorded: team })
  }
  const known = new Set([...recorded.teams.keys(), ...inPool.keys(), ...(onScreen?.keys() ?? [])])
  for (const id of known) {
    if (onScreen !== undefined) expect(id, onScreen.get(id) ?? null)
    expect(id, inPool.get(id) ?? null)
  }
  return {
    tampered: [...tampered.values()].sort((a, b) => a.entryId - b.entryId),
    changedOnRecord: [...recorded.changes.values()].filter(({ entryId }) => !recorded.deleted.has(entryId)),
  }
}

type Leaf = WeekProof['leaves'][number]

/** Returns whether a leaf's team and nonce produce its commitment. A leaf without a pick has neither. */
function matchesCommitment(hashing: Hashing, weekId: number, { entry_id, team_abbr, nonce, commitment }: Leaf): boolean {
  if (commitment === null) return team_abbr === null
  if (nonce === null || team_abbr === null) return false
  return pickCommitment(hashing, nonce, ...idsOf(entry_id, weekId, team_abbr)) === commitment
}

/** The domain's ids, from those of a response. */
function idsOf(entryId: unknown, weekId: unknown, team: unknown): [EntryId, WeekId, TeamAbbr] {
  return [entryId as EntryId, weekId as WeekId, team as TeamAbbr]
}
