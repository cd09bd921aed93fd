import { DEFAULT_RULES, EVENT_TYPES, type EventType } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { type AuditRecord, describeAuditRecord } from './audit-events.ts'

const score = { game: { away_team_abbr: 'DAL', home_team_abbr: 'GB' }, away_score: 40, home_score: 40 }
const pick = { team_abbr: 'KC', commitment: 'c', nonce: 'n' }

interface Example {
  readonly type: EventType
  readonly data: object
}

/** One event of every type with its sentence. */
const EXAMPLES: readonly (readonly [Example, string])[] = [
  [{ type: 'UserRegistered', data: { is_admin: true, origin: 'self', waiting: false } }, 'Lee registered and is an admin.'],
  [
    { type: 'UserRegistered', data: { is_admin: false, origin: 'self', waiting: true } },
    'Lee registered and waits for approval.',
  ],
  [
    { type: 'UserRegistered', data: { is_admin: false, origin: 'admin', waiting: false } },
    'Ann (admin) created the account of Lee.',
  ],
  [{ type: 'UserApproved', data: {} }, 'Ann (admin) approved the account of Lee.'],
  [{ type: 'JoiningChanged', data: { mode: 'approval' } }, 'Ann (admin) changed who may join: after approval by an admin.'],
  [
    { type: 'InvitationCreated', data: { invitation_id: 3, max_uses: 1, expires_at: '2025-09-08T12:00:00.000Z' } },
    'Ann (admin) created invitation 3 for 1 account, valid until 2025-09-08 12:00 UTC.',
  ],
  [
    { type: 'InvitationCreated', data: { invitation_id: 4, max_uses: null, expires_at: null } },
    'Ann (admin) created invitation 4.',
  ],
  [{ type: 'InvitationRevoked', data: { invitation_id: 3 } }, 'Ann (admin) revoked invitation 3.'],
  [
    { type: 'UserProfileChanged', data: { fields: ['first_name', 'email'] } },
    'Ann (admin) changed the first name and the e-mail of Lee.',
  ],
  [{ type: 'UserProfileChanged', data: { fields: [] } }, 'The log committed to the names of Lee.'],
  [
    { type: 'EmailChangedByAdmin', data: { sealed_until: '2025-09-08T12:00:00.000Z' } },
    'An admin changed the e-mail address of Lee.',
  ],
  [
    { type: 'PicksUnsealed', data: { by: 'confirmation' } },
    'The new e-mail address of Lee was confirmed through the old one, so the hidden picks are no longer sealed.',
  ],
  [{ type: 'PicksUnsealed', data: { by: 'expiry' } }, 'The hidden picks of Lee are no longer sealed: 7 days have passed.'],
  [{ type: 'PasswordChosenByAdmin', data: {} }, 'Ann (admin) chose the password of Lee.'],
  [{ type: 'AdminPasswordReplaced', data: {} }, 'Lee replaced the password that an admin had chosen.'],
  [{ type: 'AdminGranted', data: {} }, 'Ann (admin) made Lee an admin.'],
  [{ type: 'AdminRevoked', data: {} }, 'Ann (admin) took admin rights from Lee.'],
  [{ type: 'RoleGiven', data: { role: 'treasurer' } }, 'Ann (admin) made Lee a treasurer.'],
  [{ type: 'RoleTaken', data: { role: 'treasurer' } }, 'Lee is no longer a treasurer: Ann (admin) took the role.'],
  [{ type: 'PasswordChanged', data: { by: 'reset' } }, 'Lee set a new password by e-mail.'],
  [{ type: 'PasswordChanged', data: { by: 'self' } }, 'Lee changed the password.'],
  [{ type: 'LoginsEnded', data: {} }, 'Lee signed out everywhere.'],
  [{ type: 'SessionEnded', data: {} }, 'Lee signed out of a device.'],
  [{ type: 'PasskeyAdded', data: {} }, 'Lee added a passkey.'],
  [{ type: 'PasskeyRemoved', data: {} }, 'Lee removed a passkey.'],
  [
    { type: 'ProgramTokenCreated', data: { name: 'Bar', scopes: ['read', 'money'], ends_at: '2025-12-31T12:00:00.000Z' } },
    'Lee created the token “Bar” for reading and payments, until 2025-12-31 12:00 UTC.',
  ],
  [{ type: 'ProgramTokenRevoked', data: { name: null } }, 'Lee revoked a token.'],
  [{ type: 'ProgramTokenUsed', data: { name: 'Bar', scope: 'picks' } }, 'A program used the token “Bar” of Lee for picks.'],
  [{ type: 'ProxyNamed', data: { until_week: 5 } }, 'Ann (admin) lets Lee pick for “Beta” until the lock of week 5.'],
  [
    { type: 'ProxyNamed', data: { ends_at: '2025-12-31T12:00:00.000Z' } },
    'Ann (admin) lets Lee pick for “Beta” until 2025-12-31 12:00 UTC.',
  ],
  [{ type: 'ProxyEnded', data: { because: 'proxy' } }, 'Lee no longer picks for “Beta”: the member gave it back.'],
  [{ type: 'UserDeleted', data: {} }, 'Ann (admin) deleted the account of Lee with all its entries.'],
  [{ type: 'EntryCreated', data: { name: 'Alpha' } }, 'Ann (admin) created “Alpha”.'],
  [
    { type: 'EntryHandedOver', data: { by_hand: true } },
    'Ann (admin) made Lee the keeper of “Beta”, whose person has no account.',
  ],
  [
    { type: 'EntryHandedOver', data: { by_hand: false } },
    'Ann (admin) gave “Beta”, played by hand until then, to the account of Lee.',
  ],
  [{ type: 'PickSubmitted', data: { ...pick, by_hand: true } }, 'Ann (admin) picked KC for “Beta” in week 4 of 2025, by hand.'],
  [{ type: 'EntryRenamed', data: { name: 'Uno', previous_name: 'Lucky' } }, 'Ann (admin) renamed “Lucky” to “Uno”.'],
  [{ type: 'EntryDeleted', data: {} }, 'Ann (admin) deleted “Beta”.'],
  [
    { type: 'EntryEliminatedByHand', data: { season_year: 2025, week_number: 3 } },
    'Ann (admin) eliminated “Beta” by hand in week 3.',
  ],
  [
    {
      type: 'EntryReinstated',
      data: {
        season_year: 2025,
        waived: [
          { week_number: 1, team_abbr: 'KC' },
          { week_number: 2, team_abbr: null },
          { week_number: 3, team_abbr: null, hidden: true },
        ],
      },
    },
    'Ann (admin) reinstated “Beta”, forgiving the loss with KC in week 1, the missed pick of week 2 and the loss of week 3.',
  ],
  [
    { type: 'PaymentRecorded', data: { payment_type: 'venmo', paid_date: '2025-09-01' } },
    'Ann (admin) recorded the payment for “Beta” by venmo on 2025-09-01.',
  ],
  [{ type: 'PaymentReversed', data: {} }, 'Ann (admin) took back the payment for “Beta”.'],
  [{ type: 'PickSubmitted', data: pick }, 'Ann (admin) picked KC for “Beta” in week 4 of 2025.'],
  [
    { type: 'PickOverridden', data: { ...pick, source: 'override' } },
    'Ann (admin) set the pick of “Beta” in week 4 of 2025 to KC.',
  ],
  [
    { type: 'PickOverridden', data: { ...pick, source: 'randomized' } },
    'Ann (admin) gave “Beta” a random pick in week 4 of 2025: KC.',
  ],
  [
    { type: 'OverrideRefused', data: {} },
    'Ann (admin) tried to set the pick of “Beta” in week 4 of 2025 to a team of another pick that is still hidden, and was refused.',
  ],
  [
    { type: 'PicksRandomized', data: { overwrite: false, created: 2, updated: 1, skipped: 3 } },
    'Ann (admin) randomized the picks of week 4 of 2025: 2 created, 1 replaced, 3 skipped.',
  ],
  [{ type: 'PickCleared', data: {} }, 'Ann (admin) cleared the pick of “Beta” in week 4 of 2025.'],
  [
    { type: 'PickCleared', data: { has_begun: true } },
    'Ann (admin) cleared the pick of “Beta” in week 4 of 2025, whose game had begun.',
  ],
  [
    { type: 'PickOverridden', data: { ...pick, source: 'override', has_begun: true } },
    'Ann (admin) set the pick of “Beta” in week 4 of 2025 to KC, whose game had begun.',
  ],
  [
    { type: 'BegunGamePicked', data: {} },
    'Ann (admin) set a pick in week 4 of 2025 to a team whose game had begun; the lock shows whose, which team, and the reason.',
  ],
  [
    { type: 'PicksRandomized', data: { overwrite: false, created: 2, updated: 1, skipped: 3, has_begun: true } },
    'Ann (admin) randomized the picks of week 4 of 2025, some of whose games had begun: 2 created, 1 replaced, 3 skipped.',
  ],
  [
    { type: 'PickCleared', data: { game_moved: true } },
    'The pick of “Beta” in week 4 of 2025 did not stand, because the game of its team had moved to another week.',
  ],
  [
    { type: 'PickCleared', data: { no_game: 'at_lock' } },
    'The pick of “Beta” in week 4 of 2025 did not stand, because its team had no game in it.',
  ],
  [
    { type: 'PickCleared', data: { no_game: 'after_lock' } },
    'The pick of “Beta” in week 4 of 2025 counts as missed, because its team has no game in it.',
  ],
  [
    { type: 'PickRestored', data: {} },
    'The pick of “Beta” in week 4 of 2025 counts again, because its team has a game in it after all.',
  ],
  [
    { type: 'PickCleared', data: { used_in_week: 2 } },
    'The pick of “Beta” in week 4 of 2025 did not stand, because its team had been used in week 2.',
  ],
  [
    { type: 'PickCleared', data: { used_in_week: null } },
    'The pick of “Beta” in week 4 of 2025 did not stand, because its team had been used in a week that is gone.',
  ],
  [
    { type: 'PickAssigned', data: { team_abbr: 'DAL', commitment: 'c', nonce: 'n', rule: 'most_picked' } },
    '“Beta” got an automatic pick in week 4 of 2025: DAL, picked by most entries.',
  ],
  [{ type: 'AssignedPickWithdrawn', data: {} }, 'The automatic pick of “Beta” in week 4 of 2025 was withdrawn.'],
  [{ type: 'RankingSet', data: {} }, 'Ann (admin) changed the ranking of “Beta”.'],
  [
    { type: 'SplitVoteOpened', data: { season_year: 2025, entry_ids: [1, 2] } },
    'A vote on sharing opened in week 4 of 2025, for 2 entries.',
  ],
  [{ type: 'SplitVoteCast', data: {} }, 'Ann (admin) voted on sharing for “Beta”.'],
  [
    { type: 'SplitVoteEnded', data: { season_year: 2025, because: 'lock_moved' } },
    'The vote on sharing in week 4 of 2025 ended without a result, because the lock moved to an earlier time.',
  ],
  [
    { type: 'SplitVoteClosed', data: { season_year: 2025, entry_ids: [1, 2], share_ids: [1, 2], play_on_ids: [] } },
    'All 2 entries that were alive in week 4 of 2025 agreed to share.',
  ],
  [
    { type: 'SplitVoteClosed', data: { season_year: 2025, entry_ids: [1, 2, 3], share_ids: [1, 2], play_on_ids: [] } },
    'The vote on sharing in week 4 of 2025 failed: 2 of 3 entries voted for it.',
  ],
  [
    { type: 'BuybackRequested', data: { season_year: 2025, loss: { week_number: 4, team_abbr: 'DAL' } } },
    'Ann (admin) asked to buy “Beta” back in after the loss with DAL in week 4.',
  ],
  [
    { type: 'BuybackConfirmed', data: { season_year: 2025, loss: { week_number: 4, team_abbr: null }, fee_cents: 500 } },
    'Ann (admin) confirmed the buyback of “Beta”.',
  ],
  [
    { type: 'BuybackDeclined', data: { season_year: 2025, loss: { week_number: 4, team_abbr: null } } },
    'Ann (admin) declined the buyback of “Beta”.',
  ],
  [
    {
      type: 'BuybackWithdrawn',
      data: {
        season_year: 2025,
        loss: { week_number: 4, team_abbr: null },
        lapsed: { because: 'next_lock', week_number: 5 },
      },
    },
    'The request to buy “Beta” back in ended, because week 5 locked.',
  ],
  [
    { type: 'ActionUndone', data: { undone: 7, action: 'override' } },
    'Ann (admin) took back event 7: the pick set for “Beta” in week 4 of 2025.',
  ],
  [
    { type: 'WeekAdded', data: { lock_time: '2025-09-28T16:00:00.000Z' } },
    'Ann (admin) added week 4 of 2025, which locks at 2025-09-28 16:00 UTC.',
  ],
  [{ type: 'WeekDeleted', data: {} }, 'Ann (admin) deleted week 4 of 2025 with its picks and games.'],
  [{ type: 'CurrentWeekSet', data: {} }, 'Ann (admin) made week 4 of 2025 the current week.'],
  [
    { type: 'LockTimeChanged', data: { lock_time: '2025-09-28T16:00:00.000Z', automatic: true } },
    'Ann (admin) moved the lock of week 4 of 2025 to 2025-09-28 16:00 UTC (automatic).',
  ],
  [
    { type: 'LockTimeChanged', data: { lock_time: '2025-09-28T16:00:00.000Z', automatic: false } },
    'Ann (admin) moved the lock of week 4 of 2025 to 2025-09-28 16:00 UTC.',
  ],
  [{ type: 'WeekLocked', data: { entries: 2, picks: 1, merkle_root: 'r' } }, 'Week 4 of 2025 locked with 1 pick of 2 entries.'],
  [{ type: 'WeekLocked', data: { entries: 1, picks: 0, merkle_root: 'r' } }, 'Week 4 of 2025 locked with 0 picks of 1 entry.'],
  [{ type: 'WeekReopened', data: { marked: true } }, 'Ann (admin) reopened week 4 of 2025 after its reveal.'],
  [{ type: 'WeekReopened', data: { marked: false } }, 'Ann (admin) reopened week 4 of 2025.'],
  [{ type: 'PicksOfWeekSet', data: { picks: 2 } }, 'Ann (admin) let week 4 of 2025 take 2 picks an entry.'],
  [{ type: 'PicksOfWeekSet', data: { picks: 1 } }, 'Ann (admin) let week 4 of 2025 take 1 pick an entry.'],
  [{ type: 'PicksOfWeekSet', data: { picks: null } }, 'Ann (admin) let the rules say how many picks week 4 of 2025 takes.'],
  [{ type: 'IneligibleTeamsSet', data: { teams: [] } }, 'Ann (admin) made every team eligible in week 4 of 2025.'],
  [{ type: 'IneligibleTeamsSet', data: { teams: ['KC', 'GB'] } }, 'Ann (admin) made KC and GB ineligible in week 4 of 2025.'],
  [{ type: 'PicksUnmasked', data: {} }, 'Ann (admin) opened the picks list of week 4 of 2025 to the admins before the lock.'],
  [{ type: 'GamesSynced', data: { games: 16, relisted: 0 } }, 'Ann (admin) updated the schedule of 16 games in week 4 of 2025.'],
  [
    { type: 'GamesSynced', data: { games: 2, relisted: 1 } },
    'Ann (admin) updated the schedule of 2 games in week 4 of 2025, 1 of them listed under another id.',
  ],
  [
    { type: 'GameScored', data: { ...score, away_score: null, detail: 'Forfeit', source: 'feed', phase: 'undecided' } },
    'DAL at GB in week 4 of 2025 (Forfeit), without a result that counts, from the scoreboard, asked by Ann.',
  ],
  [
    { type: 'GameScored', data: { ...score, detail: null, source: 'feed' } },
    'DAL 40–40 GB in week 4 of 2025, from the scoreboard, asked by Ann.',
  ],
  [
    { type: 'GameScored', data: { ...score, detail: null, source: 'randomized' } },
    'DAL 40–40 GB in week 4 of 2025, a random score for a rehearsal.',
  ],
  [
    { type: 'GameMoved', data: { game: score.game, to_week_number: 5 } },
    'DAL at GB moved out of week 4 of 2025: the scoreboard lists it in week 5.',
  ],
  [
    { type: 'GameMoved', data: { game: score.game, to_week_number: null } },
    'DAL at GB moved out of week 4 of 2025: the scoreboard lists it as another game.',
  ],
  [
    { type: 'UnreadGamesChanged', data: { games: 2, unread: 1 } },
    'The scoreboard’s answer for 1 game in week 4 of 2025 could not be read.',
  ],
  [
    { type: 'UnreadGamesChanged', data: { games: 1, unread: 0 } },
    'The scoreboard’s answer for 1 game in week 4 of 2025 can be read again.',
  ],
  [
    { type: 'GameScored', data: { ...score, detail: '1:01 - 4th', source: 'feed' } },
    'DAL 40–40 GB in week 4 of 2025 (1:01 - 4th), from the scoreboard, asked by Ann.',
  ],
  [
    { type: 'GameStatusChanged', data: { game: score.game, status: 'postponed' } },
    'DAL at GB in week 4 of 2025 is postponed, from the scoreboard, asked by Ann.',
  ],
  [{ type: 'GameFinalized', data: score }, 'DAL 40–40 GB is final in week 4 of 2025, from the scoreboard, asked by Ann.'],
  [{ type: 'GameFinalized', data: { ...score, origin: 'hand' } }, 'DAL 40–40 GB is final in week 4 of 2025, by hand: Ann.'],
  [
    { type: 'GameStatusChanged', data: { game: score.game, status: 'scheduled', origin: 'undo' } },
    'DAL at GB in week 4 of 2025 is scheduled, as it was before.',
  ],
  [
    { type: 'GameReturnedToFeed', data: { game: score.game } },
    'Ann (admin) returned DAL at GB in week 4 of 2025 to the scoreboard.',
  ],
  [
    { type: 'WeekClosed', data: { games: 1, picks: 'survive' } },
    'Ann (admin) closed week 4 of 2025 without 1 game that is called off: their picks survive.',
  ],
  [
    { type: 'WeekClosed', data: { games: 2, picks: 'lose' } },
    'Ann (admin) closed week 4 of 2025 without 2 games that are called off: their picks lose.',
  ],
  [
    { type: 'ScoreCorrected', data: score },
    'The final score in week 4 of 2025 was corrected to DAL 40–40 GB, from the scoreboard, asked by Ann.',
  ],
  [{ type: 'GamesFinalizedByAdmin', data: { games: 1 } }, 'Ann (admin) set 1 game of week 4 of 2025 to final.'],
  [{ type: 'SeasonStarted', data: { season_year: 2026 } }, 'Ann (admin) started the 2026 season.'],
  [{ type: 'EntryRenewed', data: { season_year: 2026 } }, 'Ann (admin) renewed “Beta” for the 2026 season.'],
  [
    { type: 'SiteTimeSet', data: { site_time: '2025-09-28T16:00:00.000Z', running: true } },
    'Ann (admin) set the site time to 2025-09-28 16:00 UTC, running on from there.',
  ],
  [
    { type: 'SiteTimeSet', data: { site_time: '2025-09-28T16:00:00.000Z', running: false } },
    'Ann (admin) set the site time to 2025-09-28 16:00 UTC.',
  ],
  [{ type: 'SiteTimeCleared', data: {} }, 'Ann (admin) cleared the site-time override.'],
  [
    {
      type: 'PoolRulesChanged',
      data: { rules: DEFAULT_RULES },
    },
    'Ann (admin) changed the pool’s rules.',
  ],
  [
    { type: 'ClubChanged', data: { name: 'Kickers', color: '#0a5c36' } },
    'Ann (admin) set the club’s name to “Kickers” and its color to #0a5c36.',
  ],
  [
    { type: 'ClubChanged', data: { name: 'Kickers', color: null, crest: 'ab', shows_odds: false } },
    'Ann (admin) set the club’s name to “Kickers” and its color to the default, with a crest, with the odds off.',
  ],
  [
    { type: 'ClubChanged', data: { name: null, color: null } },
    'Ann (admin) set the club’s name to the configured one and its color to the default.',
  ],
  [
    { type: 'ClubhouseScreenChanged', data: { scenes: ['games', 'out'], names: 'initials' } },
    'Ann (admin) chose 2 scenes for the clubhouse screen, with initials.',
  ],
  [
    { type: 'ClubhouseScreenChanged', data: { scenes: ['games'], names: 'full' } },
    'Ann (admin) chose 1 scene for the clubhouse screen, with names.',
  ],
  [{ type: 'SetupStepMarked', data: { step: 'joining', mark: 'done' } }, 'Ann (admin) finished the step joining of the setup.'],
  [{ type: 'SetupStepMarked', data: { step: 'week', mark: 'skipped' } }, 'Ann (admin) skipped the step week of the setup.'],
  [
    { type: 'RemindersChanged', data: { enabled: true, hours_before: [48, 3] } },
    'Ann (admin) set reminders to 48 and 3 hours before each lock.',
  ],
  [{ type: 'RemindersChanged', data: { enabled: false, hours_before: [48, 3] } }, 'Ann (admin) switched reminders off.'],
  [
    { type: 'ReminderSent', data: { offset: 48, members: 12 } },
    'Ann (admin) reminded 12 members of week 4 of 2025, 48 hours before the lock.',
  ],
  [
    { type: 'ReminderSent', data: { offset: 'kickoff', members: 1 } },
    'Ann (admin) reminded 1 member of week 4 of 2025, before the first kickoff.',
  ],
  [
    { type: 'ReminderSent', data: { offset: 'manual', members: 0 } },
    'Ann (admin) reminded 0 members of week 4 of 2025, on an admin’s request.',
  ],
  [
    { type: 'BalancePaid', data: { payment_type: 'bank', paid_date: '2025-09-08' } },
    'Ann (admin) recorded a further payment for “Beta” by bank on 2025-09-08.',
  ],
  [
    { type: 'PartPaymentRecorded', data: { payment_type: 'cash', paid_date: '2025-09-08' } },
    'Ann (admin) recorded a part of the payment for “Beta” by cash on 2025-09-08.',
  ],
  [
    { type: 'PayoutRecorded', data: { payment_type: 'venmo', paid_date: '2026-01-05', season_year: 2025 } },
    'Ann (admin) recorded the payout of 2025 to “Beta” by venmo on 2026-01-05.',
  ],
  [{ type: 'PayoutReversed', data: { season_year: 2025 } }, 'Ann (admin) took back the payout of 2025 to “Beta”.'],
  [{ type: 'PaymentClaimed', data: {} }, 'Ann (admin) said that “Beta” is paid.'],
  [{ type: 'PaymentClaimWithdrawn', data: { because: null } }, 'Ann (admin) took back that “Beta” is paid.'],
  [
    { type: 'PaymentClaimWithdrawn', data: { because: 'other_amount' } },
    'The statement that “Beta” is paid ended, because another amount is due now.',
  ],
  [{ type: 'PaymentClaimDeclined', data: {} }, 'Ann (admin) did not find the payment for “Beta”.'],
  [{ type: 'TreasurerChanged', data: { fields: ['iban'] } }, 'Ann (admin) changed where members pay.'],
  [
    { type: 'WeekSummaryChanged', data: { digest: 'ab', is_pinned: true } },
    'Ann (admin) wrote the summary of week 4 of 2025, pinned to the dashboard.',
  ],
  [
    { type: 'WeekSummaryChanged', data: { digest: null, is_pinned: false } },
    'Ann (admin) uses the summary from the log for week 4 of 2025, not pinned to the dashboard.',
  ],
  [
    { type: 'PastChampionsSet', data: { season_year: 2019, digest: 'ab' } },
    'Ann (admin) entered the champions of 2019, which was not played in this pool.',
  ],
  [
    { type: 'PastChampionsSet', data: { season_year: 2019, digest: null } },
    'Ann (admin) removed the champions of 2019, which was not played in this pool.',
  ],
  [{ type: 'BroadcastQueued', data: { recipients: 3, audience: 'all' } }, 'Ann (admin) wrote a mail to 3 recipients.'],
  [
    { type: 'BroadcastQueued', data: { recipients: 3, audience: 'no_pick' } },
    'Ann (admin) wrote a mail to 3 recipients (without a pick).',
  ],
  [
    { type: 'WebhookAdded', data: { preset: 'discord', events: ['lock', 'entries_out'] } },
    'Ann (admin) connected Discord to the pool’s public news: the lock and who is out.',
  ],
  [{ type: 'WebhookRemoved', data: {} }, 'Ann (admin) disconnected a service from the pool’s public news.'],
  [
    { type: 'WebhookSwitched', data: { is_on: false } },
    'The pool switched off a service for its public news, which could not be reached for 24 hours.',
  ],
  [
    { type: 'WebhookSwitched', data: { is_on: true } },
    'Ann (admin) switched a service for the pool’s public news on again after a test.',
  ],
  [{ type: 'FourEyesSwitched', data: { is_on: true } }, 'Ann (admin) switched four eyes on: some actions need two admins.'],
  [{ type: 'FourEyesSwitched', data: { is_on: false } }, 'Ann (admin) switched four eyes off.'],
  ...(
    [
      ['OverridePick', 'set the pick of “Beta” in week 4 of 2025'],
      ['RemovePick', 'delete the pick of “Beta” in week 4 of 2025'],
      ['RandomizePicks', 'randomize the picks of week 4 of 2025'],
      ['UnmaskPicks', 'open the picks list of week 4 of 2025 to the admins before the lock'],
      ['SetLockTime', 'reopen week 4 of 2025 by moving its lock'],
      ['SetSiteTime', 'reopen weeks by setting the site time'],
      ['ClearSiteTime', 'reopen weeks by clearing the site-time override'],
      ['CloseWeek', 'close week 4 of 2025'],
      ['AmendEntry', 'reinstate “Beta”'],
      ['AnswerBuyback', 'confirm the buyback of “Beta”'],
      ['SetPayment', 'mark “Beta” as paid'],
      ['RecordPayments', 'record the payment for “Beta”'],
      ['RecordPartPayment', 'record a part of the payment for “Beta”'],
      ['UndoAction', 'take back the last action of an admin'],
      ['SwitchFourEyes', 'switch four eyes off'],
    ] as const
  ).map(
    ([command, what]) =>
      [
        { type: 'ActionRequested', data: { command, why: 'four_eyes' } },
        `Ann (admin) asked for a second admin to ${what}.`,
      ] as const,
  ),
  [{ type: 'ActionConfirmed', data: { asked: 7 } }, 'Ann (admin) confirmed what Lee had asked for (event 7).'],
  [{ type: 'ActionRefused', data: { asked: 7 } }, 'Ann (admin) refused what Lee had asked for (event 7).'],
  [{ type: 'ActionWithdrawn', data: { asked: 7 } }, 'Ann (admin) took back a request for a second admin (event 7).'],
  [{ type: 'ActionDoneAlone', data: { asked: 7 } }, 'Ann (admin) acted without a second admin in an emergency (event 7).'],
  [
    { type: 'UsersAndEntriesPurged', data: { users: 1, entries: 1, picks: 0 } },
    'Ann (admin) deleted all users and entries: 1 user, 1 entry, 0 picks.',
  ],
  [
    { type: 'UsersAndEntriesPurged', data: { users: 2, entries: 3, picks: 1 } },
    'Ann (admin) deleted all users and entries: 2 users, 3 entries, 1 pick.',
  ],
  [{ type: 'EntryReinstated', data: { season_year: 2025, waived: [] } }, 'Ann (admin) reinstated “Beta”.'],
  [{ type: 'WeeksPurged', data: { weeks: 2, games: 1, picks: 3 } }, 'Ann (admin) deleted all weeks: 2 weeks, 1 game, 3 picks.'],
  [{ type: 'EventsRedacted', data: { events: 2 } }, 'Names were removed from 2 earlier events on the deletion of their owner.'],
]

