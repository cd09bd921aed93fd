import type { EntryHistory, Pick, PickChange } from '@outlast/contract'
import { type Hashing, pickCommitment, weekLabel } from '@outlast/domain/rules'
import type { KnownReceipt, Problem } from '../../device/log-record.ts'
import { planSetAside } from '../../pool/plan-set-aside.ts'

interface EntryCheckOptions {
  readonly hashing: Hashing
  readonly now: string
}

type Week = EntryHistory['weeks'][number]

/**
 * Checks an entry of the signed-in member: that the log has every pick as this device knows it, that each team fits its commitment, and that
 * the pool shows the pick that was recorded last. The device keeps what it finds after a sign-out, so of an open week it names no team.
 */
export function checkEntry(
  history: EntryHistory,
  picks: readonly Pick[],
  receipts: readonly KnownReceipt[],
  options: EntryCheckOptions,
): Problem[] {
  const own = receipts.filter(({ entry_id }) => entry_id === history.entry_id)
  // A receipt does not say which of the picks of a week it is for.
  const weeks = [...Map.groupBy(history.weeks, ({ week_id }) => week_id).values()].flatMap(([first, ...more]): readonly Week[] =>
    first === undefined ? [] : [{ ...first, changes: [first, ...more].flatMap(({ changes }) => changes) }],
  )
  return weeks.flatMap((week) => [
    ...own.filter(({ week_id }) => week_id === week.week_id).flatMap((receipt) => checkReceipt(history, week, receipt, options)),
    ...history.weeks
      .filter(({ week_id }) => week_id === week.week_id)
      .flatMap((place) =>
        checkShown(
          history,
          place,
          picks.find(({ week_id, slot }) => week_id === place.week_id && slot === place.slot),
          options,
        ),
      ),
  ])
}

function checkReceipt(history: EntryHistory, week: Week, receipt: KnownReceipt, { hashing, now }: EntryCheckOptions): Problem[] {
  const change = week.changes.find(({ position }) => position === receipt.position)
  if (change?.hidden === true || isSealed(week, receipt)) return []
  if (change !== undefined && fits(hashing, history.entry_id, week.week_id, change, receipt)) return []
  return [
    {
      kind: 'receipt',
      subject: `entry:${history.entry_id}`,
      sentence: `The log does not contain the pick of “${history.entry_name}” in week ${weekLabel(week.week_number)} as the pool acknowledged it (event #${receipt.position}).`,
      found_at: now,
      evidence: { known: receipt, server: change === undefined ? null : asKept(week, change) },
    },
  ]
}

/** Before the lock, a login may not see changes from before a seal of the account (docs/rules.md §11.6). */
function isSealed({ is_locked, changes }: Week, { position }: KnownReceipt): boolean {
  return !is_locked && changes.every((change) => position < change.position)
}

function fits(hashing: Hashing, entryId: number, weekId: number, change: PickChange, receipt: KnownReceipt): boolean {
  const { commitment, hash, nonce, team_abbr } = change
  if (commitment !== receipt.commitment || hash !== receipt.hash || nonce === null || team_abbr === null) return false
  type Ids = Parameters<typeof pickCommitment>
  return pickCommitment(hashing, nonce, entryId as Ids[2], weekId as Ids[3], team_abbr as Ids[4]) === commitment
}

function checkShown(history: EntryHistory, week: Week, pick: Pick | undefined, { now }: EntryCheckOptions): Problem[] {
  const last = week.changes.at(-1)
  if (pick?.hidden === true || last === undefined || last.hidden === true) return []
  const shown = pick?.team_abbr ?? null
  if (shown === last.team_abbr || (shown !== null && shown === planSetAside(week.changes))) return []
  const place = `for “${history.entry_name}” in week ${weekLabel(week.week_number)}`
  return [
    {
      kind: 'pick',
      subject: `entry:${history.entry_id}`,
      sentence: week.is_locked
        ? `The pool shows ${shown ?? 'no pick'} ${place}, but ${last.team_abbr ?? 'no pick'} is recorded.`
        : `The pool does not show the pick that is recorded ${place}.`,
      found_at: now,
      evidence: { known: asKept(week, last), server: pick === undefined ? null : asKept(week, pick) },
    },
  ]
}

/** Leaves out what tells a pick before its lock. */
const asKept = (week: Week, fact: Pick | PickChange): object =>
  week.is_locked ? fact : { ...fact, team_abbr: null, nonce: null, reason: null }

/** Returns the receipts of an entry's picks, also of those that another device submitted. */
export function receiptsOf({ entry_id, weeks }: EntryHistory, headPosition: number): KnownReceipt[] {
  return weeks.flatMap(({ week_id, changes }) =>
    changes.flatMap(({ position, commitment, hash }) =>
      commitment === null || hash === null
        ? []
        : [{ entry_id, week_id, position, commitment, hash, is_linked: position <= headPosition }],
    ),
  )
}
