import { relative } from 'node:path'
import { root, run } from './lib/run.mjs'

// Lints the workspace in whose folder it runs (`npm run lint -w <workspace>`). The linter runs from the root of the repository because
// the patterns of `.oxlintrc.json` are relative to it.
const workspace = relative(root, process.cwd())
/** What the root's own `lint` covers: the files of the TypeScript program in `tsconfig.json`. */
const ROOT_PATHS = [
  'playwright.config.ts',
  'vitest.config.ts',
  'vitest.mutation.config.ts',
  'bench',
  'deploy',
  'e2e',
  'migrations',
  'scripts',
  'soak',
]

const paths = workspace === '' ? ROOT_PATHS : [workspace]
process.exitCode = await run('oxlint', ['--type-aware', '--deny-warnings', '--report-unused-disable-directives', ...paths])
