import { resultOfLead, SCENES } from '@outlast/domain/rules'
import { Sunday } from '@outlast/testing/generated/sunday'
import { describe, expect, it } from 'vitest'
import { areInStep, factsOf, type ScreenFacts, type WeekViews } from './facts.ts'
import { pagesOf } from './news.ts'
import { advance, type Plan, startPlan } from './planner.ts'
import { isAtStake, mostAtStake, type SaidPage, sayPage, survivorsOf } from './said.ts'

const SUNDAYS = Array.from({ length: 24 }, (_, index) => index + 1)
const TICK_MS = 500

/** What the screen says between two messages. */
interface Said {
  readonly kind: 'out' | 'back'
  readonly page: SaidPage
  /** How the number of those alive changes, and how many entries the news is about. */
  readonly change: number
  readonly size: number
}

/** A clubhouse screen that follows a Sunday. */
class Screen {
  views: WeekViews
  plan: Plan
  #now = 0

  constructor(views: WeekViews) {
    this.views = views
    this.plan = startPlan({ facts: factsOf(views), chosen: SCENES, now: 0, siteNow: 0 })
  }

  /** Shows a view that arrives before the other one. No time passes in between. */
  glimpse(views: WeekViews): void {
    if (!areInStep(views)) return
    this.plan = advance(this.plan, { facts: factsOf(views), chosen: SCENES, now: this.#now, siteNow: this.#now })
  }

  /** Shows new views, and lets time pass until all news was shown. Returns its names. */
  follow(views: WeekViews): readonly Said[] {
    this.views = views
    const facts = factsOf(views)
    const said = new Map<string, Said>()
    do {
      this.plan = advance(this.plan, { facts, chosen: SCENES, now: this.#now, siteNow: this.#now })
      const { news, facts: shown } = this.plan.news[0] ?? {}
      if (news !== undefined && shown !== undefined && 'falls' in news) {
        const pages = pagesOf(news.falls)
        const page = pages[this.plan.page % pages.length]
        if (page !== undefined)
          said.set(`${news.kind} ${page.entries.map(({ id }) => id).join()}`, {
            kind: news.kind,
            change: news.after - news.before,
            size: news.falls.size,
            page: sayPage(news.kind, page, shown.views),
          })
      }
      this.#now += TICK_MS
    } while (this.plan.news.length > 0)
    return [...said.values()]
  }

  get facts(): ScreenFacts {
    return this.plan.facts
  }
}

/** Why an entry is out, from the log alone. */
function reasonOf(sunday: Sunday, id: number): string {
  const standing = sunday.standing(id)
  if (standing.status === 'alive') return 'alive'
  if (standing.cause === 'hand') return 'Taken out by an admin'
  if (standing.eliminatedWeek === 1) return 'Out in week 1'
  const team = sunday.teamOf(id)
  return standing.cause === 'missed' || team === undefined ? 'No pick' : scoreOf(sunday, team)
}

/** What may be said of an entry that is in again, from the log alone. */
function reasonsToReturn(sunday: Sunday, id: number): readonly string[] {
  const team = sunday.teamOf(id)
  const game = team === undefined ? undefined : sunday.gameOf(team)
  const lead = ((game?.homeScore ?? 0) - (game?.awayScore ?? 0)) * (game?.home === team ? 1 : -1)
  const hasLost = game?.status === 'final' && resultOfLead(lead, sunday.countsAs) === 'loss'
  const corrected = team === undefined || hasLost ? [] : [`Score corrected: ${scoreOf(sunday, team)}`]
  return ['Back in the pool', 'Brought back by an admin', ...(hasLost ? ['The loss is waived'] : corrected)]
}

function scoreOf(sunday: Sunday, team: string): string {
  const game = sunday.gameOf(team)
  return game === undefined ? '' : `${game.away} ${game.awayScore}–${game.homeScore} ${game.home}`
}

function nameOf(sunday: Sunday, id: number): { readonly main: string; readonly detail: string | null } {
  const entry = sunday.entries.find((one) => one.id === id)!
  return { main: sunday.personOf(entry), detail: entry.name }
}

const outIn = (sunday: Sunday, byWeek = Number.POSITIVE_INFINITY): ReadonlySet<number> =>
  new Set(
    sunday.entries.flatMap(({ id }) => {
      const standing = sunday.standing(id)
      return standing.status === 'out' && standing.eliminatedWeek <= byWeek ? [id] : []
    }),
  )

/** How often the Sundays brought each kind of news, so that none is checked for nothing. */
const seen = { out: 0, back: 0, corrected: 0, missed: 0, decided: 0 }

describe.each(SUNDAYS)('the clubhouse screen on random Sunday %i', (seed) => {
  const arrivals = ['together', 'week first', 'season first'] as const
  const arrival = arrivals[seed % arrivals.length]
  const sunday = new Sunday(seed)
  const screen = new Screen(sunday.views())

  function expectTruth(said: readonly Said[], before: ReadonlySet<number>): void {
    const after = outIn(sunday)
    for (const { kind, page, change, size } of said) {
      expect(change).toBe(kind === 'out' ? -size : size)
      seen[kind] += page.names.length
      if (page.why === 'No pick') seen.missed += 1
      if (page.why.startsWith('Score corrected')) seen.corrected += 1
      for (const { id, ...name } of page.names) {
        expect(name).toEqual(nameOf(sunday, id))
        expect([before.has(id), after.has(id)]).toEqual(kind === 'out' ? [false, true] : [true, false])
        expect(kind === 'out' ? [reasonOf(sunday, id)] : reasonsToReturn(sunday, id)).toContain(page.why)
      }
    }
    const named = (kind: Said['kind']) =>
      said.filter((one) => one.kind === kind).flatMap(({ page }) => page.names.map(({ id }) => id))
    expect([screen.plan.scene === 'champion', screen.facts.phase === 'decided']).toEqual([sunday.isDecided, sunday.isDecided])
    if (sunday.isDecided) {
      seen.decided += 1
      return
    }
    const fallen = [...after].filter((id) => !before.has(id))
    const isMany = fallen.length > screen.facts.total * 0.05
    const out = new Set(named('out'))
    // What arrives in two parts may stay below the share that is news, but nobody else is named.
    const isNews = arrival === 'together' ? () => isMany : (id: number) => out.has(id)
    expect(out).toEqual(new Set(fallen.filter(isNews)))
    expect(new Set(named('back'))).toEqual(new Set([...before].filter((id) => !after.has(id))))
  }

  function expectScenes(): void {
    const { week, season } = screen.views
    // An admin can take a champion out in a later week, who stays the champion of this one.
    const out = outIn(sunday, 2)
    const alive = sunday.entries.filter(({ id }) => !out.has(id))
    expect(screen.facts.total - screen.facts.out.size).toBe(alive.length)
    const listed = pagesOf(screen.facts.out).map((page) => sayPage('out', page, screen.views))
    for (const { why, names } of listed) for (const { id } of names) expect(why).toBe(reasonOf(sunday, id))
    expect(new Set(listed.flatMap(({ names }) => names.map(({ id }) => id)))).toEqual(new Set(screen.facts.out.keys()))
    expect(survivorsOf(screen.facts).map(({ id, picks }) => [id, picks.map(({ team }) => team)])).toEqual(
      // An entry that an admin took out in a later week does not count as a survivor.
      alive.filter(({ id }) => !outIn(sunday).has(id)).map(({ id }) => [id, [sunday.teamOf(id) ?? null]]),
    )
    const games = mostAtStake(week!, season)
    // Its title is true of every game below it.
    expect(new Set(games.map(isAtStake)).size).toBeLessThanOrEqual(1)
    const states = games.map(({ game, home, away }) => [game.status, home.picks + away.picks > 0])
    expect(states.every(([status, isPicked]) => isPicked && (status === 'in_progress' || status === 'scheduled'))).toBe(true)
  }

  it('names the entries that went out or came back with each message, each with its own game, and nobody else', () => {
    for (let message = 0; message < 14; message += 1) {
      const before = outIn(sunday)
      if (message === 13) sunday.finish()
      else sunday.happen()
      const views = sunday.views()
      if (arrival === 'week first') screen.glimpse({ ...screen.views, week: views.week })
      if (arrival === 'season first') screen.glimpse({ ...screen.views, season: views.season })
      expectTruth(screen.follow(views), before)
      expectScenes()
    }
  })
})

it('random Sundays on the clubhouse screen contain eliminations, missed picks, returns, corrections and decided seasons', () => {
  expect(Object.entries(seen).filter(([, count]) => count < 3)).toEqual([])
})
