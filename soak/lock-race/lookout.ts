import type { Topic } from '@outlast/contract/live/topics'
import type { WeekView } from '@outlast/contract/live/wire'
import { Watcher } from '@outlast/testing/live/watcher'
import { Viewer } from '@outlast/testing/live/viewer'

const POLL_MS = 10

/** A team beside an entry, or the reveal's one message. Rules, games and results name teams otherwise. */
const SHOWS_A_PICK = /"team(?:_abbr)?":"[A-Z]{2,3}"|"kind":"reveal"|"picks":\{"/

/** Everything that a week's picks could be seen by on one server, watched from before the lock. */
export class Lookout {
  readonly #url: string
  readonly #weekId: number
  readonly #topics: readonly Topic[]
  readonly #watchers: readonly Watcher[]
  readonly #viewer: Viewer
  readonly #read: { readonly at: number; readonly text: string }[] = []
  #revealed: WeekView | undefined
  #polling: Promise<void> | undefined
  #over = false

  /** @param token of a member who has no picks in the week */
  constructor(url: string, weekId: number, season: number, token: string | undefined) {
    this.#url = url
    this.#weekId = weekId
    this.#topics = [`week:${weekId}` as Topic, `season:${season}` as Topic, 'pool']
    this.#watchers = [new Watcher(url, undefined), new Watcher(url, token)]
    this.#viewer = new Viewer(url)
    this.#viewer.onState = (topic, state) => {
      const view = state.status === 'live' && topic === this.#topics[0] ? (state.view as WeekView) : undefined
      if (view?.week.is_locked === true) this.#revealed ??= view
    }
  }

  async begin(): Promise<void> {
    for (const watcher of this.#watchers) for (const topic of this.#topics) await watcher.join(topic)
    this.#viewer.watch(...this.#topics)
    this.#polling = this.#poll()
  }

  /** What the first reveal showed, over REST and live: the team of each entry that had one. */
  async firstReveal(): Promise<{ readonly teams: ReadonlyMap<number, string>; readonly text: string }> {
    await this.#polling
    while (this.#revealed === undefined) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const text = this.#read.at(-1)?.text ?? ''
    const { picks } = JSON.parse(text) as { readonly picks: readonly { entry_id: number; team_abbr: string | null }[] }
    const teams = new Map(picks.flatMap((row) => (row.team_abbr === null ? [] : [[row.entry_id, row.team_abbr] as const])))
    for (const { id, team } of this.#revealed.entries) {
      if ((teams.get(id) ?? null) !== team) teams.set(id, `${teams.get(id)} over REST, ${team} live`)
    }
    return { teams, text }
  }

  /** What the server answers now. */
  async secondReveal(): Promise<string> {
    return (await fetch(`${this.#url}/api/reveal/${this.#weekId}`)).text()
  }

  /** What was told or could be read of picks before a time. */
  leaks(lockMs: number): readonly string[] {
    const toldEarly = this.#watchers.flatMap(({ received, receivedAt }) =>
      received.filter((_, i) => (receivedAt[i] ?? 0) < lockMs),
    )
    const readEarly = this.#read.filter(({ at }) => at < lockMs).map(({ text }) => text)
    return [...toldEarly, ...readEarly].filter((text) => SHOWS_A_PICK.test(text)).map((text) => text.slice(0, 200))
  }

  end(): void {
    this.#over = true
    this.#viewer.close()
    for (const watcher of this.#watchers) watcher.close()
  }

  /** Reads again and again, until the reveal is answered; that is the last that is read. */
  async #poll(): Promise<void> {
    const addresses = [...this.#topics.map((topic) => `/api/live/${topic}`), `/api/reveal/${this.#weekId}`]
    while (!this.#over) {
      for (const address of addresses) {
        const response = await fetch(`${this.#url}${address}`)
        this.#read.push({ text: await response.text(), at: Date.now() })
        if (response.ok && address.startsWith('/api/reveal')) return
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }
}
