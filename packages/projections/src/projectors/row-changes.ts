import type { EntryId, GameId, UserId, WeekId } from '@outlast/domain'
import type { EntryRow, WaivedLossRow, GameRow, HandEliminationRow, PickRow, UserRow } from '../tables/rows.ts'

/** What a batch of events comes to, by table and key: at most one operation for each row, whatever happened between. */
export class NetChanges {
  readonly users = new Map<UserId, UserRow>()
  readonly entries = new Map<EntryId, EntryRow>()
  readonly entryPatches = new Map<EntryId, Partial<EntryRow>>()
  readonly gamePatches = new Map<GameId, { readonly weekId: WeekId; readonly patch: Partial<GameRow> }>()
  /** The week of an elimination by hand by entry and season; null where one ended. */
  readonly hands = new Map<string, Omit<HandEliminationRow, 'week_number'> & { readonly week_number: number | null }>()
  readonly waivedLosses: WaivedLossRow[] = []
  /** Picks that stand at the end of the batch. */
  readonly picks = new Map<string, PickRow>()
  /** Picks that were cleared, be it that another followed: they go first. Where the week has locked, they are missed from then on. */
  readonly cleared = new Map<string, Pick<PickRow, 'week_id' | 'entry_id'>>()

  patchEntry(id: EntryId, patch: Partial<EntryRow>): void {
    const created = this.entries.get(id)
    if (created === undefined) this.entryPatches.set(id, { ...this.entryPatches.get(id), ...patch })
    else this.entries.set(id, { ...created, ...patch })
  }

  patchGame(weekId: WeekId, id: GameId, patch: Partial<GameRow>): void {
    this.gamePatches.set(id, { weekId, patch: { ...this.gamePatches.get(id)?.patch, ...patch } })
  }

  setHand(entryId: EntryId, seasonYear: number, weekNumber: number | null): void {
    this.hands.set(`${entryId} ${seasonYear}`, { entry_id: entryId, season_year: seasonYear, week_number: weekNumber })
  }

  /** A pick that changes keeps the time of its creation. */
  putPick(row: PickRow): void {
    const key = keyOf(row)
    this.picks.set(key, { ...row, created_at: this.picks.get(key)?.created_at ?? row.created_at })
  }

  clearPick(weekId: WeekId, entryId: EntryId): void {
    const row = { week_id: weekId, entry_id: entryId }
    this.picks.delete(keyOf(row))
    this.cleared.set(keyOf(row), row)
  }
}

function keyOf(row: Pick<PickRow, 'week_id' | 'entry_id'>): string {
  return `${row.week_id} ${row.entry_id}`
}
