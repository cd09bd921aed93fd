import type { EntryId } from '../values/ids.ts'
import type { Participant, SeasonTable } from './season-table.ts'

/** How a decision changes a season. Lists of entries are in the order of their ids. */
export interface SeasonChange {
  /** Entries that are alive before and out after. */
  readonly out: readonly EntryId[]
  /** Entries that are out before and alive after. */
  readonly returned: readonly EntryId[]
  /** Entries that stay alive with fewer lives. */
  readonly losingLives: readonly EntryId[]
  /** Entries that stay alive with more lives. */
  readonly regainingLives: readonly EntryId[]
  /** Entries that do not take part any more: deleted ones, and those that joined too late for a week that decides the season now. */
  readonly removed: readonly EntryId[]
  /** Entries that joined the season and take part only before or only after: they joined too late for the week that decides it. */
  readonly leftOrReturned: readonly EntryId[]
  readonly alive: { readonly before: number; readonly after: number }
  /** Null while the season is running. */
  readonly champions: { readonly before: readonly EntryId[] | null; readonly after: readonly EntryId[] | null }
}

/** Compares the tables of a season before and after a decision. */
export function seasonChange(before: SeasonTable, after: SeasonTable): SeasonChange {
  const [was, is] = [byId(before), byId(after)]
  const changes = before.participants.flatMap((participant) => {
    const now = is.get(participant.entryId)
    return now === undefined || now === participant
      ? []
      : [{ id: participant.entryId, was: participant.standing, is: now.standing }]
  })
  const where = (matches: (change: (typeof changes)[number]) => boolean): readonly EntryId[] =>
    changes.filter(matches).map(({ id }) => id)
  const staysAlive = ({ was: old, is: now }: (typeof changes)[number]) => old.status === 'alive' && now.status === 'alive'
  return {
    out: where((change) => change.was.status === 'alive' && change.is.status === 'out'),
    returned: where((change) => change.was.status === 'out' && change.is.status === 'alive'),
    losingLives: where((change) => staysAlive(change) && change.is.livesLeft < change.was.livesLeft),
    regainingLives: where((change) => staysAlive(change) && change.is.livesLeft > change.was.livesLeft),
    removed: before.participants.flatMap(({ entryId }) => (is.has(entryId) ? [] : [entryId])),
    leftOrReturned: [...before.joined.keys()]
      .filter((id) => after.joined.has(id) && was.has(id) !== is.has(id))
      .sort((a, b) => a - b),
    alive: { before: countAlive(before), after: countAlive(after) },
    champions: { before: championsOf(before), after: championsOf(after) },
  }
}

function byId({ participants }: SeasonTable): ReadonlyMap<EntryId, Participant> {
  return new Map(participants.map((participant) => [participant.entryId, participant]))
}

function countAlive({ participants }: SeasonTable): number {
  return participants.filter(({ standing }) => standing.status === 'alive').length
}

/** Returns who won a season; null while it is running. */
export function championsOf({ outcome }: SeasonTable): readonly EntryId[] | null {
  return outcome.status === 'finished' ? (outcome.champions as readonly EntryId[]) : null
}
