import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldWeek } from '../fold.ts'
import type { Acknowledgement, ChangesMessage, ResetMessage, TopicView, WeekChange, WeekView } from '../wire.ts'
import { weekEntry, weekView } from '../test-support.ts'
import { LiveRefusal, type LiveState } from './state.ts'
import { TopicFeed } from './topic-feed.ts'

type Message = ChangesMessage<WeekChange>

/** Time that passes when the test says so. */
class Timers {
  now = 0
  #timers: { readonly at: number; readonly run: () => void }[] = []

  later = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.now + ms, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  get idle(): boolean {
    return this.#timers.length === 0
  }

  pass(ms: number): void {
    this.now += ms
    const due = this.#timers.filter((timer) => timer.at <= this.now)
    this.#timers = this.#timers.filter((timer) => timer.at > this.now)
    for (const timer of due) timer.run()
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

interface Pending<T> {
  readonly resolve: (value: T) => void
  readonly reject: (error: Error) => void
}

/** A server with its log, a wire that can break, and a client's feed on the other end. */
class World {
  readonly timers = new Timers()
  readonly views: WeekView[] = [weekView()]
  readonly states: LiveState<WeekView>[] = []
  readonly feed: TopicFeed<'week'>
  #changesAt: WeekChange[] = [{ kind: 'pick_count', pick_count: 0 }]
  #emitted = 0
  #ring: Message[] = []
  #wire: (() => void)[] = []
  #ack: (() => void) | undefined
  #up = false
  #joined = false
  #join: (Pending<Acknowledgement> & { readonly have: number | undefined }) | undefined
  #fetches: Pending<TopicView<WeekView>>[] = []

  constructor(random: () => number) {
    this.feed = new TopicFeed<'week'>('week', {
      now: () => this.timers.now,
      later: this.timers.later,
      random,
      join: (have) => new Promise((resolve, reject) => (this.#join = { have, resolve, reject })),
      fetchSnapshot: () => new Promise((resolve, reject) => this.#fetches.push({ resolve, reject })),
      changed: (state) => this.states.push(state),
    })
  }

  get version(): number {
    return this.views.length - 1
  }

  get fetching(): boolean {
    return this.#fetches.length > 0
  }

  get quiet(): boolean {
    return this.#wire.length === 0 && this.#join === undefined && !this.fetching && this.timers.idle
  }

  happen(change: WeekChange): void {
    const view = foldWeek(this.views[this.version]!, [change])
    this.views.push(view!)
    this.#changesAt.push(change)
  }

  /** One message for everything since the last, whatever the room missed of it. */
  flush(): void {
    if (this.#emitted === this.version) return
    const changes = this.#changesAt.slice(this.#emitted + 1)
    const message: Message = { topic: 'week:1', from: this.#emitted, to: this.version, changes }
    this.#emitted = this.version
    this.#ring.push(message)
    if (this.#joined) this.#wire.push(() => this.feed.receive(message))
  }

  reset(): void {
    const message: ResetMessage = { topic: 'week:1', to: this.version }
    this.#emitted = this.version
    this.#ring = []
    if (this.#joined) this.#wire.push(() => this.feed.reset(message))
  }

  forgetRing(): void {
    this.#ring = []
  }

  connect(): void {
    if (this.#up) return
    this.#up = true
    this.feed.connected()
  }

  disconnect(): void {
    if (!this.#up) return
    this.#up = false
    this.#joined = false
    this.#wire = []
    this.#join?.reject(new Error('gone'))
    this.#join = undefined
    this.feed.disconnected()
  }

  /** The server takes the client in, and brings it forward from what it has. */
  answerJoin(): void {
    const join = this.#join
    if (join === undefined) return
    this.#join = undefined
    this.#joined = true
    const version = this.#emitted
    this.#ack = () => join.resolve({ ok: true, version })
    this.#wire.push(this.#ack)
    if (join.have === undefined || join.have >= version) return
    const first = this.#ring.findIndex((message) => message.from <= join.have! && join.have! < message.to)
    if (first < 0) this.#wire.push(() => this.feed.reset({ topic: 'week:1', to: version }))
    else for (const message of this.#ring.slice(first)) this.#wire.push(() => this.feed.receive(message))
  }

  /** A message that never arrives, though the connection stands. */
  lose(): void {
    const first = this.#wire[0]
    if (first !== this.#ack) this.#wire.shift()
  }

  async deliver(): Promise<void> {
    this.#wire.shift()?.()
    await settled()
  }

  /** @param lag how far the answering process is behind */
  async answerFetch(lag: number): Promise<void> {
    const version = Math.max(0, this.version - lag)
    this.#fetches.shift()?.resolve({ topic: 'week:1', version, view: this.views[version]! })
    await settled()
  }

  async failFetch(): Promise<void> {
    this.#fetches.shift()?.reject(new Error('503'))
    await settled()
  }

  async finish(): Promise<void> {
    this.connect()
    this.answerJoin()
    // What was lost last shows with the next message.
    this.happen({ kind: 'pick_count', pick_count: 99 })
    this.flush()
    for (let i = 0; i < 500 && !this.quiet; i += 1) {
      this.answerJoin()
      await this.deliver()
      await this.answerFetch(0)
      this.timers.pass(500)
      await settled()
    }
  }
}

const change: fc.Arbitrary<WeekChange> = fc.oneof(
  fc
    .integer({ min: 1, max: 5 })
    .chain((id) =>
      fc.constantFrom('KC', 'SF', null).map((team): WeekChange => ({ kind: 'entry', entry: weekEntry(id, `e${id}`, { team }) })),
    ),
  fc.integer({ min: 1, max: 5 }).map((id): WeekChange => ({ kind: 'entry_removed', id })),
  fc.integer({ min: 0, max: 9 }).map((pick_count): WeekChange => ({ kind: 'pick_count', pick_count })),
)

type Step = (world: World) => void | Promise<void>

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: change.map((one) => (world: World) => world.happen(one)) },
  { weight: 4, arbitrary: fc.constant((world: World) => world.flush()) },
  { weight: 6, arbitrary: fc.constant((world: World) => world.deliver()) },
  { weight: 3, arbitrary: fc.constant((world: World) => world.answerJoin()) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 3 }).map((lag) => (world: World) => world.answerFetch(lag)) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 3000 }).map((ms) => (world: World) => world.timers.pass(ms)) },
  { weight: 2, arbitrary: fc.constant((world: World) => world.connect()) },
  { weight: 1, arbitrary: fc.constant((world: World) => world.disconnect()) },
  { weight: 1, arbitrary: fc.constant((world: World) => world.lose()) },
  { weight: 1, arbitrary: fc.constant((world: World) => world.reset()) },
  { weight: 1, arbitrary: fc.constant((world: World) => world.forgetRing()) },
  { weight: 1, arbitrary: fc.constant((world: World) => world.failFetch()) },
)

describe('a topic’s feed', () => {
  it('never shows what was not, and ends with what is, whatever is lost, late or cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: 120, size: 'max' }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        async (steps, chance) => {
          const world = new World(() => chance)
          world.connect()
          const check = (): void => {
            const { state } = world.feed
            const shown = 'view' in state ? state : { view: world.views[0], version: 0 }
            expect(shown.view).toEqual(world.views[shown.version])
          }
          for (const run of steps) {
            await run(world)
            await settled()
            check()
          }
          await world.finish()
          check()
          expect(world.feed.state).toMatchObject({ status: 'live', version: world.version })
          world.feed.close()
        },
      ),
      { numRuns: 300 },
    )
  })

  it('folds messages without fetching once it is current', async () => {
    const world = new World(() => 0.5)
    world.happen({ kind: 'pick_count', pick_count: 1 })
    world.flush()
    await world.finish()
    for (let n = 2; n < 6; n += 1) {
      world.happen({ kind: 'pick_count', pick_count: n })
      world.flush()
      await world.deliver()
      expect(world.fetching).toBe(false)
      expect(world.feed.state).toMatchObject({ status: 'live', view: { pick_count: n } })
    }
  })

  it('takes a message that begins before what it holds', async () => {
    const world = new World(() => 0.5)
    world.connect()
    world.answerJoin()
    await world.deliver()
    for (const pick_count of [1, 2, 3]) world.happen({ kind: 'pick_count', pick_count })
    world.timers.pass(0)
    await world.answerFetch(1)
    expect(world.feed.state).toMatchObject({ status: 'live', version: 2, view: { pick_count: 2 } })
    world.flush()
    await world.deliver()
    expect(world.feed.state).toMatchObject({ status: 'live', version: 3, view: { pick_count: 3 } })
  })

  it('tells that it is offline and since when, and goes on from what it has', async () => {
    const world = new World(() => 0.5)
    await world.finish()
    world.timers.pass(1000)
    const since = world.timers.now
    world.disconnect()
    expect(world.feed.state).toMatchObject({ status: 'stale', reason: 'offline', since, version: 1 })
    world.happen({ kind: 'pick_count', pick_count: 7 })
    world.flush()
    world.connect()
    world.answerJoin()
    await world.deliver()
    expect(world.feed.state).toMatchObject({ status: 'stale', reason: 'behind', since })
    await world.deliver()
    expect(world.feed.state).toMatchObject({ status: 'live', view: { pick_count: 7 } })
    expect(world.fetching).toBe(false)
  })

  it('waits a random while before it fetches what it missed', async () => {
    const world = new World(() => 0.5)
    await world.finish()
    world.reset()
    world.happen({ kind: 'pick_count', pick_count: 1 })
    world.reset()
    await world.deliver()
    await world.deliver()
    world.timers.pass(999)
    expect(world.fetching).toBe(false)
    world.timers.pass(1)
    expect(world.fetching).toBe(true)
  })

  it('shows the snapshot even when no connection comes about', async () => {
    const world = new World(() => 0.5)
    world.timers.pass(1_500)
    await world.answerFetch(0)
    expect(world.feed.state).toMatchObject({ status: 'stale', reason: 'offline', version: 0 })
  })

  it('forgets what it showed when it is refused, and tries again with another token', async () => {
    const answers: Acknowledgement[] = [
      { ok: true, version: 0 },
      { ok: false, code: 'forbidden', error: 'No' },
      { ok: true, version: 0 },
    ]
    const timers = new Timers()
    let snapshot: () => Promise<TopicView<WeekView>> = () => Promise.resolve({ topic: 'week:1', version: 0, view: weekView() })
    const feed = new TopicFeed<'week'>('week', {
      now: () => timers.now,
      later: timers.later,
      random: () => 0,
      join: () => Promise.resolve(answers.shift()!),
      fetchSnapshot: () => snapshot(),
      changed: () => {},
    })
    const connect = async (): Promise<void> => {
      feed.connected()
      await settled()
      timers.pass(0)
      await settled()
    }
    await connect()
    expect(feed.state.status).toBe('live')
    await connect()
    expect(feed.state).toEqual({ status: 'refused', code: 'forbidden', error: 'No' })
    snapshot = () => Promise.reject(new LiveRefusal('topic_not_found', 'Gone'))
    await connect()
    expect(feed.state).toEqual({ status: 'refused', code: 'topic_not_found', error: 'Gone' })
    // Asked for again by hand: a week may have been added meanwhile.
    snapshot = () => Promise.resolve({ topic: 'week:1', version: 0, view: weekView() })
    answers.push({ ok: true, version: 0 })
    feed.refresh()
    await settled()
    timers.pass(0)
    await settled()
    expect(feed.state.status).toBe('live')
  })
})
