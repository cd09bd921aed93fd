import type { EventOfType, EventType, GameOrigin, Loss } from '@outlast/domain'

/** What the data of a line depends on besides the event. */
export interface AuditContext {
  /** The teams of the event's game; null when the game was deleted. */
  readonly game: AuditGame | null
  /** The name that an entry had before it was renamed; null after redaction, and for other events. */
  readonly previousName: string | null
  /** The name of the token for programs that the event is about; null after its owner's account was deleted. */
  readonly tokenName: string | null
  /** Whether the event's entry was played by hand when it happened. */
  readonly isByHand: boolean
  /** Returns the number of a week; null when the week was deleted. */
  readonly weekNumber: (weekId: number) => number | null
  /** Whether the viewer may see the entry's pick in a week. */
  readonly maySeePick: (weekId: number) => boolean
}

export interface AuditGame {
  readonly away_team_abbr: string
  readonly home_team_abbr: string
}

/** The names in a sentence. */
export interface Names {
  readonly actor: string
  /** With its owner, unless that is who acted. */
  readonly entry: string
  /** Without its owner, where the sentence names that person. */
  readonly entryAlone: string
  /** The owner alone: ` of Mia Member`, or nothing. */
  readonly ofOwner: string
  readonly week: string
  readonly user: string
  /** Where a game's progress came from. */
  readonly from: { readonly [O in GameOrigin | 'feed']: string }
}

type Data<T extends EventType> = EventOfType<T>['data']

/** How the audit trail shows one type of event. */
interface Line<Event, Shown> {
  /** Selects the data that a viewer may see. Names every field, so that a field added to the event later is not shown automatically. */
  readonly show: (data: Event, context: AuditContext) => Shown
  /** Describes it in one sentence, without the reason and the full stop. */
  readonly describe: (shown: Shown, names: Names) => string
}

export type AuditLines = {
  readonly [T in EventType]: Pick<Line<Data<T>, object>, 'show'> & Pick<Line<Data<T>, never>, 'describe'>
}

export const line = <Event, Shown>(
  show: Line<Event, Shown>['show'],
  describe: Line<Event, Shown>['describe'],
): Line<Event, Shown> => ({ show, describe })

/** A loss that was waived or bought back. A null team is a missed pick, or a pick that the viewer may not see yet (`hidden`). */
export interface AuditWaivedLoss {
  /** Null when the week was deleted. */
  readonly week_number: number | null
  readonly team_abbr: string | null
  readonly hidden?: true
}

export function waivedLoss({ weekId, team }: Loss, { weekNumber, maySeePick }: AuditContext): AuditWaivedLoss {
  const week_number = weekNumber(weekId)
  return maySeePick(weekId) ? { week_number, team_abbr: team } : { week_number, team_abbr: null, hidden: true }
}
