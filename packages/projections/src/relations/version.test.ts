import { createHash } from 'node:crypto'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, it } from 'vitest'
import { createRelations, PROJECTIONS_VERSION } from './tables.ts'

/**
 * The SHA-256 of the statements that create the tables, by version. A pool that was started with an older version makes them anew only
 * if the number is higher: to change a statement, raise the number and replace the line. Never replace the hash alone.
 */
const STATEMENTS: Readonly<Record<number, string>> = {
  37: 'e0064f0268dfec9133158abdf2c9369c8b22f0c22880760b2d6643a6867a35b7',
}

it('the tables are those of their version', async () => {
  const statements: string[] = []
  const db = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      statements.push(query.sql)
    },
  })
  await createRelations(db)
  const hash = createHash('sha256').update(statements.join('\n')).digest('hex')
  expect(STATEMENTS[PROJECTIONS_VERSION], 'raise PROJECTIONS_VERSION (tables.ts)').toBe(hash)
})
