import type { SecondReason } from '../events/four-eyes-events.ts'
import { type EntryId, parsePickId, type Position, type UserId, type WeekId } from '../values/ids.ts'
import { addMs, type Instant } from '../values/instant.ts'
import type { SecondedCommand } from '../values/seconded-commands.ts'
import type { PoolState } from './pool.ts'

/** What an admin asked for, until another one answers. */
export interface WaitingAction {
  /** The position of the request. */
  readonly id: Position
  readonly askedBy: UserId
  /** The request ends with the logins that the admin had. */
  readonly tokenVersion: number
  /** Real time. */
  readonly askedAt: Instant
  readonly why: SecondReason
  readonly command: SecondedCommand
  /** What it is about, as far as it is about one entry or one week. */
  readonly entryId?: EntryId
  readonly weekId?: WeekId
}

/** How long a request waits, in real time. */
const ACTION_WAITS_MINUTES = 30

/** When a request lapses. */
export function lapsesAt({ askedAt }: Pick<WaitingAction, 'askedAt'>): Instant {
  return addMs(askedAt, ACTION_WAITS_MINUTES * 60_000)
}

/** Returns the requests that wait at a real time, oldest first: those that have not lapsed, of admins who are still admins. */
export function waitingActions({ waiting, users }: Pick<PoolState, 'waiting' | 'users'>, now: Instant): readonly WaitingAction[] {
  return waiting.filter((action) => {
    const asker = users.get(action.askedBy)
    return now < lapsesAt(action) && asker?.isAdmin === true && asker.tokenVersion === action.tokenVersion
  })
}

/** The week of the pick that a command sets or deletes. */
export function weekOfPick(command: SecondedCommand): WeekId | undefined {
  if (command.type === 'OverridePick') return command.data.weekId
  return command.type === 'RemovePick' ? parsePickId(command.data.pickId).weekId : undefined
}
