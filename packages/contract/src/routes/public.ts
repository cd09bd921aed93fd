import * as z from 'zod'
import { hallOfFame } from '../rest/hall-of-fame.ts'
import { historyWeek, matrix, matrixQuery } from '../rest/history.ts'
import { liveSnapshot, topicParams } from '../live/wire.ts'
import { cardParams, cardQuery } from '../rest/cards.ts'
import { club, crestParams } from '../rest/club.ts'
import { constitution } from '../rest/constitution.ts'
import { weekMoments } from '../rest/moments.ts'
import { pool } from '../rest/pool.ts'
import { weekProof } from '../rest/proof.ts'
import { reveal, weekPicks } from '../rest/reveal.ts'
import { rules } from '../rest/rules.ts'
import { siteTime } from '../rest/site-time.ts'
import { weekSummary } from '../rest/summary.ts'
import { team } from '../rest/teams.ts'
import { game, week, weekParams } from '../rest/weeks.ts'
import { route } from '../route.ts'

const open = { access: 'public', tag: 'pool' } as const

export const poolRoutes = {
  getPool: route('getPool', { ...open, summary: 'The pool as a whole', responses: { 200: pool }, etag: 'pool' }),
  getClub: route('getClub', { ...open, summary: 'The club’s name, color and crest', responses: { 200: club }, etag: 'pool' }),
  getCrest: route('getCrest', {
    ...open,
    summary: 'The club’s crest, as a square PNG',
    description: '`crest` is the version from the club. Its image never changes, so it can be kept.',
    params: crestParams,
    responses: { 200: { contentType: 'image/png' } },
    errors: ['crest_not_found'],
  }),
  getCard: route('getCard', {
    ...open,
    summary: 'A picture to share, as PNG',
    description:
      'A week’s result, an entry’s run, its elimination, or a season’s champion. A week that is open shows its lock time and nothing else. With the current version as `v`, the picture can be kept.',
    params: cardParams,
    query: cardQuery,
    responses: { 200: { contentType: 'image/png' } },
    errors: ['card_not_found'],
    isCostly: true,
  }),
  getRules: route('getRules', { ...open, summary: 'The rules, in fields and in words', responses: { 200: rules }, etag: 'pool' }),
  getConstitution: route('getConstitution', {
    ...open,
    summary: 'The rule book of the current season as a document',
    description:
      'Every rule in words, the SHA-256 of the rules, each change since the season’s start with who made it, and the loopholes that are open now.',
    responses: { 200: constitution },
    isCostly: true,
  }),
  getSiteTime: route('getSiteTime', { ...open, summary: 'Site time', responses: { 200: siteTime } }),
  listTeams: route('listTeams', { ...open, summary: 'The 32 teams', responses: { 200: z.array(team) } }),
  listWeeks: route('listWeeks', {
    ...open,
    summary: 'All weeks, by season and number',
    responses: { 200: z.array(week) },
    etag: 'pool',
  }),
  currentWeek: route('currentWeek', {
    ...open,
    summary: 'The current week',
    responses: { 200: week },
    errors: ['no_weeks'],
    etag: 'pool',
  }),
  weekGames: route('weekGames', {
    ...open,
    summary: 'A week’s games, by kickoff',
    params: weekParams,
    responses: { 200: z.array(game) },
    errors: ['week_not_found'],
    etag: 'week',
  }),
}

export const revealRoutes = {
  weekPicks: route('weekPicks', {
    access: 'public',
    tag: 'reveal',
    summary: 'A week’s picks, by entry name',
    description:
      'Before the lock, for admins only, with teams masked (`team_abbr: null, hidden: true`) except their own, unless the week was unmasked.',
    params: weekParams,
    responses: { 200: weekPicks },
    errors: ['week_not_found', 'reveal_not_available'],
    etag: 'week',
  }),
  weekMoments: route('weekMoments', {
    access: 'public',
    tag: 'reveal',
    summary: 'What happened in a locked week, newest first',
    description:
      'Final scores with who is through and out, leads that changed, corrections, games that are called off, and what became of the pool. At most one for a game and minute; one that a later event took back stays, with `is_untrue`.',
    params: weekParams,
    responses: { 200: weekMoments },
    errors: ['week_not_found', 'reveal_not_available'],
    etag: 'week',
  }),
  weekProof: route('weekProof', {
    access: 'public',
    tag: 'reveal',
    summary: 'The proof of a locked week’s picks',
    description:
      'Teams and nonces give the commitments; the commitments give the Merkle root that the lock recorded. Every pick that differs from its leaf has an event, with all inputs of its hash.',
    params: weekParams,
    responses: { 200: weekProof },
    errors: ['week_not_found', 'reveal_not_available'],
    etag: 'week',
    isCostly: true,
  }),
  currentReveal: route('currentReveal', {
    access: 'public',
    tag: 'reveal',
    summary: 'The current week, revealed',
    responses: { 200: reveal },
    errors: ['no_weeks', 'reveal_not_available'],
    etag: 'week',
  }),
  weekReveal: route('weekReveal', {
    access: 'public',
    tag: 'reveal',
    summary: 'A locked week, revealed',
    params: weekParams,
    responses: { 200: reveal },
    errors: ['week_not_found', 'reveal_not_available'],
    etag: 'week',
  }),
}

export const historyRoutes = {
  listHistory: route('listHistory', {
    access: 'public',
    tag: 'history',
    summary: 'Locked weeks and the current one, newest first',
    responses: { 200: z.array(historyWeek) },
  }),
  getMatrix: route('getMatrix', {
    access: 'public',
    tag: 'history',
    summary: 'A season’s revealed picks, the source of The Grid, leaderboard and usage',
    description: 'Without `season`, the season of the current week.',
    query: matrixQuery,
    responses: { 200: matrix },
    errors: ['season_not_found'],
    etag: 'season',
  }),
  getMatrixCsv: route('getMatrixCsv', {
    access: 'public',
    tag: 'history',
    summary: 'A season’s revealed picks as a CSV file, an entry a line',
    description: 'The file that The Grid offers. Without `season`, the season of the current week.',
    query: matrixQuery,
    responses: { 200: { contentType: 'text/csv' } },
    errors: ['season_not_found', 'no_weeks'],
    etag: 'season',
  }),
  getWeekSummary: route('getWeekSummary', {
    access: 'public',
    tag: 'history',
    summary: 'What a complete week was about, in sentences',
    description: 'Written from the log, or by an admin.',
    params: weekParams,
    responses: { 200: weekSummary },
    errors: ['week_not_found', 'week_not_complete'],
    etag: 'week',
  }),
  getHallOfFame: route('getHallOfFame', {
    access: 'public',
    tag: 'history',
    summary: 'Champions, longest runs and worst luck of all seasons that are over',
    responses: { 200: hallOfFame },
    etag: 'season',
    isCostly: true,
  }),
  liveSnapshot: route('liveSnapshot', {
    access: 'public',
    tag: 'live',
    summary: 'A live topic’s view and its version',
    description:
      'Topics `pool`, `week:<id>` and `season:<year>` are open to everyone, `user:<id>` to that member, `admin` to admins. The version is also in X-Topic-Version.',
    params: topicParams,
    responses: { 200: liveSnapshot },
    errors: ['topic_not_found', 'unauthenticated', 'token_expired', 'token_revoked', 'forbidden'],
    etag: 'topic',
  }),
}
