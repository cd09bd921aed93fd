import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('..', import.meta.url))
const root = fileURLToPath(new URL('../../../..', import.meta.url))

function filesBelow(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)node_modules\//.test(name))
    .map((name) => join(folder, name))
}

/** Finds tables that hold picks after FROM, JOIN or USING in SQL, or in Kysely's builder. Deleting is not reading. */
const READS_PICKS = new RegExp(
  [
    String.raw`(?<!DELETE\s)\b(?:FROM|JOIN|USING)\s+(?:ONLY\s+)?(?:\$\{\s*(?:LIVE|\w*[tT]ables?)\s*\.\s*|projections(?:_\w+)?\.)["']?(?:picks|void_plans|locked_picks|waived_losses|rankings|split_ballots)\b`,
    String.raw`\b(?:selectFrom|\w+Join|using)\(\s*\[?\s*['"](?:projections\w*\.)?(?:picks|void_plans|locked_picks|waived_losses|rankings|split_ballots)\b`,
  ].join('|'),
)
const withoutInsertTargets = (text: string) =>
  text.replaceAll(/INSERT INTO \$\{tables\.(?:picks|void_plans|locked_picks|waived_losses|rankings|split_ballots)\}/g, '')
const readsPicks = (file: string) => READS_PICKS.test(withoutInsertTargets(readFileSync(file, 'utf8')))

describe('access to picks', () => {
  it('is limited to the files of picks/: no other file reads picks, leaves or waived losses', () => {
    const others = filesBelow(source).filter((file) => !file.startsWith(join(source, 'picks')))
    expect(others.length).toBeGreaterThan(15)
    expect(others.filter(readsPicks).map((file) => file.slice(source.length))).toEqual([])
  })

  it('is not possible around the projections: no file of the server names these tables', () => {
    const readers = filesBelow(join(root, 'apps/server/src')).filter((file) =>
      /projections(_\w+)?\s*["'.]+\s*(picks|void_plans|locked_picks|waived_losses|rankings|split_ballots)\b/.test(
        readFileSync(file, 'utf8'),
      ),
    )
    expect(readers).toEqual([])
  })

  it('is limited to locked weeks for the views reveal, matrix and leaderboard: they read revealed_picks', () => {
    const views = filesBelow(source).filter((file) => file.endsWith('-relation.ts'))
    expect(views.map((file) => basename(file)).sort()).toEqual([
      'leaderboard-relation.ts',
      'matrix-relation.ts',
      'reveal-relation.ts',
    ])
    for (const view of views) expect(readFileSync(view, 'utf8')).toContain('${tables.revealed_picks}')
    const definitions = readFileSync(join(source, 'picks/pick-views.ts'), 'utf8')
    expect(definitions).toMatch(
      /\{tables\.revealed_picks\} WITH \(security_barrier\) AS[^;]+?WHERE w\.locked_position IS NOT NULL`/,
    )
  })

  it.each([
    'SELECT * FROM ${LIVE.picks}',
    'JOIN ${tables.locked_picks} AS l',
    'select 1 FROM projections.picks p',
    'FROM ${LIVE.waived_losses}',
    ".selectFrom('projections.picks as p')",
    ".innerJoin('projections.locked_picks as l', 'l.week_id', 'w.id')",
  ])('is recognized in %s', (text) => expect(READS_PICKS.test(text)).toBe(true))

  it('is not confused with deleting picks', () => expect(READS_PICKS.test('DELETE FROM ${tables.picks}')).toBe(false))
})
