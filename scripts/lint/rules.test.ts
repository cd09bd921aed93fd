import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '@outlast/testing/root'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Runs the linter with the repository's configuration on a tree of seeded violations and of allowed code.

const FORBIDDEN: readonly [rule: string, path: string, code: string][] = [
  ['outlast(import-direction)', 'packages/domain/src/a.ts', `import '@outlast/contract'`],
  ['outlast(import-direction)', 'packages/domain/src/b.ts', `export * from '../../contract/src/index.ts'`],
  ['outlast(import-direction)', 'packages/domain/src/c.ts', `import 'node:fs'`],
  ['outlast(import-direction)', 'packages/domain/src/d.ts', `export const z = await import('zod')`],
  ['outlast(import-direction)', 'packages/domain/src/e.test.ts', `import '@outlast/server/database'`],
  ['outlast(import-direction)', 'packages/contract/src/a.ts', `import '@outlast/projections'`],
  ['outlast(import-direction)', 'packages/contract/src/b.ts', `import 'kysely'`],
  ['outlast(import-direction)', 'packages/projections/src/a.ts', `import '@outlast/server/database'`],
  ['outlast(import-direction)', 'apps/server/src/a.ts', `import '@outlast/web'`],
  ['outlast(import-direction)', 'apps/server/src/b.ts', `import '@outlast/testing'`],
  ['outlast(import-direction)', 'apps/web/src/a.ts', `import '@outlast/projections'`],
  ['outlast(import-direction)', 'apps/web/src/d.ts', `import '@outlast/domain'`],
  ['outlast(import-direction)', 'apps/web/src/b.ts', `import '@outlast/server/database'`],
  ['outlast(import-direction)', 'apps/web/src/features/one/a.tsx', `import '../two/b.tsx'`],
  ['outlast(import-direction)', 'apps/web/src/ui/a.tsx', `import '../features/one/c.tsx'`],
  ['outlast(import-direction)', 'apps/web/src/clock/a.ts', `import '../app/d.tsx'`],
  ['outlast(import-direction)', 'packages/domain/src/g.ts', `import 'immer'`],
  ['outlast(import-direction)', 'migrations/0001-a.ts', `import '@outlast/domain'`],
  ['outlast(import-direction)', 'bench/a.ts', `import '../soak/b.ts'`],
  ['outlast(import-direction)', 'bench/picks/b.ts', `import '../../apps/server/src/a.ts'`],
  ['outlast(import-direction)', 'soak/a.ts', `import '../packages/testing/src/index.ts'`],
  ['outlast(import-direction)', 'e2e/a.spec.ts', `import '@outlast/soak'`],
  ['outlast(import-direction)', 'deploy/a.ts', `import '../scripts/lib/run.mjs'`],
  ['outlast(import-direction)', 'scripts/a.mjs', `import '../packages/testing/src/index.ts'`],
  ['outlast(no-clock)', 'packages/domain/src/f.ts', `export const now = Date.now()`],
  ['outlast(no-clock)', 'packages/projections/src/b.ts', `export const now = new Date()`],
  ['outlast(no-clock)', 'apps/server/src/c.ts', `export const now = Temporal.Now.instant()`],
  ['outlast(no-clock)', 'apps/server/src/d.ts', `export const now = globalThis.Date.now()`],
  ['outlast(no-clock)', 'apps/web/src/c.ts', `export const now = Date()`],
  ['outlast(no-environment)', 'apps/server/src/e.ts', `export const port = process.env.PORT`],
  ['outlast(no-environment)', 'apps/server/src/f.ts', `export const { env } = process`],
  ['outlast(no-environment)', 'apps/server/src/g.ts', `export { env } from 'node:process'`],
  ['outlast(no-double-cast)', 'apps/server/src/double-cast.ts', `export const f = (x: string) => x as unknown as number`],
  [
    'outlast(no-rule-comparison)',
    'apps/web/src/weeks.ts',
    `export const isLate = (week: number, rules: { until_week: number }) => week > rules.until_week`,
  ],
  [
    'outlast(no-rule-comparison)',
    'apps/server/src/fee.ts',
    `export const hasFee = (rules: { entryFeeCents: number | null }) => (rules.entryFeeCents ?? 0) > 0`,
  ],
  [
    'outlast(no-rule-comparison)',
    'packages/views/src/loss.ts',
    `export const isEach = ({ slot_loss }: { slot_loss?: string }) => slot_loss === 'each'`,
  ],
  [
    'outlast(no-rule-comparison)',
    'packages/seasons/src/lab/replay.ts',
    `export const canBuyBack = (rules: { buyback: object | null }) => rules.buyback !== null`,
  ],
  [
    'outlast(no-sum-of-money)',
    'apps/web/src/sum.ts',
    `export const all = (a: { due_cents: number; earlier_cents: number }) => a.due_cents + a.earlier_cents`,
  ],
  [
    'outlast(no-sum-of-money)',
    'packages/contract/src/sum.ts',
    `export const all = (of: readonly { cents: number }[]) => of.reduce((sum, { cents }) => sum + cents, 0)`,
  ],
  ['outlast(no-folder-cycle)', 'apps/server/src/first/a.ts', `import '../second/a.ts'`],
  ['outlast(no-folder-cycle)', 'apps/server/src/second/a.ts', `export type { B } from '../first/b.ts'`],
  ['outlast(no-unlimited-request)', 'apps/web/src/fetch.ts', `export const ask = () => fetch('/api/pool')`],
  [
    'outlast(no-unlimited-request)',
    'apps/web/src/own.ts',
    `export const ask = (init: RequestInit) => self.fetch('/', { ...init })`,
  ],
  ['outlast(no-unlimited-request)', 'apps/web/src/beacon.ts', `export const tell = () => navigator.sendBeacon('/')`],
  ['outlast(no-unlimited-request)', 'apps/web/src/request.ts', `export const request = new XMLHttpRequest()`],
  [
    'outlast(no-unlimited-request)',
    'apps/web/src/ack.ts',
    `export const join = (socket: { emitWithAck(event: string): Promise<unknown> }) => socket.emitWithAck('join')`,
  ],
  [
    'outlast(no-unlimited-request)',
    'packages/contract/src/live/client/ack.ts',
    `export const join = (socket: { emit(event: string, done: () => void): void }) => socket.emit('join', () => {})`,
  ],
  ['typescript(no-explicit-any)', 'apps/server/src/h.ts', `export const x = (y: any): number => Number(y)`],
  ['typescript(no-floating-promises)', 'apps/server/src/i.ts', `const f = async (): Promise<void> => {}\nf()`],
  ['typescript(no-non-null-assertion)', 'apps/server/src/j.ts', `export const f = (x: string | undefined) => x!.length`],
  [
    'typescript(switch-exhaustiveness-check)',
    'apps/server/src/k.ts',
    `export function f(x: 'a' | 'b') {\n  switch (x) {\n    case 'a':\n      return 1\n  }\n  return 2\n}`,
  ],
  ['typescript(ban-ts-comment)', 'apps/server/src/l.ts', `// @ts-ignore\nexport const x: number = ''`],
  ['eslint(no-warning-comments)', 'apps/server/src/m.ts', `// TODO later\nexport const x = 1`],
  ['import(no-default-export)', 'apps/server/src/n.ts', `export default 1`],
]

