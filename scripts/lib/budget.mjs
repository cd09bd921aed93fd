import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/**
 * What the sources may grow to. A change that needs more raises the number in the same commit, whose message says why.
 *
 * @typedef {{ product_lines: number, test_lines: number, style_lines: number, pick_files: number, pick_shapes: number, docs_words: number }} SourceBudget
 */

/** The most of everything: `scripts/budget.json`. The build of the web app reads its limits of JavaScript from there, too. */
const budget = JSON.parse(readFileSync(join(root, 'scripts', 'budget.json'), 'utf8'))

const isTest = (file) =>
  /\.(?:test|spec)\.|(?:^|\/)tests\/|^(?:packages\/testing|e2e|soak|bench|deploy\/topology)\//.test(file) &&
  /\.(?:ts|tsx|mjs)$/.test(file)

const isPage = (file) => /^docs\/.*\.md$/.test(file)

const isProduct = (file) => /^(?:apps\/[^/]+\/src|packages\/[^/]+\/src|migrations)\/.*\.tsx?$/.test(file) && !isTest(file)

const isStyle = (file) => /^apps\/web\/src\/.*\.css$/.test(file)

/**
 * Counts what the budget limits.
 *
 * @param {readonly string[]} files paths from the root
 * @param {(file: string) => string} read
 * @returns {SourceBudget}
 */
export function countSources(files, read) {
  const count = (kind, parts) => files.filter(kind).reduce((sum, file) => sum + (read(file).match(parts) ?? []).length, 0)
  // `server/app/docs.test.ts` compares this sentence with the table above it.
  const [, pickFiles, pickShapes] = /^These are (\d+) files and (\d+) shapes/m.exec(read('docs/architecture.md')) ?? []
  if (pickFiles === undefined) throw new Error('docs/architecture.md does not say how many files and shapes a pick has')
  return {
    product_lines: count(isProduct, /\n/g),
    test_lines: count(isTest, /\n/g),
    style_lines: count(isStyle, /\n/g),
    pick_files: Number(pickFiles),
    pick_shapes: Number(pickShapes),
    // As `wc -w` counts them.
    docs_words: count(isPage, /\S+/g),
  }
}

/**
 * Returns a sentence for each count above its limit.
 *
 * @param {SourceBudget} counts
 * @param {SourceBudget} limits
 * @returns {string[]}
 */
export function overBudget(counts, limits) {
  return Object.entries(counts).flatMap(([name, count]) =>
    count <= limits[name]
      ? []
      : [
          `${name}: ${count}, and scripts/budget.json allows ${limits[name]}. Remove some, or raise it in this commit and say why.`,
        ],
  )
}

/** Prints what is above the budget. @returns {number} an exit code */
export function checkBudget() {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  const problems = overBudget(
    countSources(files, (file) => readFileSync(join(root, file), 'utf8')),
    budget,
  )
  for (const problem of problems) console.error(problem)
  return problems.length === 0 ? 0 : 1
}
