import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addClosingLines } from './lib/counts.mjs'
import { results } from './lib/suites.mjs'

// `node scripts/closing-line.mjs`: prints the sum of the closing lines of `npm test` and `npm run test:more`. A run that ended before it
// could count has failed.
const lines = ['closing-line.txt', 'closing-line-more.txt'].map((name) => join(results, name))
console.log(addClosingLines(lines.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined))))
