import { choice, type Moment, type PoolRule } from './rule.ts'

/** `week`: only the week's lock closes picks. `kickoff`: a team whose game has kicked off can be neither picked nor given up. */
export const teamLock: PoolRule<'week' | 'kickoff'> = {
  kind: choice('week', 'kickoff'),
  default: 'week',
  group: 'picks',
  about: "only the week's lock closes picks; or a team whose game has kicked off can be neither picked nor dropped",
  inPresets: true,
  control: {
    label: 'Teams close',
    options: () => ({ week: 'At the week’s lock only', kickoff: 'At the lock, or at kickoff if earlier' }),
    inSetup: true,
  },
  sentence: (teams, { lock }) => {
    if (teams === 'kickoff') return 'A team whose game has kicked off can neither be picked nor left, even before the week locks.'
    const untilLock = 'Picks can change until the week locks'
    return lock === 'first_kickoff' ? `${untilLock}.` : `${untilLock}, even when a team’s game has already started.`
  },
  meaning: (teams, { lock, objective }) => {
    if (teams === 'kickoff') return 'Nobody can pick a team, or drop it, once its game has started.'
    return lock === 'first_kickoff'
      ? 'The week locks before any of its games, unless an admin moves a lock.'
      : `On Saturday, members can still pick a team that ${objective === 'lose' ? 'lost' : 'won'} on Thursday.`
  },
  loophole: (teams, { openWeek }, { lock }) => {
    if (teams === 'kickoff') return null
    if (openWeek === undefined || openWeek.begun.length === 0)
      return lock === 'first_kickoff' ? null : 'Teams can still be picked after their game has started'
    return `Week ${openWeek.weekNumber} can still be picked although ${listGames(openWeek.begun)} started`
  },
  refusesTeam: (teams, { team, hasKickedOff, isGivenUp }) =>
    teams === 'kickoff' && hasKickedOff()
      ? { code: isGivenUp ? 'pick_kicked_off' : 'team_kicked_off', details: { team } }
      : undefined,
}

function listGames(games: NonNullable<Moment['openWeek']>['begun']): string {
  const [first, ...others] = games.map(({ away, home }) => `${away}–${home}`)
  if (others.length === 0) return `${first} has`
  return `${first} and ${others.length === 1 ? others[0] : `${others.length} other games`} have`
}
