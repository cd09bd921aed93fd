import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { POOL_RULES, RULE_NAMES, type RuleShape, snakeCase } from '../src/pool-rules/index.ts'

// The table of docs/rules.md §7.1, from the list of rules. `node packages/domain/tests/rules-table.ts` writes it into the page.

const PAGE = join(import.meta.dirname, '../../../docs/rules.md')

const code = (text: unknown): string => `\`${String(text)}\``

/** What docs/rules.md §7.1 says about the values of a rule, with the default first named. */
function valuesText(shape: RuleShape, value: unknown): string {
  switch (shape.type) {
    case 'choice':
      return shape.values.map((one) => (one === value ? `${code(one)} (default)` : code(one))).join(', ')
    case 'whole':
      return `${shape.min} to ${shape.max} (default ${String(value)})`
    case 'flag':
      return value === true ? '`true` (default), `false`' : '`false` (default), `true`'
    case 'currency':
      return 'three letters'
    case 'order':
      return `some of ${shape.values.map(code).join(', ')} in any order (default ${(value as readonly string[]).map(code).join(', ')})`
    case 'shares':
      return `up to ${shape.most} percents`
    case 'group':
      return code(`{${Object.keys(shape.fields).map(snakeCase).join(', ')}}`)
    case 'time':
      return '`HH:MM`'
    case 'named_or':
      return `${valuesText({ type: 'choice', values: shape.values }, value)}, ${valuesText(shape.of, null)}`
    case 'optional':
      return `none (default), ${shape.of.type === 'whole' ? `${shape.of.min} to ${shape.of.max}` : valuesText(shape.of, value)}`
  }
}

/** Returns the table: a line for each rule, in columns of equal width. */
export function rulesTable(): string {
  const rules = RULE_NAMES.map((name) => {
    const { kind, default: value, about } = POOL_RULES[name]
    return [code(snakeCase(name)), valuesText(kind, value), about]
  })
  const rows = [['rule', 'values', 'meaning'], ...rules, [code('preset'), '§14.4', 'sets several rules at once']]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: readonly string[], filler = ' ') =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, filler)).join(' | ')} |`
  const [heading = [], ...others] = rows
  return [line(heading), line([], '-'), ...others.map((cells) => line(cells))].join('\n')
}

/** Returns the page and the table that is in it. */
export function readRulesPage(): { readonly page: string; readonly table: string } {
  const page = readFileSync(PAGE, 'utf8')
  const section = page.slice(page.indexOf('### 7.1'), page.indexOf('### 7.2'))
  return {
    page,
    table: section
      .split('\n')
      .filter((text) => text.startsWith('|'))
      .join('\n'),
  }
}

if (process.argv[1] === import.meta.filename) {
  const { page, table } = readRulesPage()
  writeFileSync(
    PAGE,
    page.replace(table, () => rulesTable()),
  )
}
