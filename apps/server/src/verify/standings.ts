import { count, listText } from '@outlast/contract/words'
import { emptyPool, evolve } from '@outlast/domain'
import { standingsOf } from '../history/replay.ts'
import { parseExportRow } from '../log/export.ts'
import { upToDate } from '../log/stored-event.ts'

/** Derives the standings of the current season from the events of an exported log, with the rules that the server applies. */
export function aboutStandings() {
  const pool = emptyPool()
  return {
    add(event: object): void {
      const stored = parseExportRow(event)
      if (stored !== undefined) evolve(pool, upToDate(stored))
    },
    sentences(): readonly string[] {
      const { season_year, alive, out, champions, leaderboard } = standingsOf(pool)
      if (season_year === null) return ['No season has begun.']
      const nameOf = (id: number): string => {
        const name = leaderboard.find(({ entry_id }) => entry_id === id)?.entry
        return name === undefined || name === '' ? `entry ${id}` : `“${name}” (entry ${id})`
      }
      const won = champions.length === 0 ? '' : ` ${listText(champions.map(nameOf))} won it.`
      const fallen = leaderboard.filter(({ eliminated_week }) => eliminated_week !== null)
      return [
        `By these picks, results and rules, the season ${season_year} has ${count(alive, 'entry', 'entries')} in and ${out} out.${won}`,
        ...fallen.map(({ entry_id, eliminated_week }) => `${nameOf(entry_id)} is out since week ${eliminated_week ?? ''}.`),
      ]
    },
  }
}
