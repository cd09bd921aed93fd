/**
 * How `npm test`, which should end within ten minutes on two cores, and `npm run test:more` divide the work (docs/testing.md). `.ci/run` runs
 * both. A file belongs to `npm run test:more` if it is among the slowest for what it finds first.
 */

/** The tests without a browser that only `npm run test:more` runs. */
export const MORE_TESTS = {
  unit: [
    'apps/server/src/history/replay-view.property.test.ts',
    'apps/server/src/pictures/check-crest.test.ts',
    'packages/domain/src/change/consequences.property.test.ts',
    'scripts/release/release.test.ts',
  ],
  database: [
    'apps/server/src/api/sign-in.pg.test.ts',
    'apps/server/src/database/migration-effects.pg.test.ts',
    'apps/server/src/limits/rate-limits.pg.test.ts',
    'apps/server/src/postgres/copies.pg.test.ts',
    'apps/server/src/postgres/embedded.pg.test.ts',
    'apps/server/tests/backup.test.ts',
    'apps/server/tests/bad-input.test.ts',
    'apps/server/tests/cards.test.ts',
    'apps/server/tests/cli-data.test.ts',
    'apps/server/tests/cli-log.test.ts',
    'apps/server/tests/cli-pool.test.ts',
    'apps/server/tests/cli.test.ts',
    'apps/server/tests/demo.test.ts',
    'apps/server/tests/disk-full.test.ts',
    'apps/server/tests/doctor.test.ts',
    'apps/server/tests/generated-season.test.ts',
    'apps/server/tests/hall-of-fame.test.ts',
    'apps/server/tests/live-messages.test.ts',
    'apps/server/tests/member-news.test.ts',
    'apps/server/tests/news-kill.test.ts',
    'apps/server/tests/pooler.test.ts',
    'apps/server/tests/proof.test.ts',
    'apps/server/tests/rankings.test.ts',
    'apps/server/tests/real-season.test.ts',
    'apps/server/tests/reminders.test.ts',
    'apps/server/tests/season-secrecy.test.ts',
    'apps/server/tests/two-picks.test.ts',
    'apps/server/tests/upgrade-database.test.ts',
    'apps/server/tests/upgrade.test.ts',
    'apps/server/tests/webhooks.test.ts',
    'packages/projections/src/hall-of-fame/read-season-record.pg.test.ts',
    'packages/projections/src/histories.pg.test.ts',
    'packages/projections/src/projectors/project-events.pg.test.ts',
    'packages/projections/src/rebuild/rebuild.pg.test.ts',
    'packages/projections/src/schema/relations.pg.test.ts',
  ],
}

/** The browser tests of `npm test`: the journeys of members and admins that a change breaks first. The others are in `npm run test:more`. */
export const JOURNEYS = [
  'e2e/admin-weeks.spec.ts',
  'e2e/auth.spec.ts',
  'e2e/constitution.spec.ts',
  'e2e/dashboard.spec.ts',
  'e2e/desk.spec.ts',
  'e2e/entry.spec.ts',
  'e2e/first-run.spec.ts',
  'e2e/first-steps.spec.ts',
  'e2e/game-day.spec.ts',
  'e2e/help.spec.ts',
  'e2e/hero.spec.ts',
  'e2e/landing.spec.ts',
  'e2e/live-board.spec.ts',
  'e2e/member-life.spec.ts',
  'e2e/pick-draft.spec.ts',
  'e2e/slates.spec.ts',
  'e2e/tabs.spec.ts',
  'e2e/two-picks.spec.ts',
  'e2e/undo.spec.ts',
]
