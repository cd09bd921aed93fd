import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, foldWeek } from '../fold.ts'
import type { Acknowledgement, ChangesMessage, ResetMessage, TopicView, WeekChange, WeekView } from '../wire.ts'
import { weekEntry, weekView } from '../test-support.ts'
import { type LiveState, TopicRefusedError } from './state.ts'
import { TopicFeed } from './topic-feed.ts'

type Message = ChangesMessage<WeekChange>

/** Timers that fire when the test advances the time. */
class Timers {
  now = 0
  #timers: { readonly at: number; readonly run: () => void }[] = []

  schedule = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.now + ms, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  get isIdle(): boolean {
    return this.#timers.length === 0
  }

  advance(ms: number): void {
    this.now += ms
    const due = this.#timers.filter((timer) => timer.at <= this.now)
    this.#timers = this.#timers.filter((timer) => timer.at > this.now)
    for (const timer of due) timer.run()
  }
}

const flushPromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

interface Pending<T> {
  readonly resolve: (value: T) => void
  readonly reject: (error: Error) => void
}

/** A simulated server, an unreliable connection and the feed under test. */
class Simulation {
  readonly timers = new Timers()
  readonly views: WeekView[] = [weekView()]
  readonly states: LiveState<WeekView>[] = []
  readonly feed: TopicFeed<'week'>
  #changesAt: WeekChange[] = [{ kind: 'pick_count', pick_count: 0 }]
  #published = 0
  #recent: Message[] = []
  #inFlight: (() => void)[] = []
  #ack: (() => void) | undefined
  #isConnected = false
  #isJoined = false
  #join: (Pending<Acknowledgement> & { readonly have: number | undefined }) | undefined
  #fetches: Pending<TopicView<WeekView>>[] = []

