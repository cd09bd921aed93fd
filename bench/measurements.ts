import { readFileSync, writeFileSync } from 'node:fs'

// Writes docs/measurements.md from measurements.json: `node bench/measurements.ts`. `npm run bench -- <name> --record` fills in its figures.

const PAGE = new URL('../docs/measurements.md', import.meta.url)
const RESULTS = new URL('measurements.json', import.meta.url)

type Row = readonly string[]

interface Results {
  readonly benchmarks: readonly { name: string; means: string; date: string; figures: readonly Row[] }[]
  readonly scenarios: readonly Row[]
  readonly mutants: readonly Row[]
}

const readResults = (): Results => JSON.parse(readFileSync(RESULTS, 'utf8')) as Results

/** Joins the texts that say something. */
const joined = (...texts: Row): string => texts.filter((text) => text !== '' && text !== '–').join(', ')

/** Formats a Markdown table as the formatter does: in columns of equal width. */
function table(headings: Row, rows: readonly Row[]): string {
  const lines = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)))
  const format = (row: Row, fill = ' ') =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width, fill)).join(' | ')} |`
  return [format(headings), format([], '-'), ...rows.map((row) => format(row))].join('\n')
}

/** Returns the page that shows the recorded results. */
export function measurementsPage({ benchmarks, scenarios, mutants }: Results = readResults()): string {
  const speed = benchmarks.map(({ name, means, date, figures }) => {
    const cells = figures.map(([what = '', ours = '', comparator = '', ratio = '', aim = '', verdict = '']) => [
      what,
      ours,
      joined(comparator, ratio),
      joined(aim, verdict),
    ])
    const rows = table(['what', 'Outlast', 'comparator', 'aim'], cells)
    return `### ${name}\n\n${means} \`npm run bench -- ${name}\`, ${date}.\n\n${rows}`
  })
  const [head = '', ...texts] = readFileSync(new URL('measurements.template.md', import.meta.url), 'utf8').split('<!-- table -->')
  const tables = [
    speed.join('\n\n'),
    table(['`npm run soak --`', 'what is caused, and what is required', 'found', 'date'], scenarios),
    table(['`npm run mutate --`', 'code', 'mutants', 'killed', 'date'], mutants),
  ]
  return [head, ...texts.flatMap((text, index) => [tables[index] ?? '', text])].join('')
}

/** Stores the figures of a benchmark that has just run, and writes the page. */
export function recordMeasurement(name: string, figures: readonly Row[]): void {
  const date = new Date().toISOString().slice(0, 10)
  const results = readResults()
  if (!results.benchmarks.some((one) => one.name === name)) throw new Error(`measurements.json does not say what ${name} means`)
  const benchmarks = results.benchmarks.map((one) => (one.name === name ? { ...one, date, figures } : one))
  writeFileSync(RESULTS, `${JSON.stringify({ ...results, benchmarks }, undefined, 2)}\n`)
  writeFileSync(PAGE, measurementsPage())
}

if (import.meta.main) writeFileSync(PAGE, measurementsPage())
