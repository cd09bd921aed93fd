import type { Scene } from '@outlast/domain/rules'
import { canShow, type Falls, type Phase, type ScreenFacts } from './facts.ts'
import { type News, newsBetween, pagesOf } from './news.ts'

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
  open: ['champion', 'countdown', 'join'],
  revealed: ['reveal', 'survivors', 'games', 'distribution'],
  playing: ['survivors', 'games', 'out', 'distribution'],
  over: ['summary', 'out', 'curve'],
  decided: ['champion', 'summary', 'curve'],
}

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

/** News, the facts that it is drawn from until it is over, and since when it is shown: null while it waits. */
interface PlannedNews {
  readonly news: News
  readonly facts: ScreenFacts
  readonly since: number | null
}

/** What the screen shows and for how long. */
export interface Plan {
  readonly facts: ScreenFacts
  /** The facts up to which news was told. While news is shown, others wait; what is corrected meanwhile is not told. */
  readonly told: ScreenFacts
  readonly scenes: readonly Scene[]
  readonly scene: Scene
  /** Since when the scene is shown. */
  readonly since: number
  /** The page of a list of names. */
  readonly page: number
  /** The page with which the scene's turn began. */
  readonly firstPage: number
  readonly isHeld: boolean
  /** What interrupts the rotation, the most dramatic first; the others wait for it. */
  readonly news: readonly PlannedNews[]
}

export function startPlan({ now, ...moment }: Moment): Plan {
  const scenes = scenesFor(moment)
  const { facts } = moment
  return { facts, told: facts, scenes, scene: scenes[0] ?? 'join', since: now, page: 0, firstPage: 0, isHeld: false, news: [] }
}

/** Brings the plan up to the facts and the time. Returns the same plan when nothing changes. */
export function advance(plan: Plan, moment: Moment): Plan {
  const { facts, now } = moment
  const current = facts === plan.facts ? plan : { ...plan, facts }
  const planned = withScenes(current, scenesFor(moment), now)
  const isQuiet = plan.isHeld || isClosing(facts, moment.siteNow) || planned.scene === moment.fixed || isWithdrawn(planned)
  return turnPage(isQuiet ? rotate(withoutNews(planned, now), now) : tell(rotate(planned, now), now), now)
}

/** Whether the week of the news is another one now, or open again, which hides its picks. */
const isWithdrawn = ({ told, facts }: Plan): boolean => told.weekId !== facts.weekId || (told.isLocked && !facts.isLocked)

/** Finds news once the last one is over. Each stays as it is until it is over, and the most dramatic comes first. */
function tell(plan: Plan, now: number): Plan {
  const { told, facts } = plan
  if (plan.news.length > 0 || told === facts) return plan
  const news = newsBetween(told, facts).map((one, index) => ({ news: one, facts, since: index === 0 ? now : null }))
  return { ...plan, told: facts, news }
}

function withoutNews(plan: Plan, now: number): Plan {
  if (plan.news.length === 0 && plan.told === plan.facts) return plan
  return { ...plan, told: plan.facts, news: [], since: plan.news.length === 0 ? plan.since : now }
}

function withScenes(plan: Plan, scenes: readonly Scene[], now: number): Plan {
  if (scenes.join() === plan.scenes.join()) return plan
  // A champion is crowned at once, whatever is on.
  if (scenes.includes('champion') && !plan.scenes.includes('champion') && !plan.isHeld) {
    return { ...show(plan, 'champion', now), scenes, told: plan.facts, news: [] }
  }
  return scenes.includes(plan.scene) ? { ...plan, scenes } : { ...show(plan, scenes[0] ?? 'join', now), scenes }
}

function rotate(plan: Plan, now: number): Plan {
  const [current, next, ...others] = plan.news
  if (current !== undefined) {
    if (now - (current.since ?? now) < newsMs(current.news)) return plan
    const news = next === undefined ? [] : [{ ...next, since: now }, ...others]
    // A scene that shows the same as this news is skipped. Another one begins again.
    return { ...(current.news.kind === plan.scene ? turn(plan, 1, now) : plan), since: now, news }
  }
  if (plan.isHeld || plan.scenes.length < 2 || now - plan.since < sceneMs(plan)) return plan
  if (!plan.scenes.includes('champion')) return turn(plan, 1, now)
  // The champion stays; the other scenes are shown on request.
  return plan.scene === 'champion' ? plan : show(plan, 'champion', now)
}

function turnPage(plan: Plan, now: number): Plan {
  const page = pageAt(plan, now)
  return page === plan.page ? plan : { ...plan, page }
}

/** The page of the names on the screen, from the first to the last in order. A list of champions begins again. */
function pageAt({ news: [current], scene, since, firstPage, facts, page }: Plan, now: number): number {
  const turned = (from: number): number => Math.floor((now - from) / PAGE_MS)
  if (current !== undefined)
    return 'falls' in current.news ? Math.min(turned(current.since ?? now), lastPage(current.news.falls)) : page
  if (scene === 'out') return Math.min(firstPage + turned(since), lastPage(facts.out))
  return scene === 'champion' ? turned(since) : page
}

const lastPage = (falls: Falls): number => Math.max(0, pagesOf(falls).length - 1)

/** How long news interrupts: until every name has been shown, at most {@link MAX_NEWS_MS}. */
function newsMs(news: News): number {
  return 'falls' in news ? readingMs(lastPage(news.falls) + 1, MAX_NEWS_MS) : SCENE_MS
}

function sceneMs({ scene, facts, firstPage }: Plan): number {
  return scene === 'out' ? readingMs(lastPage(facts.out) + 1 - firstPage, MAX_SCENE_MS) : SCENE_MS
}

const readingMs = (pages: number, most: number): number => Math.min(most, Math.max(SCENE_MS, pages * PAGE_MS))

/** Shows the next scene, or with −1 the previous one, and ends the news. */
export const step = (plan: Plan, by: 1 | -1, now: number): Plan => ({ ...turn(plan, by, now), told: plan.facts, news: [] })

function turn(plan: Plan, by: 1 | -1, now: number): Plan {
  const { scenes, scene } = plan
  const index = (scenes.indexOf(scene) + by + scenes.length) % scenes.length
  return show(plan, scenes[index] ?? scene, now)
}

/** Shows a scene. The next turn of the list of names begins after the last page that was shown of it, or with the first one. */
function show(plan: Plan, scene: Scene, now: number): Plan {
  const isRead = plan.scene === 'out' && plan.news.length === 0
  const firstPage = !isRead ? plan.firstPage : plan.page < lastPage(plan.facts.out) ? plan.page + 1 : 0
  return { ...plan, scene, since: now, firstPage, page: firstPage }
}

/** Holds the scene, or lets the rotation go on. A held scene is not interrupted. */
export const toggleHold = (plan: Plan, now: number): Plan => ({
  ...plan,
  isHeld: !plan.isHeld,
  since: now,
  told: plan.facts,
  news: [],
})
