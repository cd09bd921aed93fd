import type { AdminChange, UserChange } from '@outlast/contract/live/wire'
import type { Touch } from './concerns.ts'

/** The most rows that a message carries; beyond, clients fetch the snapshot. */
const MAX_ROWS = 500

/** Everything that touched a topic since its last message, each thing once. */
export class MergedTouches {
  isReset = false
  isForgotten = false
  info = false
  pickCount = false
  /** By week; a season may have several at once. */
  readonly reveals = new Map<number, Extract<Touch, { what: 'reveal' }>>()
  readonly games = new Set<number>()
  readonly entries = new Set<number>()
  readonly users = new Set<number>()
  readonly weeks = new Set<number>()
  /** Known from the events alone, the last for each pick. */
  readonly userPicks = new Map<string, UserChange>()
  readonly presence = new Map<string, AdminChange>()

  constructor(touches: readonly Touch[]) {
    for (const touch of touches) this.#add(touch)
    this.isReset ||= this.entries.size + this.users.size + this.presence.size > MAX_ROWS
  }

  /** Whether its message takes a look at the tables. */
  get needsReading(): boolean {
    if (this.isReset) return false
    if (this.info || this.pickCount || this.reveals.size > 0) return true
    return this.games.size + this.entries.size + this.users.size + this.weeks.size > 0
  }

  #add(touch: Touch): void {
    switch (touch.what) {
      case 'reset':
        this.isReset = true
        break
      case 'forget':
        this.isForgotten = true
        break
      case 'info':
        this.info = true
        break
      case 'pick_count':
        this.pickCount = true
        break
      case 'reveal':
        this.reveals.set(touch.weekId, touch)
        break
      case 'games':
      case 'entries':
      case 'users':
      case 'weeks':
        for (const id of touch.ids) this[touch.what].add(id)
        break
      case 'pick':
        this.userPicks.set(`${touch.entryId}:${touch.pick.week_id}`, {
          kind: 'pick',
          entry_id: touch.entryId,
          pick: touch.pick,
        })
        break
      case 'pick_cleared':
        this.userPicks.set(`${touch.entryId}:${touch.weekId}`, {
          kind: 'pick_cleared',
          entry_id: touch.entryId,
          week_id: touch.weekId,
        })
        break
      case 'picked':
        this.#present(`${touch.weekId}:${touch.entryId}`, {
          kind: 'picked',
          week_id: touch.weekId,
          entry_id: touch.entryId,
          has_pick: touch.hasPick,
        })
        break
      case 'picked_closed':
        for (const key of this.presence.keys()) if (key.startsWith(`${touch.weekId}:`)) this.presence.delete(key)
        this.#present(`${touch.weekId}:`, { kind: 'picked_closed', week_id: touch.weekId })
        break
      default:
        touch satisfies never
    }
  }

  /** The last word comes last. */
  #present(key: string, change: AdminChange): void {
    this.presence.delete(key)
    this.presence.set(key, change)
  }
}
