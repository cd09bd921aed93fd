import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { assertDurable, describeMachine, startTemporaryPostgres } from '@outlast/testing'
import { BENCHMARKS } from './benchmarks.ts'
import { recordMeasurement } from './measurements.ts'
import type { BenchContext, LargeLog } from './support/context.ts'
import { generateLargeLog } from './support/large-log.ts'
import { formatReport, rowOf } from './support/report.ts'

// `npm run bench [-- <name>…]`: measures, and prints tables. See docs/measurements.md.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    events: { type: 'string', default: '2000000' },
    profile: { type: 'string' },
    out: { type: 'string' },
    record: { type: 'boolean' },
  },
})

const HELP = `npm run bench [-- <name>… --rounds <n> --seconds <n> --events <n> --profile <folder> --out <file> --record]

${BENCHMARKS.map(({ name, about, promise }) => `  ${name.padEnd(16)}${about}\n${' '.repeat(18)}protects: ${promise}`).join('\n')}

Without a name, all benchmarks run. Every figure is the median of the rounds, with the smallest and the largest round.
  --rounds   rounds in which Outlast and the comparator take turns (default 5)
  --seconds  how long requests are counted in a round (default 4)
  --events   size of the large log (default 2,000,000: 100,000 entries)
  --profile  folder for CPU profiles of Outlast (figures are then those of a profiled server)
  --out      file to which the tables are also written
  --record   stores the figures in measurements.json, and writes docs/measurements.md`

function positiveInteger(name: 'rounds' | 'seconds' | 'events'): number {
  const number = Number(values[name])
  if (Number.isInteger(number) && number > 0) return number
  console.error(`--${name} must be a whole number above zero`)
  process.exit(2)
}

async function runBenchmarks(names: readonly string[]): Promise<void> {
  const sizes = { rounds: positiveInteger('rounds'), seconds: positiveInteger('seconds'), events: positiveInteger('events') }
  const progress = (message: string) => console.error(`  ${message}`)
  const postgres = await startTemporaryPostgres({ durable: true })
  // PostgreSQL does not belong to the terminal's process group, and would survive an interrupted run.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void postgres.remove().finally(() => process.exit(1)))
  }
  let largeLog: Promise<LargeLog> | undefined
  const context: BenchContext = {
    ...sizes,
    postgres,
    profile: values.profile,
    progress,
    largeLog: () => (largeLog ??= generateLargeLog({ postgres, progress }, sizes.events)),
  }
  try {
    const version = await assertDurable(postgres.connectionString)
    const sections = [
      `${describeMachine(version)
        .map((fact) => `- ${fact}`)
        .join('\n')}\n`,
    ]
    console.log(sections[0])
    for (const { name, promise, run } of BENCHMARKS.filter((one) => names.length === 0 || names.includes(one.name))) {
      progress(`${name} …`)
      const report = await run(context)
      if (values.record === true) recordMeasurement(name, report.figures.map(rowOf))
      const section = formatReport({ ...report, notes: [`Protects: ${promise}.`, ...report.notes] })
      sections.push(section)
      console.log(section)
    }
    if (values.out !== undefined) writeFileSync(values.out, sections.join('\n'))
  } finally {
    await postgres.remove()
  }
}

const unknown = positionals.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name))
if (values.help === true) console.log(HELP)
else if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}.\n\n${HELP}`)
  process.exitCode = 2
} else await runBenchmarks(positionals)
