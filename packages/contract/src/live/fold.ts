import { foldSeason } from './fold-season.ts'
import { foldWeek } from './fold-week.ts'
import { compareEntries, comparePicks, compareUsers } from './order.ts'
import { RowChanges } from './row-changes.ts'
import type {
  AdminChange,
  AdminEntry,
  AdminView,
  Changes,
  PoolChange,
  PoolView,
  TopicKind,
  UserChange,
  UserEntry,
  UserInfo,
  UserPick,
  UserView,
  Views,
} from './wire.ts'

export { foldSeason, foldWeek }

type Folds = { readonly [K in TopicKind]: (view: Views[K], changes: readonly Changes[K][]) => Views[K] | undefined }

const FOLDS: Folds = { week: foldWeek, season: foldSeason, pool: foldPool, user: foldUser, admin: foldAdmin }

/**
 * Returns a view with changes applied. Does not modify the given view, and shares with it what did not change.
 * @returns `undefined` when a reveal was made for other rows than the view has: fetch the view instead
 */
export function fold<K extends TopicKind>(kind: K, view: Views[K], changes: readonly Changes[K][]): Views[K] | undefined {
  return FOLDS[kind](view, changes)
}

/** Folds changes into the pool's view. Each change replaces all of it. */
export function foldPool(view: PoolView, changes: readonly PoolChange[]): PoolView {
  return changes.at(-1)?.pool ?? view
}

/** Folds changes into a user's own view. */
export function foldUser(view: UserView, changes: readonly UserChange[]): UserView {
  const entries = new RowChanges<UserEntry>()
  let { user, proxied } = view
  for (const change of changes) {
    switch (change.kind) {
      case 'proxied':
        ;({ proxied } = change)
        break
      case 'user':
        ;({ user } = change)
        break
      case 'entry':
        entries.put(change.entry)
        break
      case 'entry_removed':
        entries.remove(change.id)
        break
      case 'pick':
      case 'pick_cleared': {
        const entry = entries.current(change.entry_id, view.entries)
        if (entry !== undefined) entries.put({ ...entry, picks: foldPicks(entry.picks, change) })
        break
      }
      default:
        change satisfies never
    }
  }
  const own = { user, entries: entries.applyTo(view.entries, compareEntries) }
  return proxied === undefined || proxied.length === 0 ? own : { ...own, proxied }
}

function foldPicks(
  picks: readonly UserPick[],
  change: Extract<UserChange, { kind: 'pick' | 'pick_cleared' }>,
): readonly UserPick[] {
  const { week_id: weekId, slot } = change.kind === 'pick' ? change.pick : change
  const others = picks.filter((pick) => pick.week_id !== weekId || pick.slot !== slot)
  return change.kind === 'pick' ? [...others, change.pick].sort(comparePicks) : others
}

/** Folds changes into the admins' view. */
export function foldAdmin(view: AdminView, changes: readonly AdminChange[]): AdminView {
  const users = new RowChanges<UserInfo>()
  const entries = new RowChanges<AdminEntry>()
  const picked = new PickedChanges(view.picked)
  const { waiting: asked, ...rest } = view
  let [setup, waiting] = [view.setup, asked ?? []]
  for (const change of changes) {
    switch (change.kind) {
      case 'user':
        users.put(change.user)
        break
      case 'user_removed':
        users.remove(change.id)
        break
      case 'entry':
        entries.put(change.entry)
        break
      case 'entry_removed':
        entries.remove(change.id)
        picked.removeEntry(change.id)
        break
      case 'picked':
        picked.set(change.week_id, change.entry_id, change.has_pick ? (change.picks ?? 1) : 0)
        break
      case 'setup':
        setup = change.setup
        break
      case 'waiting':
        waiting = change.ids
        break
      case 'picked_closed':
        picked.removeWeek(change.week_id)
        break
      default:
        change satisfies never
    }
  }
  return {
    ...rest,
    users: users.applyTo(view.users, compareUsers),
    entries: entries.applyTo(view.entries, compareEntries),
    setup,
    ...(waiting.length > 0 && { waiting }),
    picked: picked.result(),
  }
}

/** Collects changes to `picked`: sorted entry ids by open week, once for each pick, without empty weeks. */
class PickedChanges {
  readonly #before: AdminView['picked']
  /** By week, how many picks each entry has. */
  readonly #changed = new Map<string, Map<number, number>>()

  constructor(before: AdminView['picked']) {
    this.#before = before
  }

  set(weekId: number, entryId: number, picks: number): void {
    const counts = this.#countsOf(String(weekId))
    if (picks > 0) counts.set(entryId, picks)
    else counts.delete(entryId)
  }

  removeWeek(weekId: number): void {
    this.#changed.set(String(weekId), new Map())
  }

  removeEntry(entryId: number): void {
    for (const [week, ids] of Object.entries(this.#before)) if (ids.includes(entryId)) this.#countsOf(week).delete(entryId)
    for (const counts of this.#changed.values()) counts.delete(entryId)
  }

  result(): AdminView['picked'] {
    if (this.#changed.size === 0) return this.#before
    const after: Record<string, readonly number[]> = { ...this.#before }
    for (const [week, counts] of this.#changed) {
      if (counts.size === 0) delete after[week]
      else after[week] = [...counts].sort(([a], [b]) => a - b).flatMap(([id, picks]) => Array.from({ length: picks }, () => id))
    }
    return after
  }

  #countsOf(week: string): Map<number, number> {
    const known = this.#changed.get(week)
    if (known !== undefined) return known
    const counts = new Map<number, number>()
    for (const id of this.#before[week] ?? []) counts.set(id, (counts.get(id) ?? 0) + 1)
    this.#changed.set(week, counts)
    return counts
  }
}
