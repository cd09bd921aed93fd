import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './lib/run.mjs'
import { assembleRelease, packRelease } from './release/assemble.mjs'

// `npm run release`: makes release/outlast-<version>.tgz, and leaves its contents in a folder next to it. `--folder <path>` writes only
// the contents, there.

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
const web = join(root, 'apps/web/dist')
if (values.folder === undefined) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const parent = join(root, 'release')
  const name = `outlast-${version}`
  await assembleRelease({ folder: join(parent, name), web })
  const archive = await packRelease(parent, name)
  console.log(`${archive}: ${(statSync(archive).size / 1_000_000).toFixed(1)} MB`)
} else {
  await assembleRelease({ folder: values.folder, web })
}
