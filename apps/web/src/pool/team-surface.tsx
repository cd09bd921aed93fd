import type { CSSProperties, ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
import styles from './team-surface.module.css'
import { teamSurface } from './teams.ts'

interface TeamSurfaceProps {
  readonly abbr: string
  /** Default: `div`. Inside a button, `span`. */
  readonly as?: 'div' | 'span' | 'li' | undefined
  /** Drops the team's colors, for teams that cannot be picked or have lost. */
  readonly dimmed?: boolean | undefined
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/**
 * An area in a team's two colors, with readable text. A placeholder and a dimmed team have a neutral one. Style sheets of its
 * children use `--team`, `--on-team`, `--team-second` and `--on-team-second`.
 */
export function TeamSurface({ abbr, as: Element = 'div', dimmed = false, className, children }: TeamSurfaceProps) {
  return (
    <Element className={classes(styles.surface, className)} style={dimmed ? undefined : teamSurfaceStyle(abbr)}>
      {children}
    </Element>
  )
}

function teamSurfaceStyle(abbr: string): CSSProperties | undefined {
  const colors = teamSurface(abbr)
  if (colors === undefined) return undefined
  return {
    '--team': colors.surface,
    '--on-team': colors.onSurface,
    '--team-second': colors.second,
    '--on-team-second': colors.onSecond,
  } as CSSProperties
}
