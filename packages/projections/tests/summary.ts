import { allPicks, type Game, gamesOf, isAgreed, type PoolState, type Round } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import { type SchemaName, tablesIn } from '../src/tables/rows.ts'

/** Summarizes the state in the form of {@link summaryOfTables}. Facts about a pick that the state does not contain come from its event. */
export function summaryOfState(state: PoolState) {
  const weekExists = (id: number) => state.rounds.has(id as never)
  const lockOf = (id: number) => state.rounds.get(id as never)?.locked?.position
  const entries = [...state.entries.values()].sort((a, b) => a.id - b.id)
  const contests = [...state.contests.values()].sort((a, b) => a.id - b.id)
  return {
    users: [...state.users.values()].map(({ id, isAdmin }) => ({ id, isAdmin })).sort((a, b) => a.id - b.id),
    entries: entries.map((entry) => ({
      id: entry.id,
      userId: entry.userId,
      name: entry.name,
      payment: entry.payment,
      createdPosition: entry.namePositions[0],
      createdAt: entry.createdAt,
      updatedAt: entry.updatedAt,
      version: entry.version,
      hands: entry.eliminatedByHand
        .map(({ contestId, weekNumber }) => ({ seasonYear: Number(contestId), weekNumber }))
        .sort((a, b) => a.seasonYear - b.seasonYear),
      forgiven: distinct(
        entry.waivedLosses.filter((loss) => weekExists(loss.weekId)).map((loss) => `${loss.weekId} ${loss.team}`),
      ),
      missed: distinct(entry.missedWeeks.filter((miss) => miss.lock === lockOf(miss.weekId)).map((miss) => String(miss.weekId))),
      ranking: entry.ranking,
      ballot: state.splitBallots.get(entry.id)?.choice ?? null,
      renewals: entry.renewals.map(({ seasonYear, position }) => `${seasonYear} ${position}`),
      buybacks: entry.buybacks
        .map(({ seasonYear, loss, status, feeCents, lapse }) => {
          const lockedWeek = lapse?.because === 'next_lock' ? lapse.weekNumber : '-'
          return `${seasonYear} ${loss.weekId} ${loss.team} ${status} ${feeCents} ${lapse?.because ?? '-'} ${lockedWeek}`
        })
        .sort(),
      picks: allPicks(entry)
        .filter((pick) => weekExists(pick.weekId))
        .map((pick) => ({
          weekId: pick.weekId,
          slot: pick.slot,
          team: pick.team,
          isOverride: pick.isOverride,
          isAuto: pick.assignedBy !== null,
          byMember: pick.byMember,
          version: pick.version,
          createdAt: pick.createdAt,
          updatedAt: pick.updatedAt,
        }))
        .sort((a, b) => a.weekId - b.weekId || a.slot - b.slot),
      voidPlans: entry.voidPlans
        .filter((plan) => weekExists(plan.weekId))
        .map((plan) => `${plan.weekId} ${plan.slot} ${plan.team} ${plan.version} ${plan.byMember}`)
        .sort(),
    })),
    fixedSeasons: contests.flatMap(({ id, rulesAreFixed }) => (rulesAreFixed ? [Number(id)] : [])),
    weeks: [...state.rounds.values()]
      .sort((a, b) => a.id - b.id)
      .map((round) => summaryOfWeek(round, gamesOf(state, round), state.splitVote)),
    pool: {
      currentWeekId: state.currentWeekId,
      pinnedSummary: state.pinnedSummary,
      siteClock: state.siteClock,
      rules: state.rules,
      setup: state.setup,
      club: state.club,
      clubhouseScreen: state.clubhouseScreen,
    },
    seasonRules: Object.fromEntries(contests.flatMap(({ id, rules }) => (rules === null ? [] : [[id, rules]]))),
    seasonStarts: state.seasonStarts,
    position: state.position,
  }
}

function splitVoteOf(vote: PoolState['splitVote'], { id, splitResult: closed }: Round) {
  if (vote?.weekId === id) return { entry_ids: vote.entryIds, closed: null }
  if (closed === null) return null
  const { entryIds, share, playOn, position } = closed
  return { entry_ids: entryIds, closed: { share, play_on: playOn, position } }
}

