import type { Scene } from '@outlast/domain/rules'
import { canShow, type Falls, type Phase, type ScreenFacts } from './facts.ts'
import { type News, newsBetween, pagesOf, stillTrue } from './news.ts'

/** How long a scene stays, and at least how long news interrupts. The reveal opens in 8 s and then stays for a look. */
export const SCENE_MS = 12_000
/** How long a page of names stays. */
export const PAGE_MS = 5_000
/** The longest that a list of names stays. Its next turn goes on with the next names. */
const MAX_SCENE_MS = 30_000
const MAX_NEWS_MS = 90_000
/** Before a lock, only the countdown is shown for this long. */
export const CLOSING_MS = 120_000

const SCENES_OF: { readonly [P in Phase]: readonly Scene[] } = {
  empty: ['join'],
  open: ['countdown', 'join'],
  revealed: ['reveal', 'survivors', 'games', 'distribution'],
  playing: ['survivors', 'games', 'out', 'distribution'],
  over: ['summary', 'out', 'curve'],
  decided: ['champion', 'summary', 'curve'],
}

/** The scenes that show their names page by page. */
const LISTS: ReadonlySet<Scene> = new Set(['out', 'champion'])

/** The most dramatic news has the lowest rank and comes first. */
const RANKS: { readonly [K in News['kind']]: number } = { reveal: 0, out: 1, back: 2, lead: 3 }

/** What the screen is planned for: the facts, what the admin chose, and the time. All times are milliseconds. */
export interface Moment {
  readonly facts: ScreenFacts
  /** The scenes that the admin chose. */
  readonly chosen: readonly Scene[]
  /** The only scene of this screen, while it has something to show. */
  readonly fixed?: Scene | undefined
  /** The clock that scenes are measured with. */
  readonly now: number
  /** Site time, which locks follow. */
  readonly siteNow: number
}

/** Returns the scenes that fit the moment: those that the admin chose, or all if the admin chose none of them. */
export function scenesFor({ facts, chosen, fixed, siteNow }: Omit<Moment, 'now'>): readonly Scene[] {
  if (fixed !== undefined && canShow(fixed, facts)) return [fixed]
  if (isClosing(facts, siteNow)) return ['countdown']
  const fitting = SCENES_OF[facts.phase].filter((scene) => canShow(scene, facts))
  const shown = fitting.filter((scene) => chosen.includes(scene))
  return shown.length > 0 ? shown : fitting
}

/** Whether the week is about to lock, so that nothing may replace its countdown. */
function isClosing({ phase, lockAt }: ScreenFacts, siteNow: number): boolean {
  return phase === 'open' && lockAt !== null && lockAt - siteNow <= CLOSING_MS
}

/** News, and since when it is shown: null while it waits. */
interface PlannedNews {
  readonly news: News
  readonly since: number | null
}

/** What the screen shows and for how long. */
export interface Plan {
  readonly facts: ScreenFacts
  readonly scenes: readonly Scene[]
  readonly scene: Scene
  /** Since when the scene is shown. */
  readonly since: number
  /** The page of a list of names. It keeps growing from turn to turn; past the last page, the list begins again with the first one. */
  readonly page: number
  /** The page with which the scene's turn began. */
  readonly firstPage: number
  readonly isHeld: boolean
  /** What interrupts the rotation, the most dramatic first; the others wait for it. */
  readonly news: readonly PlannedNews[]
}

export function startPlan({ now, ...moment }: Moment): Plan {
  const scenes = scenesFor(moment)
  return { facts: moment.facts, scenes, scene: scenes[0] ?? 'join', since: now, page: 0, firstPage: 0, isHeld: false, news: [] }
}

/** Brings the plan up to the facts and the time. Returns the same plan when nothing changes. */
export function advance(plan: Plan, moment: Moment): Plan {
  const { facts, now } = moment
  const current = facts === plan.facts ? plan : withFacts(plan, facts, now)
  const planned = withScenes(current, scenesFor(moment), now)
  const isQuiet = plan.isHeld || isClosing(facts, moment.siteNow) || planned.scene === moment.fixed
  return turnPage(rotate(isQuiet ? withNews(planned, [], now) : planned, now), now)
}

