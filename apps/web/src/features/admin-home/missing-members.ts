import type { AdminEntry, Reminders } from '@outlast/contract'
import { BY_HAND } from '@outlast/contract/entry-label'
import { easternClock, easternTime, easternTimeOfDay } from '../../clock/format.ts'

/** A member with entries that have no pick. */
export interface MissingMember {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly mobile: string | null
  /** `label`: the name, with how many picks the entry has in a week with several. */
  readonly entries: readonly (Pick<AdminEntry, 'id' | 'name'> & { readonly label: string; readonly hasTeam: boolean })[]
}

/**
 * Groups entries that lack a pick by their members, in the order of the members' names.
 * @param picks how many picks the week takes, if it takes several
 * @param picked how many of them each entry has
 * @param withoutTeam the entries that have no team left, as everybody knows
 */
export function missingMembers(
  entries: readonly AdminEntry[],
  picks?: number,
  picked: ReadonlyMap<number, number> = new Map(),
  withoutTeam: ReadonlySet<number> = new Set(),
): readonly MissingMember[] {
  const labelOf = ({ id, name, is_paper: isPaper }: AdminEntry) => {
    const marked = isPaper ? `${name}${BY_HAND}` : name
    const label = picks === undefined ? marked : `${marked}: ${picked.get(id) ?? 0} of ${picks}`
    return withoutTeam.has(id) ? `${label}: no team left` : label
  }
  const members = Map.groupBy(entries, ({ user_id }) => user_id)
  return [...members]
    .flatMap(([id, own]) => {
      const [first] = own
      if (first === undefined) return []
      return {
        id,
        // One message for all entries, also those that the member keeps.
        name: first.user_name.replace(BY_HAND, ''),
        email: first.user_email,
        mobile: first.user_mobile,
        entries: own.map((entry) => ({
          id: entry.id,
          name: entry.name,
          label: labelOf(entry),
          hasTeam: !withoutTeam.has(entry.id),
        })),
      }
    })
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** Formats the members as a list to call: "Mia Member, +15550100 (Anchors, Badgers)". */
export function callList(members: readonly MissingMember[]): string {
  return members
    .map(({ name, mobile, email, entries }) => `${name}, ${mobile ?? email} (${entries.map((entry) => entry.label).join(', ')})`)
    .join('\n')
}

const HOUR_MS = 3_600_000

/** What became of a reminder, before its time. Where that is no longer known, it was sent. */
const REMINDED: Readonly<Record<NonNullable<Reminders['reminded'][number]['arrived']>, string>> = {
  sent: 'Reminded',
  waiting: 'Reminder on its way since',
  failed: 'The reminder did not arrive,',
  written: 'Written to a file, nobody was mailed,',
}

/** Whether a member can be reminded by hand, and what was sent before. */
export interface ReminderState {
  readonly canRemind: boolean
  /** Null if the member got no reminder this week. */
  readonly text: string | null
}

/**
 * Says when a member was last reminded of the week, and when an admin can do it again.
 * @param now real time, in milliseconds
 */
export function reminderStateOf(reminded: Reminders['reminded'], memberId: number, now: number): ReminderState {
  const own = reminded.filter(({ user_id }) => user_id === memberId)
  const byHand = own.find(({ offset }) => offset === 'manual' || offset === 'member')
  const again = byHand === undefined ? 0 : Date.parse(byHand.at) + HOUR_MS
  if (byHand !== undefined && again > now) {
    return { canRemind: false, text: waitText(byHand.at, new Date(again).toISOString(), REMINDED[byHand.arrived ?? 'sent']) }
  }
  const [last] = own
  return { canRemind: true, text: last === undefined ? null : `${REMINDED[last.arrived ?? 'sent']} ${easternTime(last.at)}` }
}

/** Says when a reminder by hand was sent, and from when on one can be sent again: "Reminded at 7:35 PM · again at 8:35 PM". */
function waitText(sentAt: string, again: string, what = REMINDED.sent): string {
  return `${what} at ${easternClock(sentAt)} · again at ${easternTimeOfDay(again)}`
}

/** Says the same of the reminder to everybody; null if it can be sent now. */
export function waitForAllText(nextManualAt: string | null): string | null {
  if (nextManualAt === null) return null
  return waitText(new Date(Date.parse(nextManualAt) - HOUR_MS).toISOString(), nextManualAt)
}
