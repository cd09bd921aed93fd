/** The domain's unit tests without the random seasons, which would run for every mutant and kill some only by chance. */
const DOMAIN_TESTS = [
  'packages/domain/src/**/*.test.ts',
  '!packages/domain/src/{,change/}{consequences,hidden,histories,there-and-back,undo}.property.test.ts',
]

/** The projections that decide who sees which pick (docs/architecture.md, "Reads and secrecy"), and the views of weeks and seasons. */
const PROJECTIONS = [
  'admin/admin-views',
  'entry/entry-picks',
  'entry/pick-history',
  'entry/receipt',
  'hall-of-fame/season-record',
  'matrix/matrix',
  'picks/viewer',
  'picks/visible-picks',
  'pool/pool-view',
  'reveal/reveal',
  'season/champions',
  'season/season-view',
  'user/user-view',
  'week/past-weeks',
  'week/week-view',
  'week/weeks',
].map(projection)
const PROJECTION_TESTS = [
  'packages/projections/src/{hall-of-fame,picks,season,week}/*.test.ts',
  'packages/projections/src/scenario.pg.test.ts',
]
/** The queries that decide who sees which audit line. */
const QUERIES = ['audit/lines', 'audit/visibility'].map(projection)
/** Without the hash of the schema, which any change of a definition would fail, whatever it does. */
const QUERY_TESTS = [
  'packages/projections/src/{audit,picks,proof,relations}/*.test.ts',
  'packages/projections/src/scenario.pg.test.ts',
  '!packages/projections/src/relations/version.test.ts',
]
/** The tables for readers of SQL, and what proofs take from the log. */
const VIEWS = [
  'proof/deciding-events',
  'proof/lock-leaves',
  'proof/lock-proof',
  'proof/proved-week',
  'relations/rows',
  'relations/write',
].map(projection)

/**
 * The code that mutation testing covers: a mistake in it could lose or reveal a pick, or eliminate the wrong entry. Each area consists of
 * parts that share their tests. A part with `database` needs PostgreSQL; `sql` lists files whose SQL is mutated.
 *
 * @typedef {{ mutate?: string[], sql?: string[], tests: string[], database?: boolean }} Part
 * @type {Record<string, Part[]>}
 */
export const AREAS = {
  // When a pick is closed: the decision, the timer and the guard that record the lock, and the order of commands around it.
  lock: [
    {
      mutate: [
        'decide/index',
        'decide/lock',
        'decide/picks',
        'decide/weeks',
        'evolve/locks',
        'evolve/rounds',
        'proof/proof',
        'state/entry-picks',
        'state/pool',
        'state/round',
        'state/seal',
        'values/season',
        'values/week',
      ].map(domain),
      tests: DOMAIN_TESTS,
    },
    {
      mutate: ['http/lock-guard', 'jobs/lock-timer', 'commands/batch', 'commands/queue'].map(server),
      tests: ['http/lock-guard', 'jobs/lock-timer', 'commands/batch', 'commands/queue'].map(serverTest),
    },
    { mutate: [server('commands/appender')], tests: [serverTest('{commands/appender,log/log}.pg')], database: true },
    {
      sql: ['commands/appender', 'commands/receipts', 'log/write'].map(server),
      tests: [serverTest('{commands/appender,log/log}.pg')],
      database: true,
    },
    {
      mutate: [server('commands/pipeline')],
      tests: [serverTest('commands/{pipeline,appender}.pg'), serverTest('log/log.pg')],
      database: true,
    },
  ],
  // Who is eliminated: results, standings, events, decisions by hand, and the same rules as clients derive them.
  elimination: [
    {
      mutate: [
        'standing/standing',
        'standing/season-results',
        'standing/season-table',
        'standing/participation',
        'values/score-meaning',
        'values/game',
        'evolve/entries',
        'evolve/evolve',
        'evolve/games',
        'decide/games',
        'decide/entries',
      ].map(domain),
      tests: DOMAIN_TESTS,
    },
    {
      mutate: ['leaderboard', 'matrix', 'reveal', 'standings'].map((name) => `packages/views/src/${name}.ts`),
      tests: ['packages/views/src/*.test.ts'],
    },
    {
      mutate: ['fold', 'fold-reveal', 'fold-season', 'fold-week', 'row-changes'].map(
        (name) => `packages/contract/src/live/${name}.ts`,
      ),
      tests: ['packages/contract/src/live/{fold,reveal-codes}.test.ts', 'packages/contract/src/live/client/*.test.ts'],
    },
  ],
  // Who sees what: every query on picks, the audit trail, and the recipients of live messages.
  secrecy: [
    {
      mutate: ['affected-topics', 'affected-by-picks', 'affected-by-weeks', 'invalidation', 'topic-reads'].map((name) =>
        server(`live/${name}`),
      ),
      tests: ['affected-topics', 'topic-reads'].map((name) => serverTest(`live/${name}`)),
    },
    {
      mutate: ['audit-events', 'audit-games', 'audit-line', 'audit-lines', 'audit-seasons'].map(
        (name) => `packages/contract/src/audit/${name}.ts`,
      ),
      tests: ['packages/contract/src/audit/*.test.ts'],
    },
    { mutate: PROJECTIONS, tests: PROJECTION_TESTS, database: true },
    { mutate: QUERIES, tests: QUERY_TESTS, database: true },
    { sql: ['audit/visibility', 'entry/receipt', 'entry/pick-history'].map(projection), tests: QUERY_TESTS, database: true },
    {
      sql: [projection('audit/lines'), ...VIEWS],
      tests: QUERY_TESTS,
      database: true,
    },
    { mutate: VIEWS, tests: QUERY_TESTS, database: true },
  ],
  // Who may do what: accounts, tokens, permissions over REST and live, and when they end.
  authorization: [
    { mutate: ['decide/context', 'decide/users'].map(domain), tests: DOMAIN_TESTS },
    {
      mutate: [
        'accounts/authenticate',
        'accounts/token-secret',
        'accounts/tokens',
        'live/access',
        'live/client-requests',
        'live/session-revocation',
        'live/client-session',
      ].map(server),
      tests: [
        'accounts/{authenticate,token-secret,tokens}',
        'live/{access,client-requests,session-revocation,client-session}',
      ].map(serverTest),
    },
    {
      mutate: ['http/allowed-origins', 'http/request-context', 'http/serve-route'].map(server),
      tests: [serverTest('http/{app,security,response-cache}')],
    },
    {
      mutate: ['accounts/accounts', 'accounts/password-links', 'accounts/sessions', 'api/account', 'api/auth'].map(server),
      tests: [serverTest('api/{auth,sign-in,repeated-requests,admin-joining}.pg')],
      database: true,
    },
  ],
}

function domain(name) {
  return `packages/domain/src/${name}.ts`
}

function projection(name) {
  return `packages/projections/src/${name}.ts`
}

function server(name) {
  return `apps/server/src/${name}.ts`
}

function serverTest(name) {
  return `apps/server/src/${name}.test.ts`
}
