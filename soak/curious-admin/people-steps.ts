import { integerBetween, type Random } from '@outlast/seasons/random'
import { anyEntry, anyUser, chance } from './choices.ts'

/** Requests that let people in. */
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
}
