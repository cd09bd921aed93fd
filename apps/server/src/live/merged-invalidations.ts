import type { AdminChange, UserChange } from '@outlast/contract/live/wire'
import type { Invalidation } from './invalidation.ts'

/** The most rows in one message. Beyond this clients fetch the whole view. */
const MAX_ROWS = 500

/** Everything that changed a topic since its last message, without duplicates. */
export class MergedInvalidations {
  isReset = false
  isForgotten = false
  info = false
  waiting = false
  pickCount = false
  proxied = false
  /** By week. A season may have several at once. */
  readonly reveals = new Map<number, Extract<Invalidation, { kind: 'reveal' }>>()
  readonly games = new Set<number>()
  /** The games whose moments changed, besides those of the pool; null: all moments. Undefined without any. */
  momentsOf: ReadonlySet<number> | null | undefined
  readonly entries = new Set<number>()
  readonly users = new Set<number>()
  readonly weeks = new Set<number>()
  /** The last change of each pick, as its event has it. */
  readonly userPicks = new Map<string, UserChange>()
  readonly presence = new Map<string, AdminChange>()

  constructor(invalidations: readonly Invalidation[]) {
    for (const invalidation of invalidations) this.#add(invalidation)
    this.isReset ||= this.entries.size + this.users.size + this.presence.size > MAX_ROWS
  }

  /** Whether the message needs rows from the database. */
  get needsReading(): boolean {
    if (this.isReset) return false
    if (this.info || this.waiting || this.pickCount || this.proxied) return true
    if (this.reveals.size > 0 || this.momentsOf !== undefined) return true
    return this.games.size + this.entries.size + this.users.size + this.weeks.size > 0
  }

  #add(invalidation: Invalidation): void {
    switch (invalidation.kind) {
      case 'reset':
        this.isReset = true
        break
      case 'forget':
        this.isForgotten = true
        break
      case 'info':
        this.info = true
        break
      case 'proxied':
        this.proxied = true
        break
      case 'waiting':
        this.waiting = true
        break
      case 'pick_count':
        this.pickCount = true
        break
      case 'reveal':
        this.reveals.set(invalidation.weekId, invalidation)
        break
      case 'games':
      case 'entries':
      case 'users':
      case 'weeks':
        for (const id of invalidation.ids) this[invalidation.kind].add(id)
        break
      case 'moments': {
        const { gameIds } = invalidation
        if (this.momentsOf !== null) this.momentsOf = gameIds && new Set([...(this.momentsOf ?? []), ...gameIds])
        break
      }
      case 'pick':
      case 'pick_cleared':
        this.#addPick(invalidation)
        break
      case 'picked': {
        const { weekId, entryId, picks } = invalidation
        const change = { kind: 'picked', week_id: weekId, entry_id: entryId, has_pick: picks > 0 } as const
        this.#setPresence(`${weekId}:${entryId}`, picks > 1 ? { ...change, picks } : change)
        break
      }
      case 'picked_closed': {
        const { weekId } = invalidation
        for (const key of this.presence.keys()) if (key.startsWith(`${weekId}:`)) this.presence.delete(key)
        this.#setPresence(`${weekId}:`, { kind: 'picked_closed', week_id: weekId })
        break
      }
      default:
        invalidation satisfies never
    }
  }

  #addPick(invalidation: Extract<Invalidation, { kind: 'pick' | 'pick_cleared' }>): void {
    const { kind, entryId } = invalidation
    if (kind === 'pick') {
      const { pick } = invalidation
      return this.#setPick(pick.slot ?? 1, pick.week_id, { kind, entry_id: entryId, pick })
    }
    const { weekId, slot } = invalidation
    this.#setPick(slot, weekId, { kind, entry_id: entryId, week_id: weekId, ...(slot > 1 && { slot }) })
  }

  #setPick(slot: number, weekId: number, change: Extract<UserChange, { kind: 'pick' | 'pick_cleared' }>): void {
    this.userPicks.set(`${change.entry_id}:${weekId}:${slot}`, change)
  }

  /** Moves a change to the end, because clients apply changes in order. */
  #setPresence(key: string, change: AdminChange): void {
    this.presence.delete(key)
    this.presence.set(key, change)
  }
}
