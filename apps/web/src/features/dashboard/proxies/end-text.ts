import { weekLabel } from '@outlast/domain/rules'
import { ownTimeFirst } from '../../../clock/format.ts'
import type { BoardProxy } from '../board/board.ts'

/** Until when somebody picks for the owner of an entry: "until week 3 locks", "until Tue, Sep 8, 11:59 PM". */
export function endText({ ends_at: endsAt, week_number: week }: Pick<BoardProxy, 'ends_at' | 'week_number'>): string {
  if (endsAt !== null) return `until ${ownTimeFirst(endsAt)}`
  return week === null ? 'until its end' : `until week ${weekLabel(week)} locks`
}
