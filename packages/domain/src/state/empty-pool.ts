import { DEFAULT_CLUBHOUSE_SCREEN } from '../values/clubhouse-screen.ts'
import { ForkableMap } from '../values/forkable-map.ts'
import { DEFAULT_RULES } from '../pool-rules/index.ts'
import { DEFAULT_CLUB, NEW_SETUP } from '../values/setup-steps.ts'
import { DEFAULT_REMINDERS, type PoolState } from './state.ts'

/** Returns the state before the first event. */
export function emptyPool(): PoolState {
  return {
    position: 0,
    users: new ForkableMap(),
    seals: new ForkableMap(),
    hadAdmin: false,
    joining: 'open',
    fourEyes: false,
    waiting: [],
    invitations: new ForkableMap(),
    entries: new ForkableMap(),
    entriesOfUser: new ForkableMap(),
    requestedBuybacks: new ForkableMap(),
    paymentClaims: new ForkableMap(),
    postings: new ForkableMap(),
    endedBooks: [],
    contests: new ForkableMap(),
    schedule: new ForkableMap(),
    rounds: new ForkableMap(),
    splitVote: null,
    splitBallots: new ForkableMap(),
    proxies: new ForkableMap(),
    currentWeekId: null,
    pinnedSummary: null,
    siteClock: { mode: 'real' },
    rules: DEFAULT_RULES,
    club: DEFAULT_CLUB,
    clubhouseScreen: DEFAULT_CLUBHOUSE_SCREEN,
    setup: NEW_SETUP,
    reminders: DEFAULT_REMINDERS,
    lastIds: { user: 0, entry: 0, week: 0, game: 0, invitation: 0 },
    seasonStarts: [],
    lastAction: null,
  }
}
