/** The keys of each table that a table before it has too, with which that table does not fit. */
type Distinct<Tables extends readonly object[], Before extends PropertyKey = never> = Tables extends readonly [
  infer First extends object,
  ...infer Rest extends readonly object[],
]
  ? readonly [
      [keyof First & Before] extends [never] ? First : { readonly alreadyInATableBefore: keyof First & Before },
      ...Distinct<Rest, Before | keyof First>,
    ]
  : readonly []

type Intersection<Table> = (Table extends unknown ? (table: Table) => void : never) extends (table: infer All) => void
  ? All
  : never

/** A table with the rows of all of these. */
type Combined<Tables extends readonly object[]> = {
  [Key in keyof Intersection<Tables[number]>]: Intersection<Tables[number]>[Key]
}

/** Combines tables. A key that two of them have is a compile error, where a spread would silently keep the later row. */
export function combine<const Tables extends readonly object[]>(tables: Tables & Distinct<Tables>): Combined<Tables> {
  return tables.reduce<object>((all, table) => ({ ...all, ...table }), {}) as Combined<Tables>
}