function recordOf(event: Example, more: Partial<AuditRecord> = {}): AuditRecord {
  const names = {
    position: 1,
    recorded_at: '2025-09-01T00:00:00.000Z',
    site_time: '2025-09-01T00:00:00.000Z',
    actor: { id: 1, name: 'Ann', role: 'admin' },
    entry: { id: 2, name: 'Beta', owner: null },
    week: { id: 4, season_year: 2025, week_number: 4 },
    user: { id: 3, name: 'Lee' },
    reason: null,
    hash: '',
  }
  return { ...event, ...names, ...more } as AuditRecord
}

describe('describeAuditRecord', () => {
  it.each(EXAMPLES.map(([event, sentence]) => [event.type, event, sentence] as const))('describes %s', (_, event, sentence) => {
    expect(describeAuditRecord(recordOf(event))).toBe(sentence)
  })

  it('has an example for every event type', () => {
    expect([...new Set(EXAMPLES.map(([event]) => event.type))].sort()).toEqual([...EVENT_TYPES].sort())
  })

  it('describes events whose entry, week, game or actor was deleted', () => {
    const gone = { actor: { id: 9, name: null, role: 'member' }, entry: { id: 2, name: null, owner: null }, week: null } as const
    expect(describeAuditRecord(recordOf({ type: 'EntryRenamed', data: { name: null, previous_name: null } }))).toBe(
      'Ann (admin) renamed an entry.',
    )
    expect(describeAuditRecord(recordOf({ type: 'PickCleared', data: {} }, gone))).toBe(
      'A former member cleared the pick of an entry in a week that is gone.',
    )
    expect(describeAuditRecord(recordOf({ type: 'GameFinalized', data: { ...score, game: null } }, gone))).toBe(
      'A game that is gone, 40–40, is final in a week that is gone, from the scoreboard, asked by A former member.',
    )
    expect(describeAuditRecord(recordOf({ type: 'GameFinalized', data: { ...score, home_score: null } }))).toBe(
      'DAL at GB is final in week 4 of 2025, from the scoreboard, asked by Ann.',
    )
    expect(
      describeAuditRecord(
        recordOf({ type: 'GameStatusChanged', data: { game: null, status: 'cancelled', origin: 'hand' } }, gone),
      ),
    ).toBe('A game that is gone in a week that is gone is cancelled, by hand: A former member.')
    for (const user of [null, { id: 3, name: null }])
      expect(describeAuditRecord(recordOf({ type: 'AdminGranted', data: {} }, { user }))).toBe(
        'Ann (admin) made a former member an admin.',
      )
    expect(describeAuditRecord(recordOf({ type: 'EntryDeleted', data: {} }, { entry: null }))).toBe(
      'Ann (admin) deleted an entry.',
    )
    const pool = { actor: { id: null, name: null, role: 'system' } } as const
    expect(describeAuditRecord(recordOf({ type: 'GameFinalized', data: score }, pool))).toBe(
      'DAL 40–40 GB is final in week 4 of 2025, from the scoreboard.',
    )
    expect(describeAuditRecord(recordOf({ type: 'GamesSynced', data: { games: 1, relisted: 0 } }, pool))).toBe(
      'The pool updated the schedule of 1 game in week 4 of 2025.',
    )
  })
})
