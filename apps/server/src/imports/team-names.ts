import { parseTeam, type TeamAbbr, TEAMS } from '@outlast/domain'
import { nearest, plain } from './plain.ts'

/** What people call teams besides their names, cities and abbreviations. */
const NICKNAMES: Readonly<Record<string, readonly string[]>> = {
  ARI: ['cards', 'az cardinals', 'phoenix', 'phoenix cardinals'],
  BUF: ['buffalo bill'],
  CAR: ['cats', 'carolina panther'],
  CIN: ['bengal', 'cincy', 'cinci', 'cincinatti'],
  DAL: ['boys', 'dallas cowboy'],
  DEN: ['donkeys'],
  GB: ['pack', 'greenbay'],
  IND: ['indy', 'indianapolis'],
  JAX: ['jags', 'jville'],
  KC: ['kansas', 'kan city'],
  LAC: ['bolts', 'la chargers', 'sd chargers', 'san diego', 'san diego chargers'],
  LAR: ['la rams', 'stl rams', 'st louis', 'st louis rams', 'saint louis rams'],
  LV: ['vegas', 'oakland', 'oakland raiders', 'la raiders'],
  MIA: ['fins', 'phins'],
  MIN: ['vikes', 'minny', 'minnie'],
  NE: ['pats', 'n england', 'new eng', 'n e patriots'],
  NO: ['nola', 'n orleans', 'new orl'],
  NYG: ['ny giants', 'n y giants', 'g men', 'gmen', 'ny g'],
  NYJ: ['ny jets', 'n y jets', 'gang green', 'ny j'],
  PHI: ['philly', 'phila', 'birds'],
  PIT: ['pitt', 'pittsburg', 'stillers'],
  SEA: ['hawks', 'seahawk'],
  SF: ['niners', '9ers', 'san fran', 'frisco', 'forty niners'],
  TB: ['bucs', 'bucks', 'tampa', 'tampa bay bucs'],
  WSH: ['wash', 'commies', 'redskins', 'skins', 'football team', 'washington football team', 'washington redskins', 'dc'],
}

/** Names that belong to one team: `chiefs`, `kansas city`, `kc chiefs`, but not `new york`. */
const TEAM_OF_NAME: ReadonlyMap<string, TeamAbbr> = (() => {
  const known = new Map<string, TeamAbbr>()
  const shared = new Set<string>()
  for (const { abbr, city, name } of TEAMS) {
    const names = [city, name, `${city} ${name}`, `${abbr} ${name}`, `${city} ${abbr}`, name.replace(/s$/u, '')]
    const nicknames = (NICKNAMES[abbr] ?? []).flatMap((text) => [text, `${abbr} ${text}`, `${city} ${text}`])
    for (const text of new Set([...names, ...nicknames].map(plain))) {
      if (known.has(text)) shared.add(text)
      known.set(text, abbr)
    }
  }
  for (const text of shared) known.delete(text)
  return known
})()

/** What people write into the cell of a week without a pick, in {@link plain} form. */
const NO_PICK = new Set(
  (
    '|x|xx|xxx|0|none|no|nopick|no pick|n a|na|np|dnp|missed|miss|missed pick|forgot|out|elim|eliminated|dead|done|gone|rip|bye|did not pick|' +
    'no entry|pending|tbd|raus|ausgeschieden|kein tipp|eliminado|eliminada|fuera|sin seleccion|elimine|eliminee|sorti|aucun'
  ).split('|'),
)

/** What stands beside a team, in {@link plain} form: results, marks, scores. */
const REMARK = /^(?:w|l|t|win|won|wins|loss|lost|lose|tie|tied|ok|yes|final|out|elim|auto|pick|late|\d{1,2}|home|away|s|n)$/u

/** Whether a cell says that there is no pick. */
export function isNoPick(text: string): boolean {
  return NO_PICK.has(plain(text))
}

/** Finds a team as people write it: an abbreviation, a name, a city, or a nickname, with marks and results around it. */
export function findTeam(text: string): TeamAbbr | undefined {
  const bare = text.replaceAll(/[([{][^)\]}]*[)\]}]?/gu, ' ')
  for (const part of [bare, bare.split(/\s(?:vs?\.?|over|beats?|def\.?|gegen|contra|contre|at|@)\s/iu)[0] ?? '', text]) {
    const words = plain(part).split(' ')
    const found = teamOf(words) ?? teamOf(withoutRemarks(words))
    if (found !== undefined) return found
  }
  return undefined
}

function teamOf(words: readonly string[]): TeamAbbr | undefined {
  const text = words.join(' ')
  return parseTeam(text) ?? TEAM_OF_NAME.get(text) ?? parseTeam(words.join(''))
}

/** Removes results, marks and scores at both ends. */
function withoutRemarks(words: readonly string[]): readonly string[] {
  const isRemark = (word: string | undefined) => word !== undefined && REMARK.test(word)
  const first = words.findIndex((word) => !isRemark(word))
  const last = words.findLastIndex((word) => !isRemark(word))
  return first < 0 ? [] : words.slice(first, last + 1)
}

/** Returns the name of the team that a text with a typing error probably means. */
export function suggestTeam(text: string): string | undefined {
  const words = withoutRemarks(plain(text).split(' '))
  const found = TEAM_OF_NAME.get(nearest(words.join(' '), TEAM_OF_NAME.keys(), (name) => TEAM_OF_NAME.get(name)) ?? '')
  return TEAMS.find(({ abbr }) => abbr === found)?.name
}
