/** The club as its members see it. Null: the configured name, and the app's own accent. */
export interface Club {
  readonly name: string | null
  /** `#rrggbb` in lower case. */
  readonly color: string | null
  /** The hash of the crest's largest image, in hex; null: none. The images are not in the log. */
  readonly crest: string | null
  /** Whether everybody sees the chances of revealed weeks (docs/odds.md). */
  readonly showsOdds: boolean
}

export const DEFAULT_CLUB: Club = { name: null, color: null, crest: null, showsOdds: true }

/** The steps of a pool's setup, in the order in which an admin takes them (docs/rules.md §12.4). */
export const SETUP_STEPS = ['club', 'season', 'rules', 'money', 'past', 'joining', 'reminders', 'week'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]
export type SetupMark = 'done' | 'skipped'

/** How far the setup of a pool is. */
export interface Setup {
  /** A step without a mark is open. */
  readonly marks: { readonly [S in SetupStep]?: SetupMark }
  /** The season that the pool will start with. */
  readonly seasonYear: number | null
}

export const NEW_SETUP: Setup = { marks: {}, seasonYear: null }
