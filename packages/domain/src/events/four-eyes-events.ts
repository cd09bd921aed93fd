import type { EntryId, Position, UserId, WeekId } from '../values/ids.ts'
import type { SecondedCommand } from '../values/seconded-commands.ts'

/** Why an action needs a second admin: it is for an own entry, or the club's four eyes are on. */
export type SecondReason = 'own_entry' | 'four_eyes'

interface AskedAction {
  /** The admin who asked. */
  readonly userId: UserId
}

/** The data of the events about what needs a second admin (docs/rules.md §11.12). */
export interface FourEyesEvents {
  FourEyesSwitched: { readonly isOn: boolean }
  /**
   * `userId`: who asked. The command is never about a pick that is hidden. `entryId` and `weekId`: what it is about.
   */
  ActionRequested: AskedAction & {
    readonly command: SecondedCommand
    readonly why: SecondReason
    readonly entryId?: EntryId
    readonly weekId?: WeekId
  }
  /** `asked`: the position of the request. */
  ActionConfirmed: AskedAction & { readonly asked: Position }
  ActionRefused: AskedAction & { readonly asked: Position }
  ActionWithdrawn: AskedAction & { readonly asked: Position }
  ActionDoneAlone: AskedAction & { readonly asked: Position }
}
