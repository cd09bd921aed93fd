/** The scenes of the clubhouse screen, in the order in which they appear (docs/tv.md). */
export const SCENES = [
  'countdown',
  'join',
  'reveal',
  'survivors',
  'games',
  'out',
  'distribution',
  'summary',
  'curve',
  'champion',
] as const
export type Scene = (typeof SCENES)[number]

export const SCREEN_NAMES = ['full', 'initials'] as const

/** What the clubhouse screen shows. */
export interface ClubhouseScreen {
  /** The chosen scenes, in the order of {@link SCENES}. */
  readonly scenes: readonly Scene[]
  /** Whether it shows the names of entries and members, or their initials. */
  readonly names: (typeof SCREEN_NAMES)[number]
}

export const DEFAULT_CLUBHOUSE_SCREEN: ClubhouseScreen = { scenes: SCENES, names: 'full' }
