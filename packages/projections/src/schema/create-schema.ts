import type { QueryExecutorProvider } from 'kysely'
import { createLeaderboardRelation } from '../leaderboard/leaderboard-relation.ts'
import { createMatrixRelation } from '../matrix/matrix-relation.ts'
import { createPickViews } from '../picks/pick-views.ts'
import { createRevealRelation } from '../reveal/reveal-relation.ts'
import { createResultsViews } from '../schedule/results-views.ts'
import { createStandingsView } from '../standings/standings-view.ts'
import { createTables } from '../tables/create.ts'
import { type SchemaName, tablesIn } from '../tables/rows.ts'

/** Creates a schema with its tables as they are before the first event, and the views on them. Fails when the schema exists. */
export async function createSchema(db: QueryExecutorProvider, schema: SchemaName): Promise<void> {
  const tables = tablesIn(schema)
  await createTables(db, schema)
  await createResultsViews(db, tables)
  await createPickViews(db, tables)
  await createStandingsView(db, tables)
  await createRevealRelation(db, tables)
  await createMatrixRelation(db, tables)
  await createLeaderboardRelation(db, tables)
}
