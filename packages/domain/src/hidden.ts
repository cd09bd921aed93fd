import type { EarlierPick } from './events/admin-action.ts'
import { allPicks, entryPicks } from './state/entry-picks.ts'
import type { Actor } from './commands.ts'
import type { EntryId, UserId, WeekId } from './values/ids.ts'
import { ForkableMap } from './values/forkable-map.ts'
import { type Entry, forkPool, mayPickFor, type Pick, type PoolState, type Round } from './state/state.ts'
import { isSealed } from './state/seal.ts'
import type { TeamAbbr } from './values/teams.ts'

// What one viewer may know of the pool (docs/rules.md §10.4). A decision on it cannot depend on a secret, however many commands it
// chains, because the secrets are not there.

/** Only {@link visibleTo} makes this property, so that no other state of the pool can take the place of a visible one. */
declare const visible: unique symbol

/**
 * The pool as one viewer may know it: without hidden picks, rankings, votes, pick budgets and seals. Of a hidden pick only its existence is
 * left, which admins may know. It behaves like a pick of a team that never plays: it is never lost, missed, used or assigned.
 */
export interface VisiblePool extends PoolState {
  readonly [visible]: true
}

/**
 * The part of the pool that holds no secret, whoever looks: without what entries contain, seals and the last action. What shows the pool to
 * everybody, or looks at weeks and games, takes it, so that the compiler refuses to let it read a pick.
 */
export interface OpenPool extends Omit<PoolState, 'entries' | 'seals' | 'splitBallots' | 'lastAction' | 'waiting'> {
  readonly entries: { has(id: EntryId): boolean; count(): number }
}

interface Viewer {
  readonly userId: UserId | undefined
  readonly isAdmin: boolean
}

/** Returns a fork of the pool that contains what the actor may know. Making it costs the same in every pool. */
export function visibleTo(state: PoolState, actor: Actor): VisiblePool {
  const weeks = new Map(state.rounds.entries())
  const viewer = viewerOf(state, actor)
  const known: Partial<PoolState> = {
    entries: state.entries.fork((entry) => visibleEntry(state, entry, weeks, viewer)),
    seals: new ForkableMap(),
    splitBallots: new ForkableMap(),
    lastAction: visibleAction(state),
    // None of them names a hidden pick (docs/rules.md §11.12).
    waiting: viewer.isAdmin ? state.waiting : [],
  }
  return { ...forkPool(state), ...known } as VisiblePool
}

function viewerOf(state: PoolState, actor: Actor): Viewer {
  if (actor.kind !== 'user') return { userId: undefined, isAdmin: false }
  // A program knows what its scopes let it read: nothing of its owner's picks without `read`.
  const { userId, program } = actor
  if (program?.scopes.includes('read') === false) return { userId: undefined, isAdmin: false }
  return { userId, isAdmin: isByAdmin(state, actor) }
}

/** Whether an admin acts, by a login. A program is never an admin, whoever its owner is (docs/rules.md §11.11). */
export function isByAdmin({ users }: PoolState, actor: Actor): boolean {
  return actor.kind === 'user' && actor.program === undefined && users.get(actor.userId)?.isAdmin === true
}

/** Returns the open weeks, by their ids, of which a pick is left out, so that what follows from it is not known. */
export function weeksWithHiddenPicks(pool: VisiblePool): readonly Round[] {
  const ids = new Set<WeekId>()
  for (const entry of pool.entries.values()) for (const pick of allPicks(entry)) if (isHiddenPick(pick)) ids.add(pick.weekId)
  return [...pool.rounds.values()].filter(({ id }) => ids.has(id)).sort((a, b) => a.id - b.id)
}

/** Whether a pick, as a viewer may know it, is hidden: no real team has the name of its team. */
export function isHiddenPick({ team, weekId }: Pick): boolean {
  return team === hiddenTeam(weekId)
}

/** The team of a hidden pick: another one each week, so that no two hidden picks look alike. */
const hiddenTeam = (weekId: WeekId): TeamAbbr => `hidden ${weekId}` as TeamAbbr

function visibleEntry(state: PoolState, entry: Entry, weeks: ReadonlyMap<WeekId, Round>, { userId, isAdmin }: Viewer): Entry {
  const isOwn = mayPickFor(state, userId, entry)
  const known: Pick[] = []
  const hidden: Pick[] = []
  for (const pick of allPicks(entry)) {
    const week = weeks.get(pick.weekId)
    // The picks of a deleted week have no effect, and stay hidden if they were.
    if (week === undefined) continue
    if (week.locked !== null || (isOwn && !isSealed(state, entry, pick))) known.push(pick)
    else hidden.push(isAdmin && week.unmasked ? unmaskedPick(entry, pick) : hiddenPick(entry, pick))
  }
  // The order of an entry's picks is that of their last changes.
  hidden.sort((a, b) => a.weekId - b.weekId || a.slot - b.slot)
  return {
    ...entry,
    picks: entryPicks([...known, ...hidden]),
    waivedLosses: entry.waivedLosses.map(({ weekId, team }) =>
      team === null || (weeks.get(weekId)?.locked ?? null) !== null ? { weekId, team } : { weekId, team: hiddenTeam(weekId) },
    ),
    ranking: [],
    rankingVersion: null,
    pickBudgetFullAt: null,
  }
}

/** The fields of a hidden pick do not depend on who made it, or when. */
function hiddenPick({ createdAt, createdPosition }: Entry, { id, weekId, slot }: Pick): Pick {
  return {
    id,
    weekId,
    slot,
    team: hiddenTeam(weekId),
    commitment: '',
    byMember: true,
    assignedBy: null,
    createdAt,
    updatedAt: createdAt,
    version: createdPosition,
    isOverride: false,
  }
}

/** The admins' list of an unmasked week shows the team, and whether an admin set it or it is automatic. */
function unmaskedPick(entry: Entry, pick: Pick): Pick {
  const { team, isOverride, assignedBy } = pick
  return { ...hiddenPick(entry, pick), team, isOverride, assignedBy }
}

/** The team that an override of an open week replaced is hidden, as the override itself is. */
function visibleAction({ lastAction, rounds }: PoolState): PoolState['lastAction'] {
  const visiblePick = <P extends EarlierPick>(pick: P): P => {
    const isHidden = pick.earlierTeam !== null && rounds.get(pick.weekId)?.locked === null
    return isHidden ? { ...pick, earlierTeam: hiddenTeam(pick.weekId) } : pick
  }
  if (lastAction?.kind === 'override') return visiblePick(lastAction)
  return lastAction?.kind === 'import' ? { ...lastAction, picks: lastAction.picks.map(visiblePick) } : lastAction
}