function withFacts(plan: Plan, facts: ScreenFacts, now: number): Plan {
  const known = plan.news.flatMap(({ news, since }) => {
    const current = stillTrue(news, facts)
    return current === null ? [] : [{ news: current, since }]
  })
  const found = newsBetween(plan.facts, facts).map((news) => ({ news, since: null }))
  return withNews({ ...plan, facts }, [...known, ...found], now)
}

/** Shows the most dramatic news. What it interrupts begins again later. */
function withNews(plan: Plan, news: readonly PlannedNews[], now: number): Plan {
  if (news.length === 0) return plan.news.length === 0 ? plan : { ...plan, news: [], since: now }
  const sorted = news.toSorted((a, b) => RANKS[a.news.kind] - RANKS[b.news.kind])
  return {
    ...plan,
    news: sorted.map(({ news: one, since }, index) => ({ news: one, since: index === 0 ? (since ?? now) : null })),
  }
}

function withScenes(plan: Plan, scenes: readonly Scene[], now: number): Plan {
  if (scenes.join() === plan.scenes.join()) return plan
  // A champion is crowned at once, whatever is on.
  if (scenes.includes('champion') && !plan.scenes.includes('champion') && !plan.isHeld) {
    return { ...show(plan, 'champion', now), scenes, news: [] }
  }
  return scenes.includes(plan.scene) ? { ...plan, scenes } : { ...show(plan, scenes[0] ?? 'join', now), scenes }
}

function rotate(plan: Plan, now: number): Plan {
  const [current, ...waiting] = plan.news
  if (current !== undefined) {
    if (now - (current.since ?? now) < newsMs(current.news)) return plan
    // A scene that shows the same as this news is skipped.
    return withNews(current.news.kind === plan.scene ? step(plan, 1, now) : plan, waiting, now)
  }
  if (plan.isHeld || plan.scenes.length < 2 || now - plan.since < sceneMs(plan)) return plan
  if (!plan.scenes.includes('champion')) return step(plan, 1, now)
  // The champion stays; the other scenes are shown on request.
  return plan.scene === 'champion' ? plan : show(plan, 'champion', now)
}

function turnPage(plan: Plan, now: number): Plan {
  const [current] = plan.news
  const shown = current === undefined ? { first: plan.firstPage, since: plan.since } : { first: 0, since: current.since ?? now }
  const page = shown.first + Math.floor((now - shown.since) / PAGE_MS)
  const isList = current === undefined ? LISTS.has(plan.scene) : 'falls' in current.news
  return isList && page !== plan.page ? { ...plan, page } : plan
}

/** How long news interrupts: until every name has been shown, at most {@link MAX_NEWS_MS}. */
function newsMs(news: News): number {
  return 'falls' in news ? readingMs(news.falls, MAX_NEWS_MS) : SCENE_MS
}

function sceneMs({ scene, facts }: Plan): number {
  return scene === 'out' ? readingMs(facts.out, MAX_SCENE_MS) : SCENE_MS
}

const readingMs = (falls: Falls, most: number): number => Math.min(most, Math.max(SCENE_MS, pagesOf(falls).length * PAGE_MS))

/** Shows the next scene, or with −1 the previous one, and ends the news. */
export function step(plan: Plan, by: 1 | -1, now: number): Plan {
  const { scenes, scene } = plan
  const index = (scenes.indexOf(scene) + by + scenes.length) % scenes.length
  return { ...show(plan, scenes[index] ?? scene, now), news: [] }
}

/** Shows a scene. The next turn of the list of names begins after the last page that was shown of it. */
function show(plan: Plan, scene: Scene, now: number): Plan {
  const firstPage = plan.scene === 'out' && plan.news.length === 0 ? plan.page + 1 : plan.firstPage
  return { ...plan, scene, since: now, firstPage, page: firstPage }
}

/** Holds the scene, or lets the rotation go on. A held scene is not interrupted. */
export const toggleHold = (plan: Plan, now: number): Plan => ({ ...plan, isHeld: !plan.isHeld, since: now, news: [] })
