import type { RuleShape } from '../src/pool-rules/index.ts'

/** Values of a rule that between them are all that its kind can mean: every choice, and both ends of a range. */
export function valuesOf(shape: RuleShape): readonly unknown[] {
  switch (shape.type) {
    case 'choice':
      return shape.values
    case 'whole':
      return [shape.min, shape.max]
    case 'flag':
      return [false, true]
    case 'currency':
      return ['USD', 'JPY']
    case 'time':
      return ['00:00', '23:59']
    case 'named_or':
      return [...shape.values, ...valuesOf(shape.of)]
    case 'order':
      return [shape.values, shape.values.slice(0, 1), shape.values.toReversed()]
    case 'shares':
      return [[100], [50, 30, 20]]
    case 'group': {
      const parts = Object.entries(shape.fields).map(([part, { kind }]) => [part, valuesOf(kind)] as const)
      const most = Math.max(...parts.map(([, values]) => values.length))
      return Array.from({ length: most }, (_, at) =>
        Object.fromEntries(parts.map(([part, values]) => [part, values[at % values.length]])),
      )
    }
    case 'optional':
      return [null, ...valuesOf(shape.of)]
  }
}