const ALLOWED: readonly [path: string, code: string][] = [
  ['bench/picks/ok.ts', `import '../ok.ts'\nimport '@outlast/testing'\nimport '@outlast/server/database'`],
  ['e2e/tour/ok.ts', `import '../../playwright.config.ts'`],
  ['packages/domain/src/ok.ts', `export const x = new Date(3)`],
  ['packages/domain/src/ok.test.ts', `import 'node:fs'\nimport '@outlast/testing'\nexport const x = Date.now()`],
  ['packages/contract/src/ok.ts', `import '@outlast/domain'\nimport 'zod'`],
  ['packages/projections/src/ok.ts', `import '@outlast/contract'\nimport 'kysely'`],
  ['apps/server/src/lib/clock.ts', `export const now = () => new Date()`],
  ['apps/server/src/config/config.ts', `export const port = process.env.PORT`],
  [
    'apps/server/src/ok.ts',
    `import '@outlast/projections'\nimport 'node:fs'\nimport './clock.ts'\nexport const t = performance.now()`,
  ],
  ['apps/server/src/first/b.ts', `import '../third/a.ts'\nexport type B = 1`],
  ['apps/server/src/third/a.test.ts', `import '../first/a.ts'`],
  ['apps/server/tests/ok.test.ts', `import '../src/ok.ts'\nexport const f = (x: string | undefined) => x!.length`],
  ['apps/web/src/no-limit.ts', `export const hasLimit = (rules: { until_week: number | null }) => rules.until_week !== null`],
  ['packages/domain/src/late.ts', `export const isLate = (week: number, untilWeek: number) => week > untilWeek`],
  ['packages/domain/src/money/ok.ts', `export const add = (a: number, cents: number) => a + cents`],
  ['apps/web/src/ok.ts', `import '@outlast/contract'`],
  ['apps/web/src/main.tsx', `import './app/ok.tsx'`],
  ['apps/web/src/app/ok.tsx', `import '../features/one/ok.tsx'`],
  ['apps/web/src/features/one/ok.tsx', `import './other.tsx'\nimport '../../lib/ok.ts'`],
  ['apps/web/src/limited.ts', `export const ask = (signal: AbortSignal) => fetch('/api/pool', { signal })`],
  [
    'apps/web/src/limited-ack.ts',
    `export const join = (socket: { timeout(ms: number): { emit(event: string, done: () => void): void } }) =>\n  socket.timeout(9).emit('join', () => {})`,
  ],
  ['apps/web/src/features/countdown.tsx', `export const now = () => Date.now()`],
]

