import { expect, it } from 'vitest'
import { readRulesPage, rulesTable } from '../../tests/rules-table.ts'

it('docs/rules.md §7.1 is what the list of rules says', () => {
  expect(readRulesPage().table, 'run node packages/domain/tests/rules-table.ts').toBe(rulesTable())
})
