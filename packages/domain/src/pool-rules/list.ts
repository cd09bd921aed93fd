import { autoPick } from './auto-pick.ts'
import { buyback } from './buyback.ts'
import { cancelledGame } from './cancelled-game.ts'
import { clubSharePercent } from './club-share-percent.ts'
import { currency } from './currency.ts'
import { entryFeeCents } from './entry-fee-cents.ts'
import { lateEntries } from './late-entries.ts'
import { lateEntryLosses } from './late-entry-losses.ts'
import { lives } from './lives.ts'
import { lock } from './lock.ts'
import { maxAutoPicks } from './max-auto-picks.ts'
import { maxEntriesPerMember } from './max-entries-per-member.ts'
import { missedPick } from './missed-pick.ts'
import { objective } from './objective.ts'
import { opponents } from './opponents.ts'
import { picksPerWeek } from './picks-per-week.ts'
import { potPublic } from './pot-public.ts'
import { prizes } from './prizes.ts'
import { slotLoss } from './slot-loss.ts'
import { split } from './split.ts'
import { teamLock } from './team-lock.ts'
import { teamUses } from './team-uses.ts'
import { teamsFreeAgainIn } from './teams-free-again-in.ts'
import { tie } from './tie.ts'
import { tiebreak } from './tiebreak.ts'
import { unpaidAfterWeek } from './unpaid-after-week.ts'
import { wipeOut } from './wipe-out.ts'

/**
 * All rules of the pool, in the order in which people read them. A rule's key is its name in events, and in snake case its name in
 * the API (docs/rules.md §7.1).
 */
export const POOL_RULES = {
  missedPick,
  objective,
  tie,
  cancelledGame,
  picksPerWeek,
  slotLoss,
  opponents,
  teamUses,
  teamsFreeAgainIn,
  lock,
  teamLock,
  maxEntriesPerMember,
  lateEntries,
  lateEntryLosses,
  lives,
  wipeOut,
  tiebreak,
  autoPick,
  maxAutoPicks,
  buyback,
  split,
  entryFeeCents,
  currency,
  clubSharePercent,
  prizes,
  unpaidAfterWeek,
  potPublic,
}
