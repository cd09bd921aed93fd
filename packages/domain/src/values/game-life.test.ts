import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { GAME_LIFE, type GameState, GAME_PHASES, GAME_STATUSES } from '../index.ts'

const page = readFileSync(new URL('../../../../docs/rules.md', import.meta.url), 'utf8')
const section = page.slice(page.indexOf('### 4.9 '), page.indexOf('### 4.10 '))
const rows = section.split('\n').filter((line) => line.startsWith('| `'))
const cells = rows.map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))

describe('the life of a game', () => {
  it('has a row in docs/rules.md §4.9 for each state', () => {
    expect(new Set(cells.map(([, state]) => state))).toEqual(new Set([...GAME_STATUSES, ...GAME_PHASES]))
  })
  it.each(cells)('is as docs/rules.md §4.9 says:%s %s', (_, name, status, _when, decides, blocks, newPicks, kickedOff) => {
    const rules = GAME_LIFE[name as GameState]
    expect({
      status: rules.status,
      decides: rules.settles ? 'yes' : 'no',
      blocks: rules.blocksWeek ? 'yes' : 'no',
      newPicks: rules.newPicks.replace('_', ' '),
      kickedOff: rules.kickedOff.replace('_', ' '),
    }).toEqual({ status, decides, blocks, newPicks, kickedOff })
  })
})
