import type { ProxiedEntry } from '@outlast/contract/live'
import { weekLabel } from '@outlast/domain/rules'
import { ownDayTime } from '../../clock/format.ts'

/** That somebody picks for the owner of an entry, and until when. */
export interface EntryProxy extends Pick<ProxiedEntry, 'ends_at' | 'week_number'> {
  /** Whether the reader is the owner, and not whoever picks. */
  readonly isOwner: boolean
  /** The other of the two. */
  readonly name: string
}

/** Until when somebody picks for the owner of an entry: "until week 3 locks", "until Tue, Sep 8, 2026, 11:59 PM your time". */
export function endText({ ends_at: endsAt, week_number: week }: Pick<EntryProxy, 'ends_at' | 'week_number'>): string {
  if (endsAt !== null) return `until ${ownDayTime(endsAt)}`
  return week === null ? 'until its end' : `until week ${weekLabel(week)} locks`
}
