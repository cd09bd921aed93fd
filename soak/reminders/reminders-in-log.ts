interface LogEvent {
  readonly position: number
  readonly type: string
  readonly data: object
}

/** A reminder of the log, and who had no pick when it was recorded. */
export interface ReminderRecord {
  readonly position: number
  readonly weekId: number
  readonly offset: number | string
  readonly underOverride: boolean
  /** Under an override: nobody, because only admins get them and the admin has no entry. */
  readonly withoutPick: ReadonlySet<number>
}

/** Folds the log by hand, so that the scenario does not trust the code that it checks. */
export function remindersInLog(events: readonly LogEvent[]): readonly ReminderRecord[] {
  const ownerOf = new Map<number, number>()
  const picked = new Map<number, Set<number>>()
  const records: ReminderRecord[] = []
  let isOverridden = false
  for (const { position, type, data } of events) {
    const of = (name: string): number => Number((data as Readonly<Record<string, unknown>>)[name])
    if (type === 'SiteTimeSet') isOverridden = true
    if (type === 'SiteTimeCleared') isOverridden = false
    if (type === 'EntryCreated') ownerOf.set(of('entryId'), of('userId'))
    if (type === 'PickSubmitted') picked.getOrInsertComputed(of('weekId'), () => new Set()).add(of('entryId'))
    if (type === 'PickCleared') picked.get(of('weekId'))?.delete(of('entryId'))
    if (type !== 'ReminderSent') continue
    const withPick = picked.get(of('weekId')) ?? new Set()
    const missing = [...ownerOf].filter(([entry]) => !withPick.has(entry)).map(([, owner]) => owner)
    const { offset } = data as { readonly offset: number | string }
    records.push({
      position,
      weekId: of('weekId'),
      offset,
      underOverride: isOverridden,
      withoutPick: new Set(isOverridden ? [] : missing),
    })
  }
  return records
}
