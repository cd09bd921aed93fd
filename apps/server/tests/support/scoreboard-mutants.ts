import { isObject, listOf } from '../../src/feed/loose-json.ts'

// Answers of the scoreboard in the detail of real ones, and mutants of them.

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type Draft = { [key: string]: unknown } | unknown[]

const TEAMS = [
  ['DAL', '6', 'PHI', '21'],
  ['KC', '12', 'LAC', '24'],
  ['BAL', '33', 'PIT', '23'],
  ['BUF', '2', 'MIA', '15'],
  ['GB', '9', 'CHI', '3'],
  ['NO', '18', 'ARI', '22'],
] as const

const STATUSES = [
  ['STATUS_FINAL', 'post', true],
  ['STATUS_IN_PROGRESS', 'in', false],
  ['STATUS_HALFTIME', 'in', false],
  ['STATUS_SCHEDULED', 'pre', false],
  ['STATUS_POSTPONED', 'post', false],
  ['STATUS_FINAL', 'post', true],
] as const

/** An answer for week 4 of 2025 in which games are final, played, to come and postponed. */
export function realisticAnswer(): Json {
  const events = TEAMS.map(([away, awayId, home, homeId], n): Json => {
    const [name, state, completed] = STATUSES[n] ?? STATUSES[0]
    const id = String(401_772_900 + n)
    const date = `2025-09-28T${17 + (n % 3)}:00Z`
    const hasScore = state !== 'pre' && name !== 'STATUS_POSTPONED'
    const status = { clock: 0, displayClock: '0:00', period: 4, type: { id: '3', name, state, completed, shortDetail: 'text' } }
    const side = (homeAway: string, abbreviation: string, teamId: string, score: number): Json => ({
      id: teamId,
      homeAway,
      team: { id: teamId, abbreviation, displayName: abbreviation, isActive: true },
      score: hasScore ? String(score) : '0',
    })
    return {
      id,
      uid: `s:20~l:28~e:${id}`,
      date,
      shortName: `${away} @ ${home}`,
      season: { year: 2025, type: 2, slug: 'regular-season' },
      week: { number: 4 },
      competitions: [
        {
          id,
          date,
          timeValid: true,
          neutralSite: false,
          competitors: [side('home', home, homeId, 20 + n), side('away', away, awayId, 17)],
          status,
        },
      ],
      status,
    }
  })
  return { season: { type: 2, year: 2025 }, week: { number: 4 }, events }
}

/** Returns a function that returns the next pseudo-random number below a bound. */
export function randomFrom(seed: number): (bound: number) => number {
  let state = seed >>> 0
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}

export const MUTATIONS = [
  'missing',
  'null',
  'other type',
  'other case',
  'unknown value',
  'duplicated',
  'reordered',
  'moved to another week',
  'home and away swapped',
] as const
export type Mutation = (typeof MUTATIONS)[number]

export interface Mutant {
  readonly answer: unknown
  readonly what: string
  readonly mutation: Mutation
  /** The event that was mutated; null: the whole answer. */
  readonly event: number | null
  /** Whether the event, or its place in the answer, is gone or says another week. */
  readonly isElsewhere: boolean
}

type Path = readonly (string | number)[]

/** Mutates one place of an answer: a field anywhere in an event, or at the top. */
export function mutate(original: unknown, random: (bound: number) => number): Mutant {
  const answer = structuredClone(original) as { week: { number: number }; events: Record<string, unknown>[] }
  const mutation = MUTATIONS[random(MUTATIONS.length)] ?? 'missing'
  const index = random(answer.events.length)
  const event = answer.events[index]
  if (event === undefined) return { answer, what: 'no event', mutation, event: null, isElsewhere: false }
  const result = (what: string, isElsewhere = false): Mutant => ({
    answer,
    what: `${mutation}: ${what}`,
    mutation,
    event: index,
    isElsewhere,
  })
  if (mutation === 'duplicated') {
    answer.events.splice(random(answer.events.length + 1), 0, structuredClone(event))
    return result(`event ${index}`)
  }
  if (mutation === 'reordered') {
    answer.events.reverse()
    for (const each of answer.events) for (const list of listsIn(each)) list.reverse()
    return { ...result('all lists'), event: null }
  }
  if (mutation === 'moved to another week') {
    const number = 1 + random(18)
    const isElsewhere = number !== answer.week.number
    event['week'] = { number }
    return result(`event ${index}`, isElsewhere)
  }
  if (mutation === 'home and away swapped') {
    for (const side of competitorsOf(event)) side['homeAway'] = side['homeAway'] === 'home' ? 'away' : 'home'
    return result(`event ${index}`)
  }
  const paths = pathsIn(event)
  const path = paths[random(paths.length)] ?? []
  const [parent, key] = placeOf(event, path)
  const before = parent[key as never] as unknown
  if (mutation === 'missing') {
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else delete parent[key as never]
  } else {
    parent[key as never] = changed(mutation, before, random) as never
  }
  return result(`${path.join('.')} was ${JSON.stringify(before)?.slice(0, 60)}`)
}

/** The competitors of an event, as far as it has any. */
export function competitorsOf(event: unknown): Record<string, unknown>[] {
  const competition = listOf(fieldOf(event, 'competitions'))[0]
  return listOf(fieldOf(competition, 'competitors')).filter(isObject)
}

export function fieldOf(node: unknown, key: string): unknown {
  return isObject(node) ? node[key] : undefined
}

function changed(mutation: Mutation, value: unknown, random: (bound: number) => number): unknown {
  switch (mutation) {
    case 'null':
      return null
    case 'other type':
      if (typeof value === 'string') return [{ a: 1 }, [1], true][random(3)]
      return typeof value === 'boolean' ? 'yes' : Array.isArray(value) ? {} : 'x'
    case 'other case':
      return typeof value === 'string' ? (random(2) === 0 ? value.toLowerCase() : value.toUpperCase()) : value
    default:
      if (typeof value === 'string')
        return ['XYZ', '', '-5', 'STATUS_NEVER_SEEN', '1e9', '\u202e\u0000', '9'.repeat(30)][random(7)]
      if (typeof value === 'number') return [-1, 1.5, 1e21, 4711][random(4)]
      return [[], {}, 'x', 0][random(4)]
  }
}

function placeOf(root: Record<string, unknown>, path: Path): readonly [Record<string, unknown> | unknown[], string | number] {
  const parent = path.slice(0, -1).reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], root)
  return [parent as Record<string, unknown>, path.at(-1) ?? '']
}

function pathsIn(node: unknown, path: Path = []): Path[] {
  const keys: readonly (string | number)[] = Array.isArray(node)
    ? node.map((_, index) => index)
    : typeof node === 'object' && node !== null
      ? Object.keys(node)
      : []
  return keys.flatMap((key) => [[...path, key], ...pathsIn((node as Record<string, unknown>)[key], [...path, key])])
}

function listsIn(node: unknown): unknown[][] {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.values(node).flatMap(listsIn)
  return Array.isArray(node) ? [node, ...below] : below
}
