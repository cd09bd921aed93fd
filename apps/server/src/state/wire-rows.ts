import type { Entry as EntryRow, Rules as RulesRow, Week as WeekRow } from '@outlast/contract'
import { rulesInWords } from '@outlast/contract/rest/rules'
import { currentStanding, currentWeek, type Entry, type PoolState, rulesForSeason, type Week } from '@outlast/domain'

/** A week as the API writes it, from the pool as a command left it. */
export function weekRow(pool: PoolState, week: Week): WeekRow {
  return {
    id: week.id,
    season_year: week.seasonYear,
    week_number: week.weekNumber,
    is_current: pool.currentWeekId === week.id,
    lock_time: week.lockTime,
    lock_is_automatic: week.lockIsAutomatic,
    ineligible_teams: [...week.ineligibleTeams],
    is_locked: week.locked !== null,
    locked_at: week.locked?.at ?? null,
    reopened_after_reveal: week.reopenedAfterReveal,
    reopenings: week.reopenings,
    unmasked: week.unmasked,
    unmask_reason: week.unmaskReason,
    merkle_root: week.locked?.merkleRoot ?? null,
    created_at: week.createdAt,
    version: week.version,
  }
}

/** An entry as the API writes it, from the pool as a command left it. */
export function entryRow(pool: PoolState, entry: Entry): EntryRow {
  const standing = currentStanding(pool, entry)
  return {
    id: entry.id,
    user_id: entry.userId,
    name: entry.name,
    is_eliminated: standing.status === 'out',
    eliminated_week: standing.status === 'out' ? standing.eliminatedWeek : null,
    is_paid: entry.payment !== null,
    payment_type: entry.payment?.type ?? null,
    paid_date: entry.payment?.date ?? null,
    created_at: entry.createdAt,
    updated_at: entry.updatedAt,
    version: entry.version,
  }
}

/** The rules of the current season, in fields and in words. */
export function rulesRow(pool: PoolState): RulesRow {
  const season = currentWeek(pool)?.seasonYear ?? null
  const rules = season === null ? pool.rules : rulesForSeason(pool, season)
  const isLocked = season !== null && pool.seasonRules.has(season)
  return {
    season_year: season,
    missed_pick: rules.missedPick,
    team_lock: rules.teamLock,
    max_entries_per_member: rules.maxEntriesPerMember,
    late_entries: rules.lateEntries,
    locked_reason: isLocked ? `The rules of ${season} are fixed: its first week has locked.` : null,
    in_words: [...rulesInWords(rules)],
  }
}
