import type { Topic } from '@outlast/contract/live/topics'
import { type OpenPool, type Person, SEASON, sendJson, Viewer } from '@outlast/testing'
import { type Check, isEmpty } from './scenario.ts'

/** Opens a viewer of the topics that the pages of a week need, for a person or for a visitor. */
export function openViewer(url: string, weekId: number, person?: Pick<Person, 'id' | 'token'>): Viewer {
  const viewer = new Viewer(url, person?.token)
  viewer.watch('pool', `week:${weekId}` as Topic, `season:${SEASON}` as Topic)
  if (person !== undefined) viewer.watch(`user:${person.id}` as Topic)
  return viewer
}

/** Checks that every viewer shows the same as a fresh snapshot of a server. */
export async function checkViews(viewers: readonly Viewer[], serverFor = (viewer: Viewer) => viewer.url): Promise<Check> {
  const differences = await Promise.all(viewers.map((viewer) => viewer.differences(serverFor(viewer))))
  return isEmpty('views that differ from a fresh snapshot', differences.flat())
}

/** Renames entries at an interval, as the admin, so that every public topic changes. Returns a function that stops it. */
export function renameRepeatedly(
  { admin, members, url }: Pick<OpenPool, 'admin' | 'members' | 'url'>,
  everyMs: number,
): () => void {
  const entries = members.flatMap(({ entryIds }) => entryIds)
  let n = 0
  const timer = setInterval(() => {
    n += 1
    const path = `${url(n)}/api/entries/${entries[n % entries.length]}`
    // A rename that fails is not repeated, because the next one follows soon.
    sendJson('PATCH', path, admin.token, { name: `Name ${n}` }).catch(() => undefined)
  }, everyMs)
  return () => clearInterval(timer)
}
