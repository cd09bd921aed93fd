import { mutationPart } from './part.mjs'

// Configures Stryker for one part of an area (scripts/mutate.mjs). docs/measurements.md has the results.
const { id, mutate } = mutationPart()

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  mutate: [...mutate, '!**/*.test.ts'],
  concurrency: 2,
  timeoutMS: 3_000,
  // Stryker would rewrite tsconfig.json with an API that TypeScript 7 does not have, so it must not find one.
  tsconfigFile: 'no-tsconfig.json',
  disableTypeChecks: false,
  ignorePatterns: ['dist', 'test-results', 'screenshots', 'mutation-report'],
  tempDirName: '.stryker-tmp',
  reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false, skipFull: true },
  jsonReporter: { fileName: `mutation-report/${id}.json` },
  htmlReporter: { fileName: `mutation-report/${id}.html` },
  allowEmpty: false,
}
