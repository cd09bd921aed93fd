import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { complaintsOf } from '@outlast/testing/process/own-check'
import { root } from '@outlast/testing/root'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

// Checks the alert rules and the Grafana board of deploy/monitoring against the metrics that a server serves.

interface AlertRule {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly description: string }
}

interface Panel {
  readonly id: number
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[]
}

const FOLDER = join(root, 'deploy/monitoring')
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8')
const { groups } = parse(read('alerts.yml')) as { groups: readonly { readonly rules: readonly AlertRule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const board = JSON.parse(read('grafana.json')) as { readonly uid: string; readonly panels: readonly Panel[] }
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...board.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
]

/** What a PromQL expression reads: its metrics, its labels and those that its legend names. Throws if it is not valid. */
function readsOf(expression: string): { readonly metrics: readonly string[]; readonly labels: readonly string[] } {
  const text = expression.replaceAll('$__rate_interval', '5m')
  const metrics: string[] = []
  const labels: string[] = []
  parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      const read = text.slice(from, to)
      if (type.isError) throw new Error(`Invalid PromQL at ${from}: ${text}`)
      if (type.name === 'Identifier') metrics.push(read)
      if (type.name === 'LabelName') labels.push(read)
    },
  })
  return { metrics, labels }
}

let pool: TestPool
/** The labels of each metric, from the text that Prometheus reads. */
let served: ReadonlyMap<string, ReadonlySet<string>>

beforeAll(async () => {
  pool = await startTestPool()
  await pool.register('Ada Admin')
  const text = await (await fetch(`${pool.url}/metrics`)).text()
  const found = new Map<string, Set<string>>([['up', new Set()]])
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? []
    const known = found.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    found.set(name, known)
  }
  served = found
})
afterAll(() => pool.stop())

describe('deploy/monitoring', () => {
  test.each(expressions)('%s reads only metrics and labels that a server serves: %s', (_, expression) => {
    const { metrics, labels } = readsOf(expression)
    expect(metrics.length).toBeGreaterThan(0)
    expect(metrics.filter((name) => !served.has(name))).toEqual([])
    // Prometheus adds these two to everything that it scrapes.
    const known = new Set(['job', 'instance', ...metrics.flatMap((name) => [...(served.get(name) ?? [])])])
    expect(labels.filter((label) => !known.has(label))).toEqual([])
  })

  test('readsOf rejects an expression that is not PromQL', () => {
    expect(() => readsOf('sum by (le ( rate(outlast_sockets)')).toThrow('Invalid PromQL')
  })

  test('every metric of the pool that can be wrong has an alert', () => {
    const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
    const rows = page.split('\n').filter((line) => line.startsWith('| `outlast_') && !/\| –\s+\|$/.test(line))
    const watched = rows.flatMap((row) => /`(outlast_\w+)`(?=[^`]*\|.*\|.*\|$)/.exec(row)?.[1] ?? [])
    expect(watched.length).toBeGreaterThan(6)
    const alerted = rules.map(({ expr }) => expr).join('\n')
    expect(watched.filter((name) => !alerted.includes(name) && name !== 'outlast_feed_asked_seconds')).toEqual([])
  })

  test('every alert has a name, a severity and a sentence that says what to do', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { alert, labels, annotations } of rules) {
      expect([alert, ['critical', 'warning'].includes(labels.severity)]).toEqual([alert, true])
      expect(annotations.summary).toMatch(/^[A-Z{]/)
      expect(annotations.description).toMatch(/\.$/)
    }
  })

  test('the panels of the board have unique ids, and none covers another', () => {
    const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)}/${y + Math.floor(index / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length)
    expect(board.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
  })

  test('Prometheus loads the alert rules, scrapes the pool, and uses its token', () => {
    const config = parse(read('prometheus.yml')) as {
      readonly rule_files: readonly string[]
      readonly scrape_configs: readonly { readonly job_name: string; readonly authorization: object }[]
    }
    expect(config.rule_files).toEqual(['alerts.yml'])
    expect(config.scrape_configs).toMatchObject([
      { job_name: 'outlast', authorization: { credentials_file: '/etc/prometheus/outlast-metrics-token' } },
    ])
    expect(complaintsOf('promtool', ['check', 'config', '--syntax-only', join(FOLDER, 'prometheus.yml')])).toBe('')
    expect(complaintsOf('promtool', ['test', 'rules', join(root, 'deploy/tests/support/alert-cases.yml')])).toBe('')
    expect(complaintsOf('promtool', ['check', 'rules', join(FOLDER, 'alerts.yml')])).toBe('')
  })
})
