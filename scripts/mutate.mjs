import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { root, run, wasInterrupted } from './lib/run.mjs'
import { AREAS } from './mutation/areas.mjs'
import { PART_VARIABLE } from './mutation/part.mjs'
import { REQUIRED_SCORE, scoreOf } from './mutation/report.mjs'

// `npm run mutate [-- lock|elimination|secrecy|authorization ...]`: changes that code in many small ways and checks that a test fails each
// time. Stryker works on a copy; the reports are in mutation-report/. `lock-1` selects one part of an area.

await ensureInstalled()
const args = process.argv.slice(2)
const areas = args.length === 0 ? Object.keys(AREAS) : args
const parts = areas.flatMap((name) => {
  const [area, index] = name.split('-')
  if (AREAS[area] === undefined) throw new Error(`Unknown area "${name}". Areas: ${Object.keys(AREAS).join(', ')}`)
  return index === undefined ? Array.from(AREAS[area].keys(), (n) => `${area}-${n}`) : [name]
})
let failed = false
for (const part of parts) {
  rmSync(join(root, 'mutation-report', `${part}.json`), { force: true })
  const [area, index] = part.split('-')
  const env = { [PART_VARIABLE]: part }
  const command =
    AREAS[area][Number(index)].sql === undefined
      ? ['stryker', ['run', 'scripts/mutation/stryker.config.mjs']]
      : ['node', ['scripts/mutation/sql.ts']]
  failed = (await run(...command, { env })) !== 0 || failed
  if (wasInterrupted()) process.exit(130)
}
for (const area of areas.filter((name) => AREAS[name] !== undefined)) {
  const { all, killed, share, survivors } = scoreOf(area)
  console.log(`\n${area}: ${killed} of ${all} mutants killed, ${(100 * share).toFixed(1)} %`)
  for (const survivor of survivors) console.log(`  ${survivor}`)
  failed = failed || share < REQUIRED_SCORE
}
process.exitCode = failed ? 1 : 0
