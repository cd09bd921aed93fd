import { parseTeam, type TeamAbbr, TEAMS } from '@outlast/domain'
import type { CellQuestion, Choice } from './cell-accounts.ts'
import { nearest, plain } from './plain.ts'

/** What people call teams besides their names, cities and abbreviations. */
const NICKNAMES: Readonly<Record<string, readonly string[]>> = {
  ARI: ['cards', 'az cardinals', 'phoenix', 'phoenix cardinals'],
  BUF: ['buffalo bill'],
  CAR: ['carolina panther'],
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
  NO: ['nola', 'n orleans', 'norleans', 'new orl'],
  NYG: ['ny giants', 'n y giants', 'g men', 'gmen', 'ny g'],
  NYJ: ['ny jets', 'n y jets', 'gang green', 'ny j'],
  PHI: ['philly', 'phila'],
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

/** Names that several teams share. Which one is meant, only the admin knows. */
const SHARED_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['la', ['LAR', 'LAC']],
  ['l a', ['LAR', 'LAC']],
  ['los angeles', ['LAR', 'LAC']],
  ['ny', ['NYG', 'NYJ']],
  ['n y', ['NYG', 'NYJ']],
  ['new york', ['NYG', 'NYJ']],
])

/** What people write into the cell of a week without a pick, in {@link plain} form. None of these can be a team; `no` is New Orleans. */
const NO_PICK = new Set(
  (
    'x|xx|xxx|none|no pick|no picks|nopick|no team|no selection|no entry|no tip|no show|n a|na|np|dnp|did not pick|didnt pick|did not play|' +
    'not picked|missed|miss|missed pick|missed it|missing|forgot|forgotten|forgot to pick|skip|skipped|pass|passed|out|elim|eliminated|' +
    'knocked out|dead|done|gone|rip|bye|bye week|withdrew|quit|dropped out|not in|raus|ausgeschieden|kein tipp|vergessen|verpasst|' +
    'eliminado|eliminada|fuera|sin seleccion|ninguno|elimine|eliminee|sorti|aucun'
  ).split('|'),
)
const LONGEST_PHRASE = 4

/** A cell that has nothing but dashes, crosses or a zero. */
const NO_PICK_SIGN = /^(?:[\p{Pd}_−]+|[✗✘❌✖×☒]+\uFE0F?|0)$/u
/** What a spreadsheet shows for a formula without a result. */
const FORMULA_ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|ERROR!|SPILL!|CALC!|FIELD!)$/iu

/** Results beside a team, in {@link plain} form. */
const WON = new Set(['w', 'win', 'won', 'wins'])
const LOST = new Set(['l', 'loss', 'lost', 'lose', 'x'])
/** Other remarks beside a team, in {@link plain} form: marks and scores. */
const REMARK = /^(?:t|tie|tied|ok|yes|final|out|elim|eliminated|auto|pick|late|\d{1,2}|home|away|ot)$/u
/** What stands before the opponent of a team. */
const BEFORE_OPPONENT = new Set('at vs v over beat beats def defeated against gegen contra contre'.split(' '))
const BRACKETED = /[([{][^)\]}]*[)\]}]?/gu

/** What the cell of a week says: teams, perhaps with the result that stands beside them; that there is no pick; or nothing certain. */
export type PickCell =
  | { readonly as: 'teams'; readonly teams: readonly TeamAbbr[]; readonly result: 'won' | 'lost' | undefined }
  | { readonly as: 'no_pick' }
  | { readonly as: 'question'; readonly question: CellQuestion }

/** Whether a cell says that there is no pick. */
export function isNoPick(text: string): boolean {
  const bare = text.trim()
  if (NO_PICK_SIGN.test(bare)) return true
  if (bare === '' || FORMULA_ERROR.test(bare)) return false
  const words = wordsOf(bare)
  let phrases = 0
  for (let at = 0; at < words.length;) {
    const length = longestAt(words, at, (phrase) => NO_PICK.has(phrase))
    const isWeek = /^(?:week|wk)$/u.test(words[at] ?? '') && /^\d{1,2}$/u.test(words[at + 1] ?? '')
    if (length === 0 && !isWeek && !isRemark(words[at])) return false
    phrases += length > 0 ? 1 : 0
    at += length || (isWeek ? 2 : 1)
  }
  return phrases > 0
}

/** Reads the cell of a week, in which an entry can have a number of picks. A team may have marks, results and its opponent beside it. */
export function readPickCell(text: string, slots = 1): PickCell {
  if (isNoPick(text)) return { as: 'no_pick' }
  const { teams, shared, unknown, result, hasWords } = namedIn(text)
  if (teams.length > 0 && teams.length <= slots && shared.length === 0 && !unknown) return { as: 'teams', teams, result }
  return { as: 'question', question: questionAbout(text, { teams, shared, hasWords }) }
}

/** Finds the only team that a text names. */
export function findTeam(text: string): TeamAbbr | undefined {
  const read = readPickCell(text)
  return read.as === 'teams' ? read.teams[0] : undefined
}

