import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { machineFacts } from '@outlast/testing/report/machine'
import { startPostgres } from '@outlast/testing/postgres/durable-postgres'
import { SCENARIOS } from './scenarios.ts'
import { broken, type Scenario, type Sizes, type SoakContext } from './support/scenario.ts'
import { printReport } from './support/table.ts'

// `npm run soak -- <name>…`: brings faults about, and prints what was demanded and what was found. See docs/reliability.md.

const sizeNames = [...new Set(SCENARIOS.flatMap(({ sizes }) => Object.keys(sizes)))]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    out: { type: 'string' },
    ...Object.fromEntries(sizeNames.map((name) => [name, { type: 'string' } as const])),
  },
})

const optionsOf = (sizes: Sizes): string =>
  Object.entries(sizes)
    .map(([name, size]) => `--${name} ${size}`)
    .join(' ')

const HELP = `npm run soak -- <name>… [sizes] [--out <file>]

${SCENARIOS.map(({ name, about, sizes }) => `  ${name.padEnd(16)}${about}\n${' '.repeat(18)}${optionsOf(sizes)}`).join('\n')}

Each brings its faults about for real, and prints what was demanded and what was found. The exit code is 1 when something
did not hold. The sizes shown are those it has by itself; a short form of each is part of npm test.
  --out      also write the tables to a file`

function sizesOf({ name, sizes }: Scenario): Sizes {
  const given: Readonly<Record<string, unknown>> = values
  return Object.fromEntries(
    Object.entries(sizes).map(([size, usual]) => {
      const number = given[size] === undefined ? usual : Number(given[size])
      if (!Number.isFinite(number) || number < 0)
        throw new Error(`--${size} of ${name} must be a number, not ${String(given[size])}`)
      return [size, number]
    }),
  )
}

/** The PostgreSQL that scenarios share which do not break one: durable, made when the first database is asked for. */
function sharedPostgres() {
  let postgres: ReturnType<typeof startPostgres> | undefined
  let made = 0
  const database: SoakContext['database'] = async () => {
    const server = await (postgres ??= startPostgres())
    const name = `soak_${(made += 1)}`
    return { connectionString: await server.migrated(name), drop: () => server.drop(name) }
  }
  return { database, stop: async () => (await postgres)?.stop() }
}

async function soak(chosen: readonly Scenario[]): Promise<void> {
  const lines = [...machineFacts('18 (embedded)').map((fact) => `- ${fact}`), '']
  console.log(lines.join('\n'))
  const { database, stop } = sharedPostgres()
  const say = (sentence: string) => console.error(`  ${sentence}`)
  try {
    for (const scenario of chosen) {
      const sizes = sizesOf(scenario)
      say(`${scenario.name} ${optionsOf(sizes)} …`)
      const report = await scenario.run({ database, say }, sizes)
      const text = printReport(report)
      lines.push(text)
      console.log(text)
      if (broken(report, { timed: true }).length > 0) process.exitCode = 1
    }
  } finally {
    await stop()
  }
  if (typeof values.out === 'string') writeFileSync(values.out, lines.join('\n'))
}

const unknown = positionals.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name))
if (values.help === true) console.log(HELP)
else if (positionals.length === 0 || unknown.length > 0) {
  console.error(`${positionals.length === 0 ? 'Which?' : `There is no scenario ${unknown.join(', ')}.`}\n\n${HELP}`)
  process.exitCode = 2
} else await soak(SCENARIOS.filter(({ name }) => positionals.includes(name)))
