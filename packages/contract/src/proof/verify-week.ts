import {
  type EntryId,
  entryStanding,
  eventsThat,
  type GameStatus,
  mainContest,
  picksOf,
  type PoolState,
  scheduleWeekId,
  seasonResults,
  type TeamAbbr,
  type WeekId,
} from '@outlast/domain'
import { type Hashing, merkleRoot, pickCommitment } from '@outlast/domain/rules'
import type { ProvedEvent, WeekProof } from '../rest/proof.ts'
import { isAuthentic } from './event-hash.ts'
import { foldProofs } from './fold-proofs.ts'

const CHANGES: ReadonlySet<string> = new Set(eventsThat('sets_pick', 'clears_pick'))

/** A pick that the pool shows, with the id of its entry; null without one. */
export interface ShownPick {
  readonly id: number
  readonly team: string | null
}

/** An entry whose picks are not those that the lock and the events after it recorded. */
interface TamperedPick {
  readonly entryId: number
  /** The teams that the pool shows, in the order of their slots; null for no pick. */
  readonly shown: string | null
  /** The teams that were recorded; null for no pick. */
  readonly recorded: string | null
}

/** A game that is not what its events recorded; null: no such game. */
interface TamperedGame {
  readonly gameId: number
  readonly shown: string | null
  readonly recorded: string | null
}

/** An entry that is out since another week than the picks and results say; null: it is not out since any of the weeks. */
export interface TamperedStanding {
  readonly entryId: number
  readonly shown: number | null
  readonly recorded: number | null
}

/** What somebody changed afterwards, on record. */
export interface RecordedDecision {
  readonly position: number
  /** The user who decided it; null: the pool itself, for example with a correction of the feed. */
  readonly actor: number | null
  readonly reason: string | null
}

/** A pick that an admin changed after the lock, on record. */
interface RecordedChange extends RecordedDecision {
  readonly entryId: number
  /** Null for a cleared pick. */
  readonly team: string | null
}

/** A final score that was corrected, on record. */
interface RecordedCorrection extends RecordedDecision {
  readonly gameId: number
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
  readonly scores: readonly TamperedGame[]
  readonly changedOnRecord: readonly RecordedChange[]
  readonly correctedOnRecord: readonly RecordedCorrection[]
}

/** Returns whether a verdict found no problem. */
export const isSound = ({ rootHolds, broken, forged, tampered, scores }: Verdict): boolean =>
  rootHolds && [broken, forged, tampered, scores].every((problems) => problems.length === 0)

/**
 * Recomputes a locked week's proof (docs/proofs.md): each pick's commitment, the Merkle root over all of them, and the hash of each event
 * that explains a difference. Then compares every pick and every game that the pool shows with what was recorded.
 * @param revealed the entries as the viewer sees them, if the caller has them; the proof has the pool's list as well
 */