  constructor(random: () => number) {
    this.feed = new TopicFeed<'week'>('week', {
      fold,
      now: () => this.timers.now,
      schedule: this.timers.schedule,
      random,
      isConnected: false,
      join: (have) => new Promise((resolve, reject) => (this.#join = { have, resolve, reject })),
      fetchView: () => new Promise((resolve, reject) => this.#fetches.push({ resolve, reject })),
      onStateChange: (state) => this.states.push(state),
    })
  }

  get version(): number {
    return this.views.length - 1
  }

  get isFetching(): boolean {
    return this.#fetches.length > 0
  }

  get isQuiet(): boolean {
    return this.#inFlight.length === 0 && this.#join === undefined && !this.isFetching && this.timers.isIdle
  }

  record(change: WeekChange): void {
    const view = foldWeek(this.views[this.version]!, [change])
    this.views.push(view!)
    this.#changesAt.push(change)
  }

  /** Publishes one message with every change since the last one. */
  publish(): void {
    if (this.#published === this.version) return
    const changes = this.#changesAt.slice(this.#published + 1)
    const message: Message = { topic: 'week:1', from: this.#published, to: this.version, changes }
    this.#published = this.version
    this.#recent.push(message)
    if (this.#isJoined) this.#inFlight.push(() => this.feed.receive(message))
  }

  reset(): void {
    const message: ResetMessage = { topic: 'week:1', to: this.version }
    this.#published = this.version
    this.#recent = []
    if (this.#isJoined) this.#inFlight.push(() => this.feed.reset(message))
  }

  forgetRecent(): void {
    this.#recent = []
  }

  connect(): void {
    if (this.#isConnected) return
    this.#isConnected = true
    this.feed.connected()
  }

  disconnect(): void {
    if (!this.#isConnected) return
    this.#isConnected = false
    this.#isJoined = false
    this.#inFlight = []
    this.#join?.reject(new Error('gone'))
    this.#join = undefined
    this.feed.disconnected()
  }

  /** Acknowledges the join and sends the changes since the version that the client has. */
  acknowledgeJoin(): void {
    const join = this.#join
    if (join === undefined) return
    this.#join = undefined
    this.#isJoined = true
    const version = this.#published
    this.#ack = () => join.resolve({ ok: true, version })
    this.#inFlight.push(this.#ack)
    if (join.have === undefined || join.have >= version) return
    const first = this.#recent.findIndex((message) => message.from <= join.have! && join.have! < message.to)
    if (first < 0) this.#inFlight.push(() => this.feed.reset({ topic: 'week:1', to: version }))
    else for (const message of this.#recent.slice(first)) this.#inFlight.push(() => this.feed.receive(message))
  }

  /** Loses a message without breaking the connection. */
  loseMessage(): void {
    const first = this.#inFlight[0]
    if (first !== this.#ack) this.#inFlight.shift()
  }

  async deliver(): Promise<void> {
    this.#inFlight.shift()?.()
    await flushPromises()
  }

  /** @param lag how many versions the responding process is behind */
  async respondToFetch(lag: number): Promise<void> {
    const version = Math.max(0, this.version - lag)
    this.#fetches.shift()?.resolve({ topic: 'week:1', version, view: this.views[version]! })
    await flushPromises()
  }

  async failFetch(): Promise<void> {
    this.#fetches.shift()?.reject(new Error('503'))
    await flushPromises()
  }

  async finish(): Promise<void> {
    this.connect()
    this.acknowledgeJoin()
    // The client notices that the last message was lost when the next one arrives.
    this.record({ kind: 'pick_count', pick_count: 99 })
    this.publish()
    for (let i = 0; i < 500 && !this.isQuiet; i += 1) {
      this.acknowledgeJoin()
      await this.deliver()
      await this.respondToFetch(0)
      this.timers.advance(500)
      await flushPromises()
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

type Step = (simulation: Simulation) => void | Promise<void>

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: change.map((one) => (simulation: Simulation) => simulation.record(one)) },
  { weight: 4, arbitrary: fc.constant((simulation: Simulation) => simulation.publish()) },
  { weight: 6, arbitrary: fc.constant((simulation: Simulation) => simulation.deliver()) },
  { weight: 3, arbitrary: fc.constant((simulation: Simulation) => simulation.acknowledgeJoin()) },
  {
    weight: 3,
    arbitrary: fc.integer({ min: 0, max: 3 }).map((lag) => (simulation: Simulation) => simulation.respondToFetch(lag)),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 3000 }).map((ms) => (simulation: Simulation) => simulation.timers.advance(ms)),
  },
  { weight: 2, arbitrary: fc.constant((simulation: Simulation) => simulation.connect()) },
  { weight: 1, arbitrary: fc.constant((simulation: Simulation) => simulation.disconnect()) },
  { weight: 1, arbitrary: fc.constant((simulation: Simulation) => simulation.loseMessage()) },
  { weight: 1, arbitrary: fc.constant((simulation: Simulation) => simulation.reset()) },
  { weight: 1, arbitrary: fc.constant((simulation: Simulation) => simulation.forgetRecent()) },
  { weight: 1, arbitrary: fc.constant((simulation: Simulation) => simulation.failFetch()) },
)

describe('TopicFeed', () => {
  it('shows only views that existed and ends with the latest, whatever is lost, late or disconnected', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: 120, size: 'max' }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        async (steps, chance) => {
          const simulation = new Simulation(() => chance)
          simulation.connect()
          const check = (): void => {
            const { state } = simulation.feed
            const shown = 'view' in state ? state : { view: simulation.views[0], version: 0 }
            expect(shown.view).toEqual(simulation.views[shown.version])
          }
          for (const run of steps) {
            await run(simulation)
            await flushPromises()
            check()
          }
          await simulation.finish()
          check()
          expect(simulation.feed.state).toMatchObject({ status: 'live', version: simulation.version })
          simulation.feed.close()
        },
      ),
      { numRuns: 300 },
    )
  })

  it('folds messages without a fetch once it is current', async () => {
    const simulation = new Simulation(() => 0.5)
    simulation.record({ kind: 'pick_count', pick_count: 1 })
    simulation.publish()
    await simulation.finish()
    for (let n = 2; n < 6; n += 1) {
      simulation.record({ kind: 'pick_count', pick_count: n })
      simulation.publish()
      await simulation.deliver()
      expect(simulation.isFetching).toBe(false)
      expect(simulation.feed.state).toMatchObject({ status: 'live', view: { pick_count: n } })
    }
  })

  it('folds a message that begins before its own version', async () => {
    const simulation = new Simulation(() => 0.5)
    simulation.connect()
    simulation.acknowledgeJoin()
    await simulation.deliver()
    for (const pick_count of [1, 2, 3]) simulation.record({ kind: 'pick_count', pick_count })
    simulation.timers.advance(0)
    await simulation.respondToFetch(1)
    expect(simulation.feed.state).toMatchObject({ status: 'live', version: 2, view: { pick_count: 2 } })
    simulation.publish()
    await simulation.deliver()
    expect(simulation.feed.state).toMatchObject({ status: 'live', version: 3, view: { pick_count: 3 } })
  })

  it('is stale while offline and continues from its version after a reconnect', async () => {
    const simulation = new Simulation(() => 0.5)
    await simulation.finish()
    simulation.timers.advance(1000)
    const since = simulation.timers.now
    simulation.disconnect()
    expect(simulation.feed.state).toMatchObject({ status: 'stale', reason: 'offline', since, version: 1 })
    simulation.record({ kind: 'pick_count', pick_count: 7 })
    simulation.publish()
    simulation.connect()
    simulation.acknowledgeJoin()
    await simulation.deliver()
    expect(simulation.feed.state).toMatchObject({ status: 'stale', reason: 'behind', since })
    await simulation.deliver()
    expect(simulation.feed.state).toMatchObject({ status: 'live', view: { pick_count: 7 } })
    expect(simulation.isFetching).toBe(false)
  })

  it('waits a random time before it fetches after a reset', async () => {
    const simulation = new Simulation(() => 0.5)
    await simulation.finish()
    simulation.reset()
    simulation.record({ kind: 'pick_count', pick_count: 1 })
    simulation.reset()
    await simulation.deliver()
    await simulation.deliver()
    simulation.timers.advance(999)
    expect(simulation.isFetching).toBe(false)
    simulation.timers.advance(1)
    expect(simulation.isFetching).toBe(true)
  })

  it('fetches and shows the view at once without a connection', async () => {
    const simulation = new Simulation(() => 0.5)
    simulation.timers.advance(0)
    await simulation.respondToFetch(0)
    expect(simulation.feed.state).toMatchObject({ status: 'stale', reason: 'offline', version: 0 })
  })

  it('keeps the view after a restart until it has the one of the log that lost its version', async () => {
    const timers = new Timers()
    const have: (number | undefined)[] = []
    let served: TopicView<WeekView> = { topic: 'week:1', version: 100, view: weekView({ pick_count: 9 }) }
    const feed = new TopicFeed<'week'>('week', {
      fold,
      now: () => timers.now,
      schedule: timers.schedule,
      random: () => 0.5,
      isConnected: false,
      join: (version) => (have.push(version), Promise.resolve({ ok: true, version: served.version })),
      fetchView: () => Promise.resolve(served),
      onStateChange: () => {},
    })
    const connect = async (): Promise<void> => {
      feed.connected()
      await flushPromises()
    }
    await connect()
    timers.advance(0)
    await flushPromises()
    expect(feed.state).toMatchObject({ status: 'live', version: 100 })
    served = { topic: 'week:1', version: 7, view: weekView({ pick_count: 2 }) }
    await connect()
    feed.reset({ topic: 'week:1', to: 7, restart: true })
    expect(feed.state).toMatchObject({ status: 'stale', reason: 'behind', view: { pick_count: 9 } })
    await connect()
    timers.advance(1_000)
    await flushPromises()
    expect(feed.state).toMatchObject({ status: 'live', version: 7, view: { pick_count: 2 } })
    expect(have).toEqual([undefined, 100, undefined])
  })

  it('drops the view when it is refused and tries again after a reconnect or a refresh', async () => {
    const replies: Acknowledgement[] = [
      { ok: true, version: 0 },
      { ok: false, code: 'forbidden', error: 'No' },
      { ok: true, version: 0 },
    ]
    const timers = new Timers()
    let fetchView: () => Promise<TopicView<WeekView>> = () => Promise.resolve({ topic: 'week:1', version: 0, view: weekView() })
    const feed = new TopicFeed<'week'>('week', {
      fold,
      now: () => timers.now,
      schedule: timers.schedule,
      random: () => 0,
      isConnected: false,
      join: () => Promise.resolve(replies.shift()!),
      fetchView: () => fetchView(),
      onStateChange: () => {},
    })
    const connect = async (): Promise<void> => {
      feed.connected()
      await flushPromises()
      timers.advance(0)
      await flushPromises()
    }
    await connect()
    expect(feed.state.status).toBe('live')
    await connect()
    expect(feed.state).toEqual({ status: 'refused', code: 'forbidden', error: 'No' })
    fetchView = () => Promise.reject(new TopicRefusedError('topic_not_found', 'Gone'))
    await connect()
    expect(feed.state).toEqual({ status: 'refused', code: 'topic_not_found', error: 'Gone' })
    // A refresh tries again, because the week may have been added meanwhile.
    fetchView = () => Promise.resolve({ topic: 'week:1', version: 0, view: weekView() })
    replies.push({ ok: true, version: 0 })
    feed.refresh()
    await flushPromises()
    timers.advance(0)
    await flushPromises()
    expect(feed.state.status).toBe('live')
  })
})
