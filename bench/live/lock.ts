import { setTimeout as delay } from 'node:timers/promises'
import type { Scene } from './scene.ts'

/** Sets a week's lock to so many milliseconds from now. Answers when that is, in milliseconds since 1970. */
export async function lockIn({ call }: Scene, weekId: number, ms: number): Promise<number> {
  const at = Math.ceil(Date.now() + ms)
  await call('PATCH', `/api/weeks/${weekId}`, { lock_time: new Date(at).toISOString() })
  return at
}

/** Locks a week, and waits until it is. */
export async function lockNow(scene: Scene, weekId: number): Promise<void> {
  const at = await lockIn(scene, weekId, 1_000)
  await delay(at + 500 - Date.now())
}
