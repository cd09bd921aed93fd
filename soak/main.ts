import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { assertDurable, describeMachine, startTemporaryPostgres } from '@outlast/testing'
import { SCENARIOS } from './scenarios.ts'
import { failedChecks, formatReport, type Scenario, type Sizes, type SoakContext } from './support/scenario.ts'

// `npm run soak -- <name>…`: causes faults, and prints what was expected and what was found. See docs/measurements.md.

const sizeNames = [...new Set(SCENARIOS.flatMap(({ sizes }) => Object.keys(sizes)))]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    out: { type: 'string' },
    ...Object.fromEntries(sizeNames.map((name) => [name, { type: 'string' } as const])),
  },
})

const formatSizes = (sizes: Sizes): string =>
  Object.entries(sizes)
    .map(([name, size]) => `--${name} ${size}`)
    .join(' ')

const HELP = `npm run soak -- <name>… [sizes] [--out <file>]

${SCENARIOS.map(({ name, about, sizes }) => `  ${name.padEnd(16)}${about}\n${' '.repeat(18)}${formatSizes(sizes)}`).join('\n')}

Each scenario causes its faults for real, and prints what was expected and what was found. The exit code is 1 when a check
failed. The sizes shown are the defaults; npm test runs each scenario with smaller ones.
  --out      file to which the tables are also written`

function sizesOf({ name, sizes }: Scenario): Sizes {
  const given: Readonly<Record<string, unknown>> = values
  return Object.fromEntries(
    Object.entries(sizes).map(([size, standard]) => {
      const number = given[size] === undefined ? standard : Number(given[size])
      if (!Number.isFinite(number) || number < 0)
        throw new Error(`--${size} of ${name} must be a number, not ${String(given[size])}`)
      return [size, number]
    }),
  )
}

async function runScenarios(scenarios: readonly Scenario[]): Promise<void> {
  // Durable, and shared by the scenarios that do not break PostgreSQL itself.
  const postgres = await startTemporaryPostgres({ durable: true })
  let databases = 0
  const createDatabase: SoakContext['createDatabase'] = async () => {
    const name = `soak_${(databases += 1)}`
    return { connectionString: await postgres.createMigratedDatabase(name), drop: () => postgres.dropDatabase(name) }
  }
  const progress = (message: string) => console.error(`  ${message}`)
  try {
    const version = await assertDurable(postgres.connectionString)
    const sections = [
      `${describeMachine(version)
        .map((fact) => `- ${fact}`)
        .join('\n')}\n`,
    ]
    console.log(sections[0])
    for (const scenario of scenarios) {
      const sizes = sizesOf(scenario)
      progress(`${scenario.name} ${formatSizes(sizes)} …`)
      const report = await scenario.run({ createDatabase, progress }, sizes)
      const section = formatReport(report)
      sections.push(section)
      console.log(section)
      if (failedChecks(report, { timed: true }).length > 0) process.exitCode = 1
    }
    if (typeof values.out === 'string') writeFileSync(values.out, sections.join('\n'))
  } finally {
    await postgres.remove()
  }
}

/** `flood` names all floods. */
const isNamed = (scenario: Scenario, name: string): boolean => scenario.name === name || scenario.name.startsWith(`${name}-`)
const unknown = positionals.filter((name) => !SCENARIOS.some((scenario) => isNamed(scenario, name)))
if (values.help === true) console.log(HELP)
else if (positionals.length === 0 || unknown.length > 0) {
  const problem = positionals.length === 0 ? 'Name at least one scenario.' : `Unknown scenario: ${unknown.join(', ')}.`
  console.error(`${problem}\n\n${HELP}`)
  process.exitCode = 2
} else await runScenarios(SCENARIOS.filter((scenario) => positionals.some((name) => isNamed(scenario, name))))
