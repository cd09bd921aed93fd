import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { POOL_RULES, RULE_NAMES, type RuleName, type RuleShape, snakeCase } from './index.ts'

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

const table = (): Map<string, string> => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/rules.md'), 'utf8')
  const section = page.slice(page.indexOf('### 7.1'), page.indexOf('### 7.2'))
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return new Map(
    rows.map((row) => row.split(' | ')).map(([name = '', values = '']) => [name.replaceAll(/[|`\s]/g, ''), values.trim()]),
  )
}

it.each(RULE_NAMES)('docs/rules.md §7.1 names the values of the rule %s', (name: RuleName) => {
  const { kind, default: value } = POOL_RULES[name]
  expect(table().get(snakeCase(name))).toBe(valuesText(kind, value))
})

it('docs/rules.md §7.1 names no rule that does not exist', () => {
  expect([...table().keys()]).toEqual([...RULE_NAMES.map(snakeCase), 'preset'])
})
