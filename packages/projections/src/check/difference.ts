import type { TableName } from '../tables/rows.ts'
import type { ViewRows } from '../tables/view-rows.ts'

/** A row that is not what the log says. It carries no values: they may be picks that are still hidden. */
export interface Difference {
  readonly table: TableName | keyof ViewRows
  readonly key: Readonly<Record<string, unknown>>
  /** `missing`: expected and not there. `extra`: there and not expected. */
  readonly kind: 'missing' | 'extra' | 'changed'
  /** The columns that differ in a changed row. */
  readonly columns: readonly string[]
}
