import { POOL_RULES, type PoolRules, SCORE_RULES } from '../../src/index.ts'

/** Any value for each rule that says what scores count as. `of` chooses one of its values. */
export function scoreRules(of: (values: readonly string[]) => string | undefined): Partial<PoolRules> {
  return Object.fromEntries(
    SCORE_RULES.map((name) => {
      const { kind, default: usual } = POOL_RULES[name]
      return [name, (kind.type === 'choice' ? of(kind.values) : undefined) ?? usual]
    }),
  )
}
