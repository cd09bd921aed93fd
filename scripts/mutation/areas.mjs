/** Unit tests of the domain; the random seasons are left out: they would run for every mutant, and kill by chance. */
const DOMAIN_TESTS = ['packages/domain/src/**/*.test.ts', '!packages/domain/src/rules.property.test.ts']

/** Who sees which pick, and which line of the audit trail (architecture.md "Reads and secrets"). */
const QUERIES = [
  'admin/picks-list',
  'picks/entry-picks',
  'picks/pick-history',
  'picks/receipt',
  'picks/viewer',
  'picks/visible-picks',
  'audit/lines',
  'audit/visibility',
].map(projection)
const QUERY_TESTS = [
  'packages/projections/src/{audit,picks,reveal,standings}/*.test.ts',
  'packages/projections/src/scenario.pg.test.ts',
  '!packages/projections/src/standings/season-view.pg.test.ts',
]
/** What a week and a season show of picks, and the proofs of it. */
const VIEWS = [
  'picks/lock-leaves',
  'picks/losses',
  'picks/pick-counts',
  'picks/lock-proof',
  'schedule/season-facts',
  'standings/season-view',
  'schedule/weeks',
  'schedule/outcomes',
  'reveal/past-weeks',
  'reveal/week-view',
].map(projection)

/**
 * What mutation testing looks at: the code in which a mistake costs somebody their pick, their secret or their place, by
 * area, in parts that share their tests. A part with `database` needs PostgreSQL; `sql` are files whose SQL is mutated.
 *
 * @typedef {{ mutate?: string[], sql?: string[], tests: string[], database?: boolean }} Part
 * @type {Record<string, Part[]>}
 */
export const AREAS = {
  // When a pick is closed: the decision, the timer and the guard that record it, and the order in which commands meet it.
  lock: [
    {
      mutate: ['decide/index', 'decide/lock', 'decide/picks', 'decide/weeks', 'proof', 'state'].map(domain),
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
  ],
  // Who is out: results, standing, what events make of them, the decisions by hand; and the same as clients derive it.
  elimination: [
    {
      mutate: ['standing', 'results', 'facts', 'evolve', 'evolve-games', 'decide/games', 'decide/entries'].map(domain),
      tests: DOMAIN_TESTS,
    },
    {
      mutate: ['leaderboard', 'matrix', 'reveal', 'standings'].map((name) => `packages/contract/src/live/derive/${name}.ts`),
      tests: ['packages/contract/src/live/derive/*.test.ts'],
    },
  ],
  // Who learns what: every query on picks, the audit trail, and whom a live message goes to.
  secrecy: [
    {
      mutate: ['concerns-of', 'concerns-of-picks', 'concerns-of-weeks', 'concerns-among', 'build-changes'].map((name) =>
        server(`topics/${name}`),
      ),
      tests: ['concerns-of', 'build-changes'].map((name) => serverTest(`topics/${name}`)),
    },
    { mutate: [projection('audit/details')], tests: ['packages/projections/src/audit/details.test.ts'] },
    { mutate: QUERIES, tests: QUERY_TESTS, database: true },
    {
      sql: ['picks/visible-picks', 'audit/visibility', 'picks/receipt', 'picks/pick-history', 'picks/entry-picks'].map(
        projection,
      ),
      tests: QUERY_TESTS,
      database: true,
    },
    {
      sql: [projection('audit/lines'), ...VIEWS],
      tests: QUERY_TESTS,
      database: true,
    },
    { mutate: VIEWS, tests: QUERY_TESTS, database: true },
  ],
  // Who may do what: accounts, tokens and what they stand for, rights on REST and live, and when they end.
  authorization: [
    { mutate: ['decide/context', 'decide/users'].map(domain), tests: DOMAIN_TESTS },
    {
      mutate: [
        'accounts/authenticate',
        'accounts/token-secret',
        'accounts/tokens',
        'topics/access',
        'topics/requests',
        'topics/revocation',
        'topics/session',
      ].map(server),
      tests: ['accounts/{authenticate,token-secret,tokens}', 'topics/{access,requests,revocation,session}'].map(serverTest),
    },
    {
      mutate: ['http/origins', 'http/request-context', 'http/serve'].map(server),
      tests: [serverTest('http/{app,security,shared-answers}')],
    },
    {
      mutate: [
        'accounts/accounts',
        'accounts/password-links',
        'accounts/sessions',
        'http/routes/account',
        'http/routes/auth',
      ].map(server),
      tests: [serverTest('http/routes/auth.pg')],
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
