import { type NamedPreset, RULE_PRESETS } from '@outlast/domain'
import { simulatedMembers } from '@outlast/seasons/lab/members'
import { replaySeason } from '@outlast/seasons/lab/replay'
import { realSeason } from '@outlast/seasons/real/real-seasons'
import { REAL_SEASONS } from '@outlast/seasons/real/years'

export const MEMBERS = 1_000
const PRESETS: readonly NamedPreset[] = RULE_PRESETS.filter((preset) => preset !== 'custom')
/** After the deciding week. */
const OVER = '–'

export const HEADINGS = ['after week', ...PRESETS.map((preset) => `\`${preset}\``)]

/**
 * Replays the real seasons under each preset. Each row is a week; each cell has the entries that are alive after it, one number for
 * each season.
 */
export function presetRows(): readonly (readonly string[])[] {
  const seasons = REAL_SEASONS.map(realSeason)
  const alive = PRESETS.map((preset) =>
    seasons.map((season) => replaySeason(season, { preset }, simulatedMembers(season, MEMBERS)).weeks),
  )
  const weeks = Math.max(...seasons.map((season) => season.weeks.size))
  return Array.from({ length: weeks }, (_, week) => [
    String(week + 1),
    ...alive.map((ofPreset) => ofPreset.map((counts) => counts[week]?.alive.toString() ?? OVER).join(' · ')),
  ])
}
