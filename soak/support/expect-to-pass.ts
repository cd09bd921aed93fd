import { createTestDatabase } from '@outlast/testing'
import { expect } from 'vitest'
import { failedChecks, type Scenario, type Sizes } from './scenario.ts'

/** Runs a scenario with its short sizes. Checks of time are ignored, because no test depends on the machine's speed. */
export async function expectToPass<S extends Sizes>(scenario: Scenario<S>): Promise<void> {
  const report = await scenario.run({ createDatabase: createTestDatabase, progress: () => {} }, scenario.short)
  expect(failedChecks(report, { timed: false })).toEqual([])
  expect(report.checks.filter(({ passed }) => passed === true).length).toBeGreaterThan(0)
}
