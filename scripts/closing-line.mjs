import { join } from 'node:path'
import { closing, readJson, sumOfRuns } from './lib/counts.mjs'
import { results } from './lib/suites.mjs'

// `node scripts/closing-line.mjs`: prints what failed in `npm test` and `npm run test:more`, and the sum of their counts as the last line.
const countsIn = (name) => readJson(join(results, name))
console.log(closing(sumOfRuns({ 'npm test': countsIn('counts.json'), 'npm run test:more': countsIn('counts-more.json') })))
