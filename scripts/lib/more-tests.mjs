/**
 * The test files that `npm run test:more` runs and `npm test` leaves out, because `npm test` should end within ten minutes on two cores.
 * Put a file here if it is among the slowest for what it finds first; what a change is most likely to break stays in `npm test`.
 * docs/testing.md says how the two divide the work.
 */
export const MORE_TESTS = {
  unit: [],
  database: [],
  e2e: [],
}
