import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { completeLockfile, lockfileProblems } from './lib/lockfile.mjs'
import { root } from './lib/run.mjs'

// `node scripts/complete-lockfile.mjs [--check]`: adds optional packages of other platforms that npm left out of package-lock.json.

const file = join(root, 'package-lock.json')
const lockfile = JSON.parse(readFileSync(file, 'utf8'))
if (!process.argv.includes('--check')) {
  const added = completeLockfile(lockfile)
  if (added.length > 0) writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`)
  console.log(added.length === 0 ? 'Nothing was missing.' : `Added ${added.join(', ')}`)
}
const problems = lockfileProblems(lockfile)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
