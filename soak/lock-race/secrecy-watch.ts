import { setTimeout as sleep } from 'node:timers/promises'
import type { Topic } from '@outlast/contract/live/topics'
import type { WeekView } from '@outlast/contract/live/wire'
import { SEASON, Viewer, waitUntil, Watcher } from '@outlast/testing'

const POLL_MS = 10

/** Matches a team next to an entry, or the message of a reveal. Rules, games and results name teams in other ways. */
const SHOWS_A_PICK = /"team(?:_abbr)?":"[A-Z]{2,3}"|"kind":"reveal"|"picks":\{"/

/** Watches everything on one server that could show a week's picks, from before the lock. */
export class SecrecyWatch {
  readonly #url: string
  readonly #weekId: number
  readonly #topics: readonly Topic[]
  readonly #watchers: readonly Watcher[]
  readonly #viewer: Viewer
  readonly #responses: { readonly at: number; readonly text: string }[] = []
  #revealed: WeekView | undefined
  #polling: Promise<void> | undefined
  #stopped = false

  /** @param token of a member who has no picks in the week */
  constructor(url: string, weekId: number, token: string | undefined) {
    this.#url = url
    this.#weekId = weekId
    this.#topics = [`week:${weekId}` as Topic, `season:${SEASON}` as Topic, 'pool']
    this.#watchers = [new Watcher(url, undefined), new Watcher(url, token)]
    this.#viewer = new Viewer(url)
    this.#viewer.onState = (topic, state) => {
      const view = state.status === 'live' && topic === this.#topics[0] ? (state.view as WeekView) : undefined
      if (view?.week.is_locked === true) this.#revealed ??= view
    }
  }

  async start(): Promise<void> {
    for (const watcher of this.#watchers) for (const topic of this.#topics) await watcher.join(topic)
    this.#viewer.watch(...this.#topics)
    this.#polling = this.#poll()
  }

  /** Waits for the first reveal. Returns its text over REST, and the team of each entry over REST and the live connection. */
  async firstReveal(): Promise<{ readonly teams: ReadonlyMap<number, string>; readonly text: string }> {
    await this.#polling
    await waitUntil('the live view shows the reveal', () => this.#revealed !== undefined, { everyMs: POLL_MS })
    const text = this.#responses.at(-1)?.text ?? ''
    const { picks } = JSON.parse(text) as { readonly picks: readonly { entry_id: number; team_abbr: string | null }[] }
    const teams = new Map(picks.flatMap((row) => (row.team_abbr === null ? [] : [[row.entry_id, row.team_abbr] as const])))
    for (const { id, team } of this.#revealed?.entries ?? []) {
      if ((teams.get(id) ?? null) !== team) teams.set(id, `${teams.get(id)} over REST, ${team} live`)
    }
    return { teams, text }
  }

  /** Returns the text of the reveal as the server serves it now. */
  async currentReveal(): Promise<string> {
    return (await fetch(`${this.#url}/api/reveal/${this.#weekId}`)).text()
  }

  /** Returns the messages and responses that showed a pick before a time. */
  leaksBefore(lockMs: number): readonly string[] {
    const messages = this.#watchers.flatMap(({ received, receivedAt }) =>
      received.filter((_, i) => (receivedAt[i] ?? 0) < lockMs),
    )
    const responses = this.#responses.filter(({ at }) => at < lockMs).map(({ text }) => text)
    return [...messages, ...responses].filter((text) => SHOWS_A_PICK.test(text)).map((text) => text.slice(0, 200))
  }

  stop(): void {
    this.#stopped = true
    this.#viewer.close()
    for (const watcher of this.#watchers) watcher.close()
  }

  /** Requests every path repeatedly, until the reveal succeeds, whose response is the last one. */
  async #poll(): Promise<void> {
    const paths = [...this.#topics.map((topic) => `/api/live/${topic}`), `/api/reveal/${this.#weekId}`]
    while (!this.#stopped) {
      for (const path of paths) {
        const response = await fetch(`${this.#url}${path}`)
        this.#responses.push({ text: await response.text(), at: Date.now() })
        if (response.ok && path.startsWith('/api/reveal')) return
      }
      await sleep(POLL_MS)
    }
  }
}