let folder: string
let found: readonly { code: string; filename: string }[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outlast-lint-'))
  for (const path of [
    '.oxlintrc.json',
    'tsconfig.base.json',
    'scripts/lint/outlast.mjs',
    'scripts/lint/places.mjs',
    'scripts/lint/folder-cycles.mjs',
  ])
    put(path)
  for (const place of ['packages/domain', 'packages/contract', 'packages/projections', 'apps/server', 'apps/web'])
    put(`${place}/tsconfig.json`)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [, path, code] of FORBIDDEN) put(path, code)
  for (const [path, code] of ALLOWED) put(path, code)
  const program = join(root, 'node_modules/.bin/oxlint')
  const ran = spawnSync(
    program,
    [
      '--type-aware',
      '--disable-nested-config',
      '-f',
      'json',
      'packages',
      'apps',
      'migrations',
      'bench',
      'deploy',
      'e2e',
      'scripts/a.mjs',
      'soak',
    ],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  if (!ran.stdout.startsWith('{')) throw new Error(ran.stdout + ran.stderr)
  found = (JSON.parse(ran.stdout) as { diagnostics: typeof found }).diagnostics
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function put(path: string, content?: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  if (content === undefined) cpSync(join(root, path), join(folder, path))
  else writeFileSync(join(folder, path), `${content}\n`)
}

const codesOf = (path: string) => found.filter((one) => one.filename === path).map((one) => one.code)

test.each(FORBIDDEN)('the linter reports %s in %s', (rule, path) => {
  expect(codesOf(path)).toContain(rule)
})

test.each(ALLOWED)('the linter accepts %s', (path) => {
  expect(codesOf(path).filter((code) => code.startsWith('outlast') || code.startsWith('typescript'))).toEqual([])
})
