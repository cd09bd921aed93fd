import type { EntryId, GameId, UserId, WeekId } from '@outlast/domain'
import type {
  BuybackRow,
  EntryRow,
  RankingRow,
  RenewalRow,
  WaivedLossRow,
  GameRow,
  HandEliminationRow,
  PickRow,
  UserRow,
} from '../tables/rows.ts'

interface DeletedPick extends PickKey {
  readonly only_auto: boolean
  /** Whether the entry has missed the week, if it is locked. */
  readonly is_missed: boolean
}

type PickKey = Pick<PickRow, 'week_id' | 'entry_id' | 'slot'>

/** The net changes of a batch of events by table and key: at most one operation per row. */
export class RowChanges {
  readonly users = new Map<UserId, UserRow>()
  readonly entries = new Map<EntryId, EntryRow>()
  readonly entryPatches = new Map<EntryId, Partial<EntryRow>>()
  readonly gamePatches = new Map<GameId, { readonly weekId: WeekId; readonly patch: Partial<GameRow> }>()
  /** Eliminations by hand by entry and season. The week is null if the elimination ended. */
  readonly handEliminations = new Map<string, Omit<HandEliminationRow, 'week_number'> & { readonly week_number: number | null }>()
  readonly waivedLosses: WaivedLossRow[] = []
  readonly renewals: RenewalRow[] = []
  readonly rankings = new Map<EntryId, RankingRow>()
  /** Buybacks by entry and loss, as of the end of the batch. */
  readonly buybacks = new Map<string, BuybackRow>()
  /** Picks as of the end of the batch. */
  readonly picks = new Map<string, PickRow>()
  /**
   * Picks that are deleted, before picks are inserted. Cleared ones count as missed if their week is locked, and only automatic ones are
   * withdrawn.
   */
  readonly deleted = new Map<string, DeletedPick>()

  patchEntry(id: EntryId, patch: Partial<EntryRow>): void {
    const created = this.entries.get(id)
    if (created === undefined) this.entryPatches.set(id, { ...this.entryPatches.get(id), ...patch })
    else this.entries.set(id, { ...created, ...patch })
  }

  patchGame(weekId: WeekId, id: GameId, patch: Partial<GameRow>): void {
    this.gamePatches.set(id, { weekId, patch: { ...this.gamePatches.get(id)?.patch, ...patch } })
  }

  setHandElimination(entryId: EntryId, seasonYear: number, weekNumber: number | null): void {
    this.handEliminations.set(`${entryId} ${seasonYear}`, { entry_id: entryId, season_year: seasonYear, week_number: weekNumber })
  }

  /** Adds or replaces a buyback. An answer in the same batch keeps the time of the request. */
  putBuyback(row: BuybackRow): void {
    const key = `${row.entry_id} ${row.week_id} ${row.team}`
    const asked = row.status === 'requested' ? undefined : this.buybacks.get(key)
    this.buybacks.set(key, { ...row, asked_at: asked?.asked_at ?? row.asked_at })
  }

  /** Adds or replaces a pick. A replaced pick keeps the time of its creation. */
  putPick(row: PickRow): void {
    const key = keyOf(row)
    const held = this.picks.get(key)
    this.picks.set(key, {
      ...row,
      created_at: held?.created_at ?? row.created_at,
      by_member: row.by_member ?? held?.by_member ?? null,
    })
  }

  clearPick(key: PickKey, isMissed: boolean): void {
    const row = { ...key, only_auto: false, is_missed: isMissed }
    this.picks.delete(keyOf(row))
    this.deleted.set(keyOf(row), row)
  }

  withdrawPick(key: PickKey): void {
    const row = { ...key, only_auto: true, is_missed: true }
    if (this.picks.get(keyOf(row))?.is_auto === false) return
    this.picks.delete(keyOf(row))
    if (!this.deleted.has(keyOf(row))) this.deleted.set(keyOf(row), row)
  }
}

function keyOf(row: PickKey): string {
  return `${row.week_id} ${row.entry_id} ${row.slot}`
}
