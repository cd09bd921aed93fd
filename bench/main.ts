import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { BENCHMARKS } from './benchmarks.ts'
import type { BenchContext, LargeLog } from './support/context.ts'
import type { Report } from './support/figures.ts'
import { makeLargeLog } from './support/large-log.ts'
import { machineFacts } from '@outlast/testing/report/machine'
import { startPostgres } from '@outlast/testing/postgres/durable-postgres'
import { printReport } from './support/table.ts'

// `npm run bench [-- <name>…]`: measures, and prints tables. See docs/performance.md.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    events: { type: 'string', default: '2000000' },
    profile: { type: 'string' },
    out: { type: 'string' },
  },
})

const HELP = `npm run bench [-- <name>… --rounds <n> --seconds <n> --events <n> --profile <folder> --out <file>]

${BENCHMARKS.map(({ name, about }) => `  ${name.padEnd(16)}${about}`).join('\n')}

Without a name all of them run. Every figure is the median of the rounds, with the least and the greatest of them.
  --rounds   interleaved rounds of ours and the comparator (default 5)
  --seconds  how long requests are counted in a round (default 4)
  --events   size of the large log (default 2,000,000: 100,000 entries)
  --profile  where to put CPU profiles of ours (figures are then those of a profiled server)
  --out      also write the tables to a file`

function whole(name: 'rounds' | 'seconds' | 'events'): number {
  const number = Number(values[name])
  if (Number.isInteger(number) && number > 0) return number
  console.error(`--${name} must be a whole number above zero`)
  process.exit(2)
}

async function measure(names: readonly string[]): Promise<void> {
  const chosen = BENCHMARKS.filter(({ name }) => names.length === 0 || names.includes(name))
  const say = (sentence: string) => console.error(`  ${sentence}`)
  const postgres = await startPostgres()
  // It is not of the terminal's group, and would outlive an interrupted run.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void postgres.stop().finally(() => process.exit(1)))
  }
  const lines: string[] = [...machineFacts(postgres.version).map((fact) => `- ${fact}`), '']
  console.log(lines.join('\n'))
  let large: Promise<LargeLog> | undefined
  const context: BenchContext = {
    postgres,
    rounds: whole('rounds'),
    seconds: whole('seconds'),
    events: whole('events'),
    profile: values.profile,
    say,
    largeLog: () => (large ??= makeLargeLog(postgres, context.events, say)),
  }
  try {
    for (const { name, run } of chosen) {
      say(`${name} …`)
      const text = printReport((await run(context)) satisfies Report)
      lines.push(text)
      console.log(text)
    }
  } finally {
    await postgres.stop()
  }
  if (values.out !== undefined) writeFileSync(values.out, lines.join('\n'))
}

const unknown = positionals.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name))
if (values.help === true) console.log(HELP)
else if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}.\n\n${HELP}`)
  process.exitCode = 2
} else await measure(positionals)
