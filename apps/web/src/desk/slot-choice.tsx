import type { Pick as EntryPick } from '@outlast/contract'
import type { WeekInfo } from '@outlast/contract/live'
import { useCallback, useState } from 'react'
import { api } from '../api/client.ts'
import { useQuery } from '../api/use-query.ts'
import { SelectField } from '../ui/forms/select-field.tsx'
import { initialSlot, slotLabel, slotsFrom } from './slots.ts'

/** Which of an entry's picks of a week an admin sets or deletes. */
export interface SlotChoice {
  readonly slot: number
  /** What the entry has in each slot, as far as the admin may know it. All are undefined in a week with one pick, and until they arrive. */
  readonly slots: readonly (EntryPick | undefined)[]
  readonly choose: (slot: number | undefined) => void
}

/**
 * Reads what an entry has in the slots of a week that takes several picks. In a week with one pick it reads nothing.
 * @param prefers which slot is chosen at first: one without a pick, or one with
 */
export function useSlotChoice(entryId: number | undefined, week: WeekInfo, prefers: 'free' | 'held' = 'free'): SlotChoice {
  const [chosen, choose] = useState<number>()
  const isRead = week.picks !== undefined && entryId !== undefined
  const read = useCallback(() => api.call('entryPicks', { params: { id: entryId ?? 0 } }), [entryId])
  const { data = [] } = useQuery(isRead ? read : null, 'Failed to load the picks of the entry')
  const slots = slotsFrom(isRead ? data : [], week)
  return { slot: chosen ?? initialSlot(slots, prefers), slots, choose }
}

/** Asks which pick is meant. Nothing in a week with one pick. */
export function SlotField({ slot, slots, choose }: SlotChoice) {
  if (slots.length < 2) return null
  const options = slots.map((pick, i) => ({ value: String(i + 1), label: slotLabel(pick, i + 1) }))
  return (
    <SelectField
      label="Which pick"
      value={String(slot)}
      options={options}
      onChange={(event) => choose(Number(event.target.value))}
    />
  )
}
