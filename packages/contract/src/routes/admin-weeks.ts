import { MAX_IMPORT_KB } from '../rest/admin/import.ts'
import {
  emptyBody,
  finalizedScores,
  overridePickBody,
  randomizedPicks,
  randomizedScores,
  randomizePicksBody,
  removePickQuery,
  setCurrentWeekBody,
  syncedGames,
  syncGamesBody,
  syncStatus,
  unmaskBody,
} from '../rest/admin/weeks.ts'
import { mailSummaryBody } from '../rest/admin/broadcast.ts'
import { consequences, previewBody } from '../rest/admin/preview.ts'
import { purgedWeeks, purgeWeeksBody } from '../rest/admin/users.ts'
import { pickParams, pickWithReceipt } from '../rest/picks.ts'
import { patchRulesBody, rules } from '../rest/rules.ts'
import { mailedSummary, patchWeekSummaryBody, weekSummary } from '../rest/summary.ts'
import { siteTime, siteTimeBody } from '../rest/site-time.ts'
import { lastAction, undoBody, undoneAction } from '../rest/admin/undo.ts'
import { closeWeekBody, gameParams, patchGameBody } from '../rest/admin/games.ts'
import { createWeekBody, game, nextWeek, nextWeekQuery, patchWeekBody, week, weekParams } from '../rest/weeks.ts'
import { route } from '../route.ts'

const admin = { tag: 'admin weeks' } as const

export const adminWeekRoutes = {
  createWeek: route('createWeek', {
    ...admin,
    summary: 'Add a week, with the automatic lock time',
    description:
      'The first week added becomes the current one, and any with `make_current`. With `slates`, a week that exists and has not begun is split: it becomes the first of them.',
    body: createWeekBody,
    responses: { 201: week },
    errors: ['week_exists', 'slate_outside_week', 'week_begun'],
    idempotent: true,
    etag: 'row',
  }),
  updateWeek: route('updateWeek', {
    ...admin,
    summary: 'Set the lock time (or `auto`), the ineligible teams, or how many picks each entry has',
    description:
      'The body has one of the three. `picks` is refused once the week has locked or somebody has picked; null goes back to what the rules say.',
    params: weekParams,
    body: patchWeekBody,
    responses: { 200: week },
    errors: ['week_not_found', 'unknown_team', 'time_out_of_range', 'week_locked', 'week_has_picks'],
    idempotent: true,
    ifMatch: true,
    etag: 'row',
  }),
  deleteWeek: route('deleteWeek', {
    ...admin,
    summary: 'Delete a week with its games and picks',
    params: weekParams,
    responses: { 204: null },
    errors: ['week_not_found', 'cannot_delete_current_week'],
    idempotent: true,
    ifMatch: true,
  }),
  setCurrentWeek: route('setCurrentWeek', {
    ...admin,
    summary: 'Make a week the current one',
    body: setCurrentWeekBody,
    responses: { 200: week },
    errors: ['week_not_found'],
    idempotent: true,
    ifMatch: true,
    etag: 'row',
  }),
  setSiteTime: route('setSiteTime', {
    ...admin,
    summary: 'Override site time, or clear the override',
    description:
      'Freezes site time at `now_iso`, or lets it run from there with `running: true`. Without `now_iso`, returns to real time.',
    body: siteTimeBody,
    responses: { 200: siteTime },
    errors: ['time_out_of_range'],
    idempotent: true,
  }),
  updateRules: route('updateRules', {
    ...admin,
    summary: 'Change the rules, until the season’s first lock',
    body: patchRulesBody,
    responses: { 200: rules },
    errors: ['rules_locked', 'rules_conflict'],
    idempotent: true,
  }),
  updateWeekSummary: route('updateWeekSummary', {
    ...admin,
    summary: 'Write a week’s summary, or pin it to the dashboard',
    description: 'A blank text goes back to the summary that follows from the log. At most one summary is pinned.',
    params: weekParams,
    body: patchWeekSummaryBody,
    responses: { 200: weekSummary },
    errors: ['week_not_found', 'week_not_complete'],
    idempotent: true,
  }),
  mailWeekSummary: route('mailWeekSummary', {
    ...admin,
    summary: 'Mail a week’s summary to every account, or to an audience',
    params: weekParams,
    body: mailSummaryBody,
    responses: { 200: mailedSummary },
    errors: ['week_not_found', 'week_not_complete'],
    idempotent: true,
  }),
  purgeWeeks: route('purgeWeeks', {
    ...admin,
    summary: 'Delete every week with its games and picks',
    body: purgeWeeksBody,
    responses: { 200: purgedWeeks },
    errors: ['confirm_mismatch'],
    idempotent: true,
  }),
}

export const undoRoutes = {
  lastAction: route('lastAction', {
    ...admin,
    summary: 'The last action of an admin that can be taken back, and why it cannot be any more',
    responses: { 200: lastAction },
  }),
  undoAction: route('undoAction', {
    ...admin,
    summary: 'Take back the last action of an admin',
    description:
      'A moved lock, an elimination or reinstatement by hand, an override after the lock, or *Set All to Final*, as long as nothing depends on it. The inverse is recorded as events of its own.',
    body: undoBody,
    responses: { 200: undoneAction },
    errors: ['nothing_to_undo', 'undo_changed', 'undo_too_late', 'undo_hidden', 'undo_lock_passed'],
    idempotent: true,
  }),
}