export function verifyWeek(hashing: Hashing, proof: WeekProof, revealed?: readonly ShownPick[]): Verdict {
  const leaves = proof.leaves.map(({ entry_id, slot = 1, commitment }) => ({ entryId: entry_id, slot, commitment }))
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

/** Compares what the pool shows with what follows from the leaves and the events. */
function compareShown(
  proof: WeekProof,
  revealed: readonly ShownPick[] | undefined,
  forged: ReadonlySet<number>,
): Pick<Verdict, 'tampered' | 'scores' | 'changedOnRecord' | 'correctedOnRecord'> {
  const state = foldProofs([proof], forged)
  return {
    tampered: comparePicks(state, proof, revealed),
    scores: compareGames(state, proof),
    changedOnRecord: changesAfterLock(state, proof, forged),
    correctedOnRecord: correctionsOf(proof, forged),
  }
}

function comparePicks(state: PoolState, proof: WeekProof, revealed: readonly ShownPick[] | undefined): TamperedPick[] {
  const weekId = proof.week_id as WeekId
  const picks = [...state.entries.values()].flatMap((entry) => picksOf(entry, weekId).map(({ team }) => ({ id: entry.id, team })))
  const recorded = teamsByEntry(picks)
  const onScreen = revealed && teamsByEntry(revealed)
  const inPool = teamsByEntry(proof.picks.map(({ entry_id: id, team_abbr: team }) => ({ id, team })))
  const tampered = new Map<number, TamperedPick>()
  const expect = (entryId: number, shown: string | null): void => {
    const team = recorded.get(entryId) ?? null
    if (team !== shown) tampered.set(entryId, { entryId, shown, recorded: team })
  }
  for (const id of new Set([...recorded.keys(), ...inPool.keys(), ...(onScreen?.keys() ?? [])])) {
    if (onScreen !== undefined) expect(id, onScreen.get(id) ?? null)
    expect(id, inPool.get(id) ?? null)
  }
  return [...tampered.values()].sort((a, b) => a.entryId - b.entryId)
}

/** Returns the teams of each entry that has a pick, as one text. */
function teamsByEntry(picks: readonly ShownPick[]): ReadonlyMap<number, string> {
  const teams = new Map<number, string>()
  for (const { id, team } of picks) {
    const others = teams.get(id)
    if (team !== null) teams.set(id, others === undefined ? team : `${others} and ${team}`)
  }
  return teams
}

function compareGames(state: PoolState, proof: WeekProof): TamperedGame[] {
  const games = state.schedule.get(scheduleWeekId(proof.week_id))?.games ?? []
  const recorded = new Map<number, string>(games.map((game) => [game.id, describeGame(game)]))
  const shown = new Map<number, string>(
    proof.games.map((game) => [
      game.id,
      describeGame({
        home: game.home_team_abbr,
        away: game.away_team_abbr,
        status: game.status,
        homeScore: game.home_score,
        awayScore: game.away_score,
      }),
    ]),
  )
  return [...new Set([...recorded.keys(), ...shown.keys()])]
    .map((gameId) => ({ gameId, shown: shown.get(gameId) ?? null, recorded: recorded.get(gameId) ?? null }))
    .filter((game) => game.shown !== game.recorded)
}

interface ShownGame {
  readonly home: string
  readonly away: string
  readonly status: GameStatus
  readonly homeScore: number | null
  readonly awayScore: number | null
}

const describeGame = ({ home, away, status, homeScore, awayScore }: ShownGame): string =>
  `${away} ${homeScore === null && awayScore === null ? '' : `${awayScore ?? '?'}–${homeScore ?? '?'} `}${home}, ${status.replace('_', ' ')}`

function changesAfterLock(state: PoolState, proof: WeekProof, forged: ReadonlySet<number>): RecordedChange[] {
  /** By the id of the pick, because each slot of an entry changes independently. */
  const changes = new Map<number, RecordedChange>()
  for (const event of proof.events) {
    const { position, type, data } = event
    const entryId = data['entryId'] as EntryId
    const isChange = CHANGES.has(type) && data['weekId'] === proof.week_id && position > proof.position
    if (!isChange || forged.has(position) || !state.entries.has(entryId)) continue
    const team = typeof data['team'] === 'string' ? data['team'] : null
    changes.set(Number(data['pickId']), { ...decisionOf(event), entryId, team })
  }
  return [...changes.values()]
}

function correctionsOf({ week_id, events }: WeekProof, forged: ReadonlySet<number>): RecordedCorrection[] {
  return events
    .filter(
      ({ position, type, data }) =>
        type === 'ScoreCorrected' && data['weekId'] === scheduleWeekId(week_id) && !forged.has(position),
    )
    .map((event) => ({ ...decisionOf(event), gameId: Number(event.data['gameId']) }))
}

function decisionOf({ position, data, metadata: { actor, reason } }: ProvedEvent): RecordedDecision {
  const isByFeed = data['gameId'] !== undefined && data['origin'] === undefined
  return {
    position,
    actor: typeof actor === 'number' && !isByFeed ? actor : null,
    reason: typeof reason === 'string' ? reason : null,
  }
}

/**
 * Derives who is out since each of these weeks, and compares it with what the pool shows (docs/proofs.md).
 * @param proofs of all weeks of a season up to one; only these weeks are compared
 */
export function verifyStandings(hashing: Hashing, proofs: readonly WeekProof[]): readonly TamperedStanding[] {
  const [season] = proofs
  if (season === undefined) return []
  const events = proofs.flatMap((proof) => [proof.lock, ...proof.events])
  const state = foldProofs(
    proofs,
    new Set(events.filter((event) => !isSoundEvent(hashing, event)).map(({ position }) => position)),
  )
  const results = seasonResults(state, mainContest(season.season_year))
  const recorded = new Map<number, number>()
  for (const entry of state.entries.values()) {
    const standing = entryStanding(state, entry, results)
    if (standing.status === 'out') recorded.set(entry.id, standing.eliminatedWeek)
  }
  const shown = new Map(proofs.flatMap(({ out, week_number }) => out.map((entryId) => [entryId, week_number] as const)))
  const unproved = new Set(proofs.flatMap((proof) => proof.unproved))
  const weeks = new Set(proofs.map(({ week_number }) => week_number))
  return [...new Set([...recorded.keys(), ...shown.keys()])]
    .filter((entryId) => !unproved.has(entryId))
    .map((entryId) => ({ entryId, shown: shown.get(entryId) ?? null, recorded: weekOf(recorded.get(entryId), weeks) }))
    .filter((standing) => standing.shown !== standing.recorded)
    .sort((a, b) => a.entryId - b.entryId)
}

/** An entry can be put out by hand in a week that is not locked, which no proof shows. */
const weekOf = (week: number | undefined, proved: ReadonlySet<number>): number | null =>
  week !== undefined && proved.has(week) ? week : null

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
