import { readFileSync } from 'node:fs'
import { blocksToRun } from '@outlast/testing/docs/page-blocks'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { store } from '../../tests/store.ts'
import { randomSeason } from '../../tests/random-season.ts'
import { RELATIONS, relation } from './tables.ts'

// Runs everything that docs/sql.md shows, so that the page stays correct.

const page = readFileSync(new URL('../../../../docs/sql.md', import.meta.url), 'utf8')
const [grants, ...queries] = blocksToRun('docs/sql.md').map(({ text }) => text)
const db = useTestDatabase()
beforeAll(() => store(db, randomSeason(5)))

describe('docs/sql.md', () => {
  it('lists the columns of each view', async () => {
    for (const view of RELATIONS) {
      const section = page.slice(page.indexOf(`\`projections.${view}\` has one row`))
      const table = section.slice(section.indexOf('\n|'), section.indexOf('\n\n', section.indexOf('\n|')))
      const listed = [...table.matchAll(/^\| (`.+?`) +\|/gm)].flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '))
      const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${relation(view)}`.execute(db)
      expect(listed.sort()).toEqual(Object.keys(rows[0] ?? {}).sort())
    }
  })

  it('creates a role that can run all six queries and read nothing else', async () => {
    expect(queries).toHaveLength(6)
    const role = `reader_${process.pid}`
    await db.connection().execute(async (connection) => {
      for (const statement of (grants ?? '').replaceAll('club_reader', role).split(';\n')) {
        if (statement.trim() !== '') await sql.raw(statement).execute(connection)
      }
      await sql`SET ROLE ${sql.id(role)}`.execute(connection)
      try {
        for (const query of queries) {
          const { rows } = await sql.raw(query).execute(connection)
          expect([query, rows.length > 0]).toEqual([query, true])
        }
        for (const table of ['deliveries', 'accounts', 'events']) {
          await expect(sql.raw(`SELECT * FROM ${table}`).execute(connection)).rejects.toThrow('permission denied')
        }
      } finally {
        await sql`RESET ROLE`.execute(connection)
        await sql`DROP OWNED BY ${sql.id(role)}`.execute(connection)
        await sql`DROP ROLE ${sql.id(role)}`.execute(connection)
      }
    })
  })
})
