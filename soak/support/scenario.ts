import type { TestDatabase } from '@outlast/testing'

/** How much of everything a scenario has: each is an option of `npm run soak`. */
export type Sizes = Readonly<Record<string, number>>

/** What a scenario is run with. */
export interface SoakContext {
  /** A migrated database of its own, on the run's PostgreSQL. Whoever takes it drops it. */
  readonly database: () => Promise<TestDatabase>
  /** Says what is being done, for whoever waits. */
  readonly say: (sentence: string) => void
}

/** One line of a scenario's table. */
export interface Demand {
  readonly what: string
  readonly demanded: string
  readonly found: string
  /** Undefined: only told. */
  readonly holds?: boolean
  /** A time, which says as much of the machine as of the server: tests leave it out. */
  readonly timed?: boolean
}

export interface SoakReport {
  readonly title: string
  readonly demands: readonly Demand[]
  /** Sentences that a reader of the table needs. */
  readonly notes: readonly string[]
}

/** A fault, brought about for real, and what must come of it. */
export interface Scenario<S extends Sizes = Sizes> {
  readonly name: string
  /** What it does, in one line. */
  readonly about: string
  /** As `npm run soak` runs it. */
  readonly sizes: S
  /** As `npm test` runs it. */
  readonly short: S
  run(context: SoakContext, sizes: S): Promise<SoakReport>
}

/** That there are none of something. A few of those there are, are named. */
export function none(what: string, found: readonly unknown[]): Demand {
  const named = found.slice(0, 3).map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  const text = found.length === 0 ? '0' : `${found.length}: ${named.join('; ')}${found.length > 3 ? ' …' : ''}`
  return { what, demanded: '0', found: text, holds: found.length === 0 }
}

/** That there are so many of something at least: else the scenario proved nothing. */
export function atLeast(what: string, demanded: number, found: number): Demand {
  return { what, demanded: `≥ ${count(demanded)}`, found: count(found), holds: found >= demanded }
}

export function equal(what: string, demanded: string | number, found: string | number): Demand {
  return { what, demanded: String(demanded), found: String(found), holds: demanded === found }
}

/** Times of something in milliseconds; the worst of them counts. */
export function within(what: string, ms: number, times: readonly number[]): Demand {
  const worst = Math.max(...times)
  return { what, demanded: `≤ ${seconds(ms)}`, found: spread(times), holds: worst <= ms, timed: true }
}

/** Something that is only told. */
export function told(what: string, found: string | number): Demand {
  return { what, demanded: '–', found: typeof found === 'number' ? count(found) : found }
}

/** The middle one of some times, with the least and the greatest. */
export function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const [least = Number.NaN, middle = Number.NaN, most = Number.NaN] = [0, Math.floor(sorted.length / 2), sorted.length - 1].map(
    (at) => sorted[at],
  )
  return `${seconds(middle)} (${seconds(least)}–${seconds(most)})`
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
const count = (number: number): string => number.toLocaleString('en-US')

/** The lines that do not hold. */
export function broken({ demands }: SoakReport, { timed }: { readonly timed: boolean }): readonly Demand[] {
  return demands.filter((demand) => demand.holds === false && (timed || demand.timed !== true))
}