export const previewRoutes = {
  previewCalls: route('previewCalls', {
    ...admin,
    summary: 'What other calls would change, without changing anything',
    description:
      'Names the calls with their parts, in order. It is decided on what the admin may know: hidden picks count for nothing, and results only for weeks that are locked already. Sending the token with a single call as `Expected-Consequences` rejects it if it would change something else by then.',
    body: previewBody,
    // A list of past picks is the longest part of a call.
    maxBodyKb: MAX_IMPORT_KB * 2,
    responses: { 200: consequences },
  }),
}

export const adminGameRoutes = {
  nextWeek: route('nextWeek', {
    ...admin,
    summary: 'The week that comes next, with its kickoffs and automatic lock time, from the feed or the calendar',
    query: nextWeekQuery,
    responses: { 200: nextWeek },
  }),
  syncGames: route('syncGames', {
    ...admin,
    summary: 'Fetch a week’s games from ESPN',
    description: 'A failure (502) changes nothing. Its body also has `message`, `espn_url` and `details`.',
    body: syncGamesBody,
    responses: { 200: syncedGames },
    errors: ['week_not_found', 'feed_failed'],
    idempotent: true,
  }),
  syncStatus: route('syncStatus', {
    ...admin,
    summary: 'Which weeks are asked for, when and by whom, and what of the answers could not be read',
    responses: { 200: syncStatus },
  }),
  randomizePicks: route('randomizePicks', {
    ...admin,
    summary: 'Rehearsal: random picks for a week',
    description:
      'Refused while another open week of the season holds a pick that a member made. Once a game of the week has begun, it requires a `reason`. Each run has a line in the audit trail.',
    params: weekParams,
    body: randomizePicksBody,
    responses: { 200: randomizedPicks },
    errors: ['week_not_found', 'reason_required', 'other_week_open'],
    idempotent: true,
    ifMatch: true,
  }),
  randomizeScores: route('randomizeScores', {
    ...admin,
    summary: 'Rehearsal: games in progress with random scores',
    params: weekParams,
    body: emptyBody,
    responses: { 200: randomizedScores },
    errors: ['week_not_found'],
    idempotent: true,
    ifMatch: true,
  }),
  finalizeScores: route('finalizeScores', {
    ...admin,
    summary: 'Set all of a week’s games to final, which settles them at once',
    description:
      'A week that has not locked locks first: its lock time moves to the current site time, and everybody sees its reveal.',
    params: weekParams,
    body: emptyBody,
    responses: { 200: finalizedScores },
    errors: ['week_not_found'],
    idempotent: true,
    ifMatch: true,
  }),
}

export const gamesByHandRoutes = {
  updateGame: route('updateGame', {
    ...admin,
    summary: 'Set a game’s score or status by hand, or return it to the scoreboard',
    description:
      'What is absent stays as it is. The game keeps what an admin set until `{source: "feed"}` returns it. `moved`: it is played in a week that the pool does not have, so that its week no longer has it. Every member sees who did it and the reason.',
    params: gameParams,
    body: patchGameBody,
    responses: { 200: game },
    errors: ['game_not_found', 'score_required'],
    idempotent: true,
  }),
  closeWeek: route('closeWeek', {
    ...admin,
    summary: 'Complete a locked week without its postponed and cancelled games',
    description: 'Their picks survive, or lose with the rule `cancelled_game: loss`. A result that comes later counts.',
    params: weekParams,
    body: closeWeekBody,
    responses: { 200: week },
    errors: ['week_not_found', 'close_open_week', 'games_not_over', 'nothing_to_close'],
    idempotent: true,
    ifMatch: true,
  }),
}

export const adminPickRoutes = {
  unmaskPicks: route('unmaskPicks', {
    ...admin,
    summary: 'Show admins a week’s picks before the lock; every member sees that this happened',
    params: weekParams,
    body: unmaskBody,
    responses: { 200: week },
    errors: ['week_not_found', 'reason_required', 'already_revealed'],
    idempotent: true,
    ifMatch: true,
    etag: 'row',
  }),
  overridePick: route('overridePick', {
    ...admin,
    summary: 'Set a pick for a member',
    description:
      'Works before and after the lock. It requires a `reason` after the lock, when the team’s game has begun, and when it replaces a pick while a game of the week has begun. In a week with several picks, `slot` says which of them is set (default: 1). Ineligible teams and eliminated entries are allowed. Before the lock, the times and the version of another member’s pick are null, and If-Match is refused.',
    body: overridePickBody,
    responses: { 200: pickWithReceipt, 201: pickWithReceipt },
    errors: [
      'entry_not_found',
      'week_not_found',
      'not_in_season',
      'unknown_team',
      'slot_unknown',
      'team_used',
      'team_picked_twice',
      'team_on_bye',
      'reason_required',
      'version_hidden',
    ],
    idempotent: true,
    ifMatch: true,
    etag: 'row',
    creates: 'getPick',
  }),
  adminDeletePick: route('adminDeletePick', {
    ...admin,
    summary: 'Delete any pick',
    description:
      'Requires a `reason` once a game of the week has begun. If-Match is refused before the lock, because versions of hidden picks are hidden.',
    params: pickParams,
    query: removePickQuery,
    responses: { 204: null },
    errors: ['pick_not_found', 'reason_required', 'version_hidden'],
    idempotent: true,
    ifMatch: true,
  }),
}
