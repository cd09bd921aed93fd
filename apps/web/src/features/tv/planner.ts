import type { Scene } from '@outlast/domain/rules'
import { canShow, type News, newsBetween, type Phase, type ScreenFacts } from './facts.ts'

/** How long a scene stays, and how long news interrupts. The reveal opens in 8 s and then stays for a look. */
export const SCENE_MS = 12_000

const SCENES_OF: { readonly [P in Phase]: readonly Scene[] } = {
  empty: ['join'],
  open: ['countdown', 'join'],
  revealed: ['reveal', 'survivors', 'games', 'distribution'],
  playing: ['survivors', 'games', 'out', 'distribution'],
  over: ['summary', 'out', 'curve'],
  decided: ['champion', 'summary', 'curve'],
}

/** Returns the scenes that fit the moment: those that the admin chose, or all if the admin chose none of them. */
export function scenesFor(facts: ScreenFacts, chosen: readonly Scene[]): readonly Scene[] {
  const fitting = SCENES_OF[facts.phase].filter((scene) => canShow(scene, facts))
  const shown = fitting.filter((scene) => chosen.includes(scene))
  return shown.length > 0 ? shown : fitting
}

/** What the screen shows and for how long. Times are milliseconds of one clock. */
export interface Plan {
  readonly facts: ScreenFacts
  readonly scenes: readonly Scene[]
  readonly scene: Scene
  /** Since when the scene is shown. */
  readonly since: number
  readonly isHeld: boolean
  /** News that interrupts the rotation, until it ends. */
  readonly news: { readonly news: News; readonly until: number } | null
}

export function startPlan(facts: ScreenFacts, chosen: readonly Scene[], now: number): Plan {
  const scenes = scenesFor(facts, chosen)
  return { facts, scenes, scene: scenes[0] ?? 'join', since: now, isHeld: false, news: null }
}

/** Brings the plan up to the facts and the time. Returns the same plan when nothing changes. */
export function advance(plan: Plan, facts: ScreenFacts, chosen: readonly Scene[], now: number): Plan {
  const current = facts === plan.facts ? plan : withFacts(plan, facts, now)
  return rotate(withScenes(current, scenesFor(facts, chosen), now), now)
}

function withFacts(plan: Plan, facts: ScreenFacts, now: number): Plan {
  const news = newsBetween(plan.facts, facts)
  if (news === null || plan.isHeld) return { ...plan, facts }
  return { ...plan, facts, news: { news, until: now + SCENE_MS } }
}

function withScenes(plan: Plan, scenes: readonly Scene[], now: number): Plan {
  if (scenes.join() === plan.scenes.join()) return plan
  if (scenes.includes(plan.scene)) return { ...plan, scenes }
  return { ...plan, scenes, scene: scenes[0] ?? 'join', since: now }
}

function rotate(plan: Plan, now: number): Plan {
  if (plan.news !== null) return now < plan.news.until ? plan : { ...plan, news: null, since: now }
  if (plan.isHeld || now - plan.since < SCENE_MS) return plan
  return plan.scenes.length < 2 ? plan : step(plan, 1, now)
}

/** Shows the next scene, or with −1 the previous one, and ends the news. */
export function step(plan: Plan, by: 1 | -1, now: number): Plan {
  const { scenes, scene } = plan
  const index = (scenes.indexOf(scene) + by + scenes.length) % scenes.length
  return { ...plan, scene: scenes[index] ?? scene, since: now, news: null }
}

/** Holds the scene, or lets the rotation go on. A held scene is not interrupted. */
export const toggleHold = (plan: Plan, now: number): Plan => ({ ...plan, isHeld: !plan.isHeld, since: now, news: null })
