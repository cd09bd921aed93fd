import type { EntryPicks, Pick } from './entry-picks.ts'
import type { Loss } from '../events/events.ts'
import type { ContestId, EntryId, Position, UserId, WeekId } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import type { BuybackLapse } from '../values/lapse.ts'
import type { Keeper } from './keepers.ts'
import type { Payment, PaymentClaim } from '../values/payment.ts'
import type { AutoPickStep } from '../pool-rules/index.ts'
import type { Slot } from '../values/slots.ts'
import type { TeamAbbr } from '../values/teams.ts'

export type { Pick } from './entry-picks.ts'

/** A team that a lock gave an entry without a pick. */
export interface AssignedTeam {
  readonly weekId: WeekId
  readonly slot: Slot
  readonly team: TeamAbbr
  readonly rule: AutoPickStep
  /** Where its week reopened; undefined until then. */
  readonly withdrawn?: Position
}

/** A plan that did not stand. */
export interface VoidPlan extends Pick {
  /** Only if the lock still counted it, and a later answer of the scoreboard did not: that lock, and whether the entry missed the week by it. */
  readonly late?: { readonly lock: Position; readonly isMissed: boolean }
}

/** An elimination of an entry by an admin. */
interface HandElimination {
  readonly contestId: ContestId
  readonly weekNumber: number
}

export interface Entry {
  readonly id: EntryId
  readonly userId: UserId
  readonly name: string
  /** Who kept it for a person without an account, in their order. Absent if nobody did. */
  readonly keepers?: readonly Keeper[]
  readonly createdAt: Instant
  /** The position of `EntryCreated`: an entry takes part in the weeks that lock after it (docs/rules.md §6). */
  readonly createdPosition: Position
  /** The real time of the last event that changed the entry itself, not its picks. */
  readonly updatedAt: Instant
  /** The position of that event. */
  readonly version: Position
  readonly payment: Payment | null
  readonly paymentClaim: PaymentClaim | null
  /** The current eliminations by hand, at most one per contest. */
  readonly eliminatedByHand: readonly HandElimination[]
  readonly waivedLosses: readonly Loss[]
  /** Weeks whose lock found the entry alive with a pick missing. A missed week counts only while that lock applies. */
  readonly missedWeeks: readonly { readonly weekId: WeekId; readonly lock: Position }[]
  /** At most one per slot of a week. Picks of deleted weeks stay here but have no effect. */
  readonly picks: EntryPicks
  /** What locks gave it, at most one team per slot of a week. It remains when the pick is withdrawn or replaced (docs/rules.md §14.2). */
  readonly assigned: readonly AssignedTeam[]
  /** Plans that were void when their week locked (docs/rules.md §3.9) or since (§3.10). They are picks again if the week reopens. */
  readonly voidPlans: readonly VoidPlan[]
  /** When the owner's budget of pick changes is full again; null if it was never used (docs/rules.md §3.7). */
  readonly pickBudgetFullAt: Instant | null
  /** The teams for automatic picks, in the order in which the member prefers them. */
  readonly ranking: readonly TeamAbbr[]
  /** The position of the last event that set the ranking; null if the owner never set one. */
  readonly rankingVersion: Position | null
  /** In the order of the requests. */
  readonly buybacks: readonly Buyback[]
  /** The seasons for which it was renewed, in the order of the renewals. */
  readonly renewals: readonly Renewal[]
  /** Positions of the events that contain its name, for redaction. */
  readonly namePositions: readonly Position[]
  /** The last override that was refused because of another pick that was still hidden (docs/rules.md §3.4). */
  readonly refusedOverride: RefusedOverride | null
}

/** The public record of a refused override. It names the week that the admin tried to set, and no team. */
interface RefusedOverride {
  readonly position: Position
  readonly weekId: WeekId
  /** In real time. */
  readonly at: Instant
}

/** An entry's renewal for a season that an admin started (docs/rules.md §16.2). */
interface Renewal {
  readonly seasonYear: number
  readonly position: Position
  readonly at: Instant
  /** The payment until then, which belongs to the seasons before. */
  readonly earlierPayment: Payment | null
}

/** A request to buy an entry back in (docs/rules.md §14.3). */
export interface Buyback {
  readonly seasonYear: number
  /** The loss that put the entry out. */
  readonly loss: Loss
  readonly status: 'requested' | 'confirmed' | 'declined' | 'withdrawn'
  /** Why a withdrawn request ended; null for all others. */
  readonly lapse: BuybackLapse | null
  /** What a confirmed buyback costs; 0 before. */
  readonly feeCents: number
  /** The real time of the request. */
  readonly askedAt: Instant
}