interface Named {
  /** The teams that are named, in their order, without opponents. */
  readonly teams: readonly TeamAbbr[]
  /** The teams that a name can mean which several share. */
  readonly shared: readonly TeamAbbr[]
  /** Whether there are words outside of brackets that mean nothing. */
  readonly unknown: boolean
  readonly result: 'won' | 'lost' | undefined
  readonly hasWords: boolean
}

function namedIn(text: string): Named {
  const teams = new Set<TeamAbbr>()
  const shared = new Set<TeamAbbr>()
  const results = new Set<'won' | 'lost'>()
  // A team with a question mark is not certain.
  let [unknown, hasWords] = [text.includes('?'), false]
  const remarks = text.match(BRACKETED) ?? []
  for (const [index, part] of [text.replaceAll(BRACKETED, ' '), ...remarks].entries()) {
    const words = wordsOf(part)
    for (let at = 0, isOpponent = false; at < words.length;) {
      const word = words[at] ?? ''
      const length = longestAt(words, at, (phrase) => SHARED_NAMES.has(phrase) || teamOf(phrase) !== undefined)
      const phrase = words.slice(at, at + length).join(' ')
      at += length || 1
      if (length > 0) {
        const meant = (SHARED_NAMES.get(phrase) ?? [teamOf(phrase) ?? '']).flatMap((abbr) => parseTeam(abbr) ?? [])
        if (!isOpponent) for (const team of meant) (meant.length > 1 ? shared : teams).add(team)
        isOpponent = false
      } else if (WON.has(word)) results.add('won')
      else if (LOST.has(word)) results.add('lost')
      else if (BEFORE_OPPONENT.has(word)) isOpponent = true
      else if (!REMARK.test(word) && index === 0) {
        unknown = true
        hasWords = true
      }
    }
  }
  const [result, ...others] = results
  return { teams: [...teams], shared: [...shared], unknown, result: others.length > 0 ? undefined : result, hasWords }
}

/** Splits a text into words as they are compared. Marks of results and the sign of an away game become words. */
const wordsOf = (text: string): readonly string[] =>
  plain(
    text
      .replaceAll('@', ' at ')
      .replaceAll(/[✓✔☑✅]/gu, ' won ')
      .replaceAll(/[✗✘❌✖☒]/gu, ' lost '),
  )
    .split(' ')
    .filter((word) => word !== '')

/** Returns how many words from a place on make up the longest phrase that is known; 0 if none does. */
function longestAt(words: readonly string[], at: number, isKnown: (phrase: string) => boolean): number {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length -= 1) {
    if (isKnown(words.slice(at, at + length).join(' '))) return length
  }
  return 0
}

const isRemark = (word: string | undefined): boolean =>
  word !== undefined && (REMARK.test(word) || WON.has(word) || LOST.has(word))

/** An abbreviation may have blanks and dots between its letters: `N. O.` */
const SPELLED = /^\p{L}(?: \p{L}){1,2}$/u

function teamOf(phrase: string): TeamAbbr | undefined {
  return (
    parseTeam(phrase) ?? TEAM_OF_NAME.get(phrase) ?? (SPELLED.test(phrase) ? parseTeam(phrase.replaceAll(' ', '')) : undefined)
  )
}

const NO_PICK_CHOICE: Choice = { text: 'no pick', label: 'No pick' }

function questionAbout(text: string, { teams, shared, hasWords }: Pick<Named, 'teams' | 'shared' | 'hasWords'>): CellQuestion {
  const meant = [...new Set([...teams, ...shared])]
  const [only, ...others] = meant
  const near = only === undefined ? suggestTeam(text) : undefined
  const suggestion = near ?? (only !== undefined && others.length === 0 ? nameOf(only) : null)
  const names = near === undefined ? meant.map(nameOf) : [near]
  const choices = [...names.map((name) => ({ text: name, label: name })), NO_PICK_CHOICE]
  return { problem: problemOf(text, meant.map(nameOf), shared.length > 0, hasWords), suggestion, choices }
}

function problemOf(text: string, names: readonly string[], isShared: boolean, hasWords: boolean): string {
  if (FORMULA_ERROR.test(text.trim())) return 'A formula of the sheet has no result here'
  if (names.length > 1) return isShared ? `${text} can be the ${names.join(' or the ')}` : `${text} names ${names.length} teams`
  return names.length === 0 && !hasWords ? `${text} names no team` : `There is no team ${text}`
}

const nameOf = (abbr: TeamAbbr): string => TEAMS.find((team) => team.abbr === abbr)?.name ?? abbr

/** Returns the name of the team that a text with a typing error probably means. */
function suggestTeam(text: string): string | undefined {
  const words = wordsOf(text)
  const first = words.findIndex((word) => !isRemark(word))
  const bare = first < 0 ? [] : words.slice(first, words.findLastIndex((word) => !isRemark(word)) + 1)
  const found = TEAM_OF_NAME.get(nearest(bare.join(' '), TEAM_OF_NAME.keys(), (name) => TEAM_OF_NAME.get(name)) ?? '')
  return TEAMS.find(({ abbr }) => abbr === found)?.name
}
