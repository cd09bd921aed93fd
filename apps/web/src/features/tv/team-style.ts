import { contrastRatio } from '@outlast/contract/contrast'
import type { CSSProperties } from 'react'
import { teamSurface } from '../../pool/teams.ts'

/** The color of the screen (`tv.module.css`). */
const GROUND = '#0b0f12'
/** A team whose first color is closer to the ground is drawn with stripes of its second. */
const MIN_CONTRAST = 1.5

/** The colors of a team: on every scene the first one, with a band of the second. Neutral for a placeholder. */
export function teamStyle(team: string | null): CSSProperties {
  const colors = team === null ? undefined : teamSurface(team)
  if (colors === undefined) return {}
  const isDark = contrastRatio(colors.surface, GROUND) < MIN_CONTRAST
  const style = {
    '--team': colors.surface,
    '--on-team': colors.onSurface,
    '--band': colors.second,
    '--stripe': isDark ? colors.second : colors.surface,
  }
  return style as CSSProperties
}
