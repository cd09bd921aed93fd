// What can speak against a team of an entry in a week, and what follows from it: whether the team can be picked, whether a plan of it can
// stand, and whether a pick of it counts after the lock (docs/rules.md §3.2). Callers collect what speaks against a team
// and ask this module; there is no second list. The browser uses it too.

/** What can speak against a team, in the order in which it is named. */
const OBSTACLE_NAMES = [
  'team_picked_twice',
  'team_used',
  'game_left',
  'team_on_bye',
  'slate_without_games',
  'opponent_unknown',
  'game_unread',
  'game_cancelled',
  'game_postponed',
  'opponents_picked',
  'team_ineligible',
  'team_kicked_off',
] as const
export type Obstacle = (typeof OBSTACLE_NAMES)[number]

/**
 * Who chooses a team: a member, an admin who overrides or imports a pick, *Randomize Picks*, or the lock, which gives automatic picks. Each
 * of them collects what it may know: the lock, for example, no pick that is hidden in another week.
 */
export type Chooser = 'member' | 'admin' | 'draw' | 'lock'

interface ObstacleRules {
  /** Who cannot newly choose the team. Choosing the team that the entry already has is not new. */
  readonly refuses: readonly Chooser[]
  /** What becomes of a plan for an open week: its owner is told at once, and its week's lock takes it away. */
  readonly plan: 'stands' | 'void' | 'void_before_first_lock'
  /** What becomes of a pick once its week is locked. */
  readonly locked: 'stands' | 'missed'
}

const ALL = ['member', 'admin', 'draw', 'lock'] as const
const NOT_ADMINS = ['member', 'draw', 'lock'] as const
const STANDS = { plan: 'stands', locked: 'stands' } as const

/** The table of docs/rules.md §3.2. */
const OBSTACLES: { readonly [O in Obstacle]: ObstacleRules } = {
  team_picked_twice: { ...STANDS, refuses: ALL },
  // A plan is void once the team was used in a week that has locked.
  team_used: { refuses: ALL, plan: 'void', locked: 'stands' },
  // A game that leaves after the first lock is postponed for its pickers, also when the week locks again.
  game_left: { refuses: ALL, plan: 'void_before_first_lock', locked: 'stands' },
  team_on_bye: { refuses: ALL, plan: 'void', locked: 'missed' },
  slate_without_games: { ...STANDS, refuses: ALL },
  opponent_unknown: { ...STANDS, refuses: NOT_ADMINS },
  game_unread: { ...STANDS, refuses: NOT_ADMINS },
  game_cancelled: { ...STANDS, refuses: NOT_ADMINS },
  game_postponed: { ...STANDS, refuses: NOT_ADMINS },
  opponents_picked: { ...STANDS, refuses: NOT_ADMINS },
  team_ineligible: { ...STANDS, refuses: NOT_ADMINS },
  // For members only where the rule `team_lock` says so.
  team_kicked_off: { ...STANDS, refuses: ['member', 'lock'] },
}

/** What speaks against a team. */
export type Obstacles = ReadonlySet<Obstacle>

/** Collects what speaks against a team: the names of those that do. */
export function obstaclesIn(
  found: { readonly [O in Obstacle]?: boolean | undefined },
  game?: { readonly code: Obstacle },
): Obstacles {
  const names = OBSTACLE_NAMES.filter((name) => found[name] === true || game?.code === name)
  return names.length === 0 ? NONE : new Set(names)
}

const NONE: Obstacles = new Set()

/** Where a pick is: how far its week has come. */
export interface PickStage {
  readonly isLocked: boolean
  /** Whether the week has locked before, other than in a rehearsal (docs/rules.md §2.6). */
  readonly hadFirstLock: boolean
}

/** What becomes of a pick. `void`: it is taken away when its week locks. `missed`: it counts as a missed pick. */
export type Verdict = { readonly is: 'standing' } | { readonly is: 'void' | 'missed'; readonly why: Obstacle }

const STANDING: Verdict = { is: 'standing' }

/** Judges a pick that an entry has by what speaks against its team. */
export function judgePick(obstacles: Obstacles, { isLocked, hadFirstLock }: PickStage): Verdict {
  for (const why of obstacles) {
    const { plan, locked } = OBSTACLES[why]
    if (isLocked) {
      if (locked === 'missed') return { is: 'missed', why }
    } else if (plan === 'void' || (plan === 'void_before_first_lock' && !hadFirstLock)) return { is: 'void', why }
  }
  return STANDING
}

/** Returns what keeps a team from being newly chosen, the first of it; undefined if nothing does. */
export function refusalOf(obstacles: Obstacles, chooser: Chooser): Obstacle | undefined {
  for (const obstacle of obstacles) if (OBSTACLES[obstacle].refuses.includes(chooser)) return obstacle
  return undefined
}

/** The code of the refusal that a member reads. */
export type ObstacleCode = Exclude<Obstacle, 'game_left' | 'slate_without_games'>

/** Returns the code with which the API refuses a team: without a game in the week, it does not play. */
export function obstacleCode(obstacle: Obstacle): ObstacleCode {
  return obstacle === 'game_left' || obstacle === 'slate_without_games' ? 'team_on_bye' : obstacle
}
