import { type Actor, type EntryId, TEAMS, type TeamAbbr, type UserId } from '@outlast/domain'

const BITS: ReadonlyMap<TeamAbbr, number> = new Map(TEAMS.map(({ abbr }, index) => [abbr, 1 << index]))

/** The teams that each entry has used, as one bit per team, which keeps 100,000 entries small. */
export class UsedTeams {
  readonly #bits: Uint32Array

  constructor(entries: number) {
    this.#bits = new Uint32Array(entries + 1)
  }

  add(entry: EntryId, team: TeamAbbr): void {
    this.#bits[entry] = (this.#bits[entry] ?? 0) | (BITS.get(team) ?? 0)
  }

  has(entry: EntryId, team: TeamAbbr): boolean {
    return ((this.#bits[entry] ?? 0) & (BITS.get(team) ?? 0)) !== 0
  }
}

/** Returns a member as the actor of a command. */
export function memberActor(id: UserId): Actor {
  return { kind: 'user', userId: id, tokenVersion: 1 }
}
