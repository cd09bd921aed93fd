import { createTestDatabase } from '@outlast/testing'
import { expect } from 'vitest'
import { broken, type Scenario, type Sizes } from './scenario.ts'

/** Runs a scenario in its short form. No test asserts a time, so those it found are left out. */
export async function expectToHold<S extends Sizes>(scenario: Scenario<S>, sizes: Partial<S> = {}): Promise<void> {
  const report = await scenario.run({ database: createTestDatabase, say: () => {} }, { ...scenario.short, ...sizes })
  expect(report.demands.filter(({ holds }) => holds === true).length).toBeGreaterThan(0)
  expect(broken(report, { timed: false })).toEqual([])
}