function summaryOfWeek(round: Round, games: readonly Game[], vote: PoolState['splitVote']) {
  // The tables know the main contests only, and the summaries of weeks are made of the state.
  const { locked, contestId: _contest, scheduleId: _schedule, summaryDigest: _digest, splitResult, ...rest } = round
  // Only deciding a reopening needs to know whose picks a lock revealed, so the tables do not keep it.
  const lock = locked === null ? null : { position: locked.position, at: locked.at, merkleRoot: locked.merkleRoot }
  const agreedPosition = splitResult !== null && isAgreed(splitResult) ? splitResult.position : null
  return {
    ...rest,
    locked: lock,
    splitVote: splitVoteOf(vote, round),
    agreedPosition,
    games: [...games].sort((a, b) => a.id - b.id).map(summaryOfGame),
  }
}

// Only deciding what an answer of the scoreboard means needs the last final result, so the tables do not keep it.
function summaryOfGame({ phase, unread, isResultUnread, resultAt, lastFinal: _lastFinal, decidedBy: _decidedBy, ...game }: Game) {
  return {
    ...game,
    resultAt: resultAt ?? null,
    phase: phase ?? null,
    unread: unread ?? [],
    isResultUnread: isResultUnread ?? false,
  }
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort()
}

/** Summarizes the tables of a schema. */
export async function summaryOfTables(db: Kysely<unknown>, schema: SchemaName) {
  const t = tablesIn(schema)
  const { rows } = await sql<{ summary: ReturnType<typeof summaryOfState> }>`
    SELECT json_build_object(
      'users', coalesce((SELECT json_agg(json_build_object('id', id, 'isAdmin', is_admin) ORDER BY id) FROM ${t.users}), '[]'),
      'entries', coalesce((SELECT json_agg(json_build_object(
        'id', e.id, 'userId', e.user_id, 'name', e.name,
        'payment', CASE WHEN e.payment_type IS NULL THEN NULL ELSE json_build_object('type', e.payment_type, 'date', e.paid_date) END,
        'createdPosition', e.created_position, 'createdAt', e.created_at, 'updatedAt', e.updated_at, 'version', e.version,
        'hands', coalesce((SELECT json_agg(json_build_object('seasonYear', h.season_year, 'weekNumber', h.week_number) ORDER BY h.season_year)
          FROM ${t.hand_eliminations} h WHERE h.entry_id = e.id), '[]'),
        'forgiven', coalesce((SELECT json_agg(text ORDER BY text COLLATE "C") FROM (SELECT f.week_id || ' ' || coalesce(f.team, 'null') AS text FROM ${t.waived_losses} f WHERE f.entry_id = e.id) x), '[]'),
        'missed', coalesce((SELECT json_agg(m.week_id::text ORDER BY m.week_id::text COLLATE "C") FROM ${t.missed} m WHERE m.entry_id = e.id), '[]'),
        'ranking', coalesce((SELECT r.teams FROM ${t.rankings} r WHERE r.entry_id = e.id), '[]'),
        'ballot', (SELECT b.choice FROM ${t.split_ballots} b WHERE b.entry_id = e.id),
        'renewals', coalesce((SELECT json_agg(concat_ws(' ', n.season_year, n.position) ORDER BY n.position) FROM ${t.renewals} n WHERE n.entry_id = e.id), '[]'),
        'buybacks', coalesce((SELECT json_agg(text ORDER BY text COLLATE "C") FROM (SELECT concat_ws(' ', b.season_year, b.week_id, coalesce(b.team, 'null'), b.status, b.fee_cents, coalesce(b.lapsed_because, '-'), coalesce(b.lapsed_week::text, '-')) AS text FROM ${t.buybacks} b WHERE b.entry_id = e.id) x), '[]'),
        'picks', coalesce((SELECT json_agg(json_build_object('weekId', p.week_id, 'slot', p.slot, 'team', p.team, 'isOverride', p.is_override, 'isAuto', p.is_auto, 'byMember', coalesce(p.by_member, false), 'version', p.version, 'createdAt', p.created_at, 'updatedAt', p.updated_at) ORDER BY p.week_id, p.slot)
          FROM ${t.picks} p WHERE p.entry_id = e.id), '[]'),
        'voidPlans', coalesce((SELECT json_agg(text ORDER BY text COLLATE "C") FROM (
          SELECT concat_ws(' ', v.week_id, v.slot, v.team, v.version, coalesce(v.by_member, false)::text) AS text FROM ${t.void_plans} v WHERE v.entry_id = e.id) x), '[]')
        ) ORDER BY e.id) FROM ${t.entries} e), '[]'),
      'fixedSeasons', coalesce((SELECT json_agg(season_year ORDER BY season_year) FROM ${t.season_rules} WHERE is_fixed), '[]'),
      'weeks', coalesce((SELECT json_agg(json_build_object(
        'id', w.id, 'seasonYear', w.season_year, 'weekNumber', w.week_number, 'lockTime', w.lock_time, 'lockIsAutomatic', w.lock_is_automatic,
        'locked', CASE WHEN w.locked_position IS NULL THEN NULL ELSE json_build_object('position', w.locked_position, 'at', w.locked_at, 'merkleRoot', w.merkle_root) END,
        'ineligibleTeams', w.ineligible, 'unmasked', w.unmasked, 'unmaskReason', w.unmask_reason, 'reopenings', w.reopenings,
        'reopenedAfterReveal', w.reopened_after_reveal, 'createdAt', w.created_at, 'version', w.version, 'picks', w.picks, 'splitVote', w.split_vote, 'agreedPosition', w.agreed_position,
        'firstLock', CASE WHEN w.first_lock_position IS NULL THEN NULL ELSE json_build_object('position', w.first_lock_position,
          'tookPart', CASE WHEN w.first_lock_position = w.locked_position THEN NULL ELSE coalesce((
            SELECT json_agg(f.entry_id ORDER BY f.entry_id) FROM ${t.first_participants} f WHERE f.week_id = w.id), '[]') END,
          'playedLock', w.played_lock_position) END,
        'games', coalesce((SELECT json_agg(json_build_object('id', g.id, 'weekId', g.week_id, 'espnId', g.espn_id, 'home', g.home, 'away', g.away,
          'kickoff', g.kickoff, 'kickoffKnown', g.kickoff_known, 'status', g.status, 'homeScore', g.home_score, 'awayScore', g.away_score,
          'detail', g.detail, 'resultAt', g.result_at, 'finalByAdmin', g.final_by_admin, 'phase', g.phase, 'unread', g.unread, 'isResultUnread', g.result_unread) ORDER BY g.id) FROM ${t.games} g WHERE g.week_id = w.id), '[]')
        ) ORDER BY w.id) FROM ${t.weeks} w), '[]'),
      'pool', (SELECT json_build_object('currentWeekId', current_week_id, 'pinnedSummary', pinned_summary_week_id, 'rules', rules, 'setup', setup,
        'club', json_build_object('name', club_name, 'color', club_color, 'crest', club_crest, 'showsOdds', shows_odds), 'clubhouseScreen', clubhouse_screen, 'siteClock', CASE clock_mode
        WHEN 'real' THEN json_build_object('mode', 'real') WHEN 'frozen' THEN json_build_object('mode', 'frozen', 'at', clock_at)
        ELSE json_build_object('mode', 'running', 'at', clock_at, 'since', clock_since) END) FROM ${t.pool}),
      'seasonRules', coalesce((SELECT json_object_agg(season_year, rules ORDER BY season_year) FROM ${t.season_rules}), '{}'),
      'seasonStarts', coalesce((SELECT json_agg(json_build_object('seasonYear', season_year, 'position', position) ORDER BY position) FROM ${t.season_starts}), '[]'),
      'position', (SELECT position FROM ${t.checkpoint})
    ) AS summary`.execute(db)
  return rows[0]!.summary
}
