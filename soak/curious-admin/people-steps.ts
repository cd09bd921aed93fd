import { integerBetween, type Random } from '@outlast/seasons/random'
import { anyEntry, anyUser, anyWeek, chance } from './choices.ts'

/** Whatever an admin asked a second one for. */
const anyWaiting = (random: Random) => ({ params: { id: integerBetween(random, 1, 80) }, body: {} })

/** Requests that let people in, and those about what needs two of them. */
export const PEOPLE_GENERATORS = {
  adminCreateUser: (random: Random) => ({
    body: { email: `new${integerBetween(random, 1, 9)}@club.example`, first_name: 'New', last_name: 'Member' },
  }),
  createPaperEntries: (random: Random) => ({
    body: { user_id: anyUser(random), names: [`Paper ${integerBetween(random, 1, 99)}`] },
  }),
  // Of a member's own entry it is refused. A paper entry shows its picks to whom the admin gives it, which the rules say.
  handOverEntries: (random: Random) => ({
    body: { entry_ids: [anyEntry(random)], user_id: anyUser(random), stays_paper: chance(random, 50) },
  }),
  listProxies: () => ({}),
  nameProxy: (random: Random) => ({
    params: { id: anyEntry(random) },
    body: { user_id: anyUser(random), week_id: anyWeek(random) },
  }),
  endProxy: (random: Random) => ({ params: { id: anyEntry(random) } }),
  listWaiting: () => ({}),
  confirmAction: anyWaiting,
  refuseAction: anyWaiting,
  withdrawAction: anyWaiting,
  actAlone: (random: Random) => ({ ...anyWaiting(random), body: { reason: 'an emergency' } }),
  switchFourEyes: (random: Random) => ({ body: { on: chance(random, 50) } }),
}
