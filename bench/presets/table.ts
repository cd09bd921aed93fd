import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSeasonCsv } from '@outlast/server/feed/season-csv'
import { type Preset, replaySeason } from './replay.ts'

/** The real seasons of the table in docs/rules.md. */
export const SEASONS = [2021, 2022, 2025] as const
export const MEMBERS = 1_000
const PRESETS: readonly Preset[] = ['specification', 'classic', 'second_chance', 'never_forget']
/** After the deciding week. */
const OVER = '–'

export const HEADINGS = ['after week', ...PRESETS.map((preset) => `\`${preset}\``)]

/**
 * Replays the seasons of a folder under each preset. Each row is a week; each cell has the entries that are alive after it, one number
 * for each season.
 * @param folder with `games-<year>.csv` in the columns of `npm run import`
 */
export function presetRows(folder: string, members: number = MEMBERS): readonly (readonly string[])[] {
  const seasons = SEASONS.map((year) => parseSeasonCsv(readFileSync(join(folder, `games-${year}.csv`), 'utf8')))
  const alive = PRESETS.map((preset) => seasons.map((season) => replaySeason(season, preset, members)))
  const weeks = Math.max(...seasons.map((season) => season.weeks.size))
  return Array.from({ length: weeks }, (_, week) => [
    String(week + 1),
    ...alive.map((ofPreset) => ofPreset.map((counts) => counts[week]?.toString() ?? OVER).join(' · ')),
  ])
}
