const FIRST = 'Alex Billie Casey Dana Eli Frankie Gray Harper Indy Jules Kit Lee Mel Noa Ollie Pat Quinn Robin Sam Toni'.split(
  ' ',
)
const LAST = 'Archer Baker Carter Draper Fisher Glover Hunter Mason Porter Turner'.split(' ')
const ENTRY_NAMES = [
  'Bye Week Blues, Hail Mary, Blitz Happens, Fourth and Long, Goal Line Stand, Prevent Defense, Two-Minute Drill, Red Zone Regulars',
  'Onside Kick, Statue of Liberty, Icing the Kicker, Wildcat, Pick Six, Third and Forever, Coffin Corner, Flea Flicker, Play Action',
  'The Long Snappers, Victory Formation, Fair Catch, Delay of Game, Moving the Chains, Hard Count, Shotgun, Backup Plan, Sudden Death',
  'Garbage Time, Gridiron Grandma, Sunday Scaries, Helmet Hair, Tailgate Tactics, Cleat Street, Snap Decision, Sack Lunch, Free Safety',
  'Touchdown Abbey, Punt Intended, Bench Warmers, Coin Toss, Extra Point, Muffed It, Overtime Pay, Chain Gang, False Start',
].flatMap((line) => line.split(', '))
/** The number of entries of each member; the list repeats. */
const ENTRIES_OF_MEMBER = [1, 2, 1, 3, 1, 2]

/** The visitor's entries: one with a pick, one without, and one that is out. */
export const OWN_ENTRY_NAMES = ['Mia’s Mavericks', 'Second Wind', 'Third Time Unlucky']

/** A generated member with the names of their entries. */
export interface DemoMember {
  readonly first: string
  readonly last: string
  readonly email: string
  readonly entryNames: readonly string[]
}

/** Generates members who have the given number of entries in total. */
export function generateMembers(entries: number): readonly DemoMember[] {
  const members: DemoMember[] = []
  for (let created = 0; created < entries;) {
    const place = members.length
    const first = FIRST[place % FIRST.length] ?? ''
    const last = LAST[Math.floor(place / FIRST.length) % LAST.length] ?? ''
    const count = Math.min(ENTRIES_OF_MEMBER[place % ENTRIES_OF_MEMBER.length] ?? 1, entries - created)
    const email = `${first}.${last}.${place}@demo.example`.toLowerCase()
    members.push({ first, last, email, entryNames: Array.from({ length: count }, (_, index) => entryName(created + index)) })
    created += count
  }
  return members
}

/** Returns a different name for each position. When the list is used up, its names repeat with a number. */
function entryName(place: number): string {
  const name = ENTRY_NAMES[place % ENTRY_NAMES.length] ?? ''
  const round = Math.floor(place / ENTRY_NAMES.length)
  return round === 0 ? name : `${name} ${round + 1}`
}
