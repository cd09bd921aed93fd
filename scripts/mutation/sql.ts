import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { forEachConcurrently } from '@outlast/testing/async'
import { startRunPostgres } from '@outlast/testing/postgres/run-postgres'
import { root } from '../lib/run.mjs'
import { mutationPart, SQL_VARIABLE } from './part.mjs'
import { sqlMutants } from './sql-mutants.mjs'

// Runs a part's tests once per SQL mutant and writes a report in Stryker's format. `npm run mutate` starts this program.

type Status = 'Survived' | 'Killed' | 'Timeout'
type MutantInFile = { readonly file: string } & ReturnType<typeof sqlMutants>[number]

/** Ends a mutant that hangs, for example in a query that joins everything with everything. */
const TIMEOUT_MS = 120_000

const { id, sql = [] } = mutationPart()
const sources = new Map(sql.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const mutants: readonly MutantInFile[] = Array.from(sources, ([file, source]) =>
  sqlMutants(source).map((mutant) => ({ file, ...mutant })),
).flat()
const tested: (MutantInFile & { readonly status: Status })[] = []
// Tests create the read models themselves, since those of a template would come from code without the mutant.
const stopPostgres = await startRunPostgres({ withReadModels: false })
try {
  if ((await runTests(undefined)) !== 'Survived') throw new Error('The tests fail without a mutant')
  await forEachConcurrently(
    mutants,
    async (mutant) => {
      const status = await runTests(mutant)
      console.log(`${status} ${mutant.file}:${mutant.line} ${mutant.from} => ${mutant.to}`)
      tested.push({ ...mutant, status })
      writeReport()
    },
    availableParallelism(),
  )
} finally {
  await stopPostgres()
}

/** Runs the tests with a mutant, which a plugin in vitest.mutation.config.ts applies as the file is loaded. */
function runTests(mutant: object | undefined): Promise<Status> {
  return new Promise((resolve, reject) => {
    const args = ['run', '--config', 'vitest.mutation.config.ts', '--bail', '1', '--reporter', 'dot']
    const env = { ...process.env, ...(mutant === undefined ? {} : { [SQL_VARIABLE]: JSON.stringify(mutant) }) }
    const child = spawn('vitest', args, { cwd: root, env, stdio: 'ignore', timeout: TIMEOUT_MS })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(signal !== null ? 'Timeout' : code === 0 ? 'Survived' : 'Killed'))
  })
}

/** Writes what has been tested, after each mutant, so that a run that was stopped has a report too. */
function writeReport(): void {
  const mutantsOf = (file: string, source: string) =>
    tested
      .filter((mutant) => mutant.file === file)
      .map(({ to, status, start, end }) => ({
        mutatorName: 'SQL',
        replacement: to,
        status,
        location: { start: lineAndColumn(source, start), end: lineAndColumn(source, end) },
      }))
  const files = Object.fromEntries(Array.from(sources, ([file, source]) => [file, { source, mutants: mutantsOf(file, source) }]))
  mkdirSync(join(root, 'mutation-report'), { recursive: true })
  writeFileSync(join(root, 'mutation-report', `${id}.json`), JSON.stringify({ files }))
}

function lineAndColumn(source: string, offset: number): { line: number; column: number } {
  const lines = source.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
