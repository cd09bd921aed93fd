import type { FeedGame, WeekId } from '@outlast/domain'
import { type Nginx, nginxConfig, startNginx } from '@outlast/testing/server/nginx'
import type { BenchContext } from '../support/context.ts'
import { type LoadPlan, type LoadResult, requestText } from '@outlast/testing/http/http-load'
import { type OurServer, startOurServer } from '@outlast/testing/server/benchmark-server'
import { withClient } from '@outlast/testing/postgres/durable-postgres'
import { cpuSeconds, freePort, residentMiB, startTalking, type TalkingPart, withChildren } from '@outlast/testing/process/worker'
import type { Scored, ScoreTask } from '@outlast/testing/members/score-worker'
import { median } from '@outlast/testing/report/statistics'
import type { HeardByAll, ViewersTask } from './viewers.ts'

export interface Plan {
  readonly connectionString: string
  /** The requests of each client, for a server's port. */
  readonly picks: (port: number) => readonly (readonly string[])[]
  readonly clients: number
  /** Of what is read, and kept encoded. */
  readonly path: string
  /** What is looked at, and a game of it. */
  readonly weekId: WeekId
  readonly game: FeedGame
  readonly viewers: number
}

/** How many processes; proxied: behind nginx, with the configuration of deploy/. */
export interface Way {
  readonly count: number
  readonly proxied: boolean
}

export interface Measured {
  readonly picksPerSecond: number
  readonly picksP99: number
  /** Of the servers and the database, in microseconds. */
  readonly cpuPerPick: number
  /** Of nginx, in microseconds; 0 without. */
  readonly proxyPerPick: number
  readonly readsPerSecond: number
  readonly cpuPerRead: number
  readonly proxyPerRead: number
  readonly readClient: number
  /** Of nginx, in KB; 0 without. */
  readonly proxyPerViewer: number
  /** From a score's command until the last viewer has it: the middle one of several. */
  readonly fanOutMs: number
  /** Of the servers for one score, in milliseconds; and of the viewers. */
  readonly cpuPerScore: number
  readonly crowdPerScore: number
}

const WARM_UP_SECONDS = 1
/** Before anything is counted, so many answers of each process, for the compilers. */
const FIRST_WARM_UP = { picks: 8_000, reads: 3_000 }
const MOST_ANSWERS = 1_000_000
const SCORES = 32
const WARM_UP_SCORES = 8
/** Processes of viewers: one alone would read every message by itself, however many servers send. */
const CROWDS = 2
const APART_MS = 150

/** Some server processes on one database, and what loads them. */
export class Cluster {
  readonly #context: BenchContext
  readonly #plan: Plan
  readonly #load: TalkingPart
  readonly #servers: readonly OurServer[]
  readonly #proxy: Proxy | undefined

  static async start(context: BenchContext, plan: Plan, way: Way, dataDir: string, load: TalkingPart): Promise<Cluster> {
    const servers: OurServer[] = []
    const { connectionString } = plan
    const { profile } = context
    try {
      const port = way.proxied ? await freePort() : undefined
      const behind = port === undefined ? {} : { env: { PUBLIC_URL: `http://127.0.0.1:${port}`, TRUST_PROXY: 'on' } }
      for (let n = 0; n < way.count; n += 1) {
        servers.push(await startOurServer({ connectionString, dataDir, profile, ...behind }))
      }
      const ports = servers.map((server) => server.port)
      const proxy = port === undefined ? undefined : { port, nginx: await startNginx(nginxConfig(port, ports), port) }
      return new Cluster(context, plan, load, servers, proxy)
    } catch (error) {
      await Promise.all(servers.map((server) => server.part.stop()))
      throw error
    }
  }

  private constructor(
    context: BenchContext,
    plan: Plan,
    load: TalkingPart,
    servers: readonly OurServer[],
    proxy: Proxy | undefined,
  ) {
    this.#context = context
    this.#plan = plan
    this.#load = load
    this.#servers = servers
    this.#proxy = proxy
  }

  async measure(): Promise<Measured> {
    const picks = await this.#pick()
    const reads = await this.#read()
    return { ...picks, ...reads, ...(await this.#show()) }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.part.stop()))
    await this.#proxy?.nginx.stop()
  }

  get #ports(): readonly number[] {
    return this.#proxy === undefined ? this.#serverPorts : [this.#proxy.port]
  }

  get #serverPorts(): readonly number[] {
    return this.#servers.map((server) => server.port)
  }

  #serverCpu(): number {
    return this.#servers.reduce((sum, server) => sum + cpuSeconds(server.part.pid), 0)
  }

  #proxyCpu(): number {
    return this.#proxy === undefined ? 0 : cpuSeconds(this.#proxy.nginx.pid)
  }

  #proxyMiB(): number {
    return this.#proxy === undefined ? 0 : withChildren(this.#proxy.nginx.pid).reduce((sum, pid) => sum + residentMiB(pid), 0)
  }

  #lasting(answers: number): readonly [Length, Length] {
    return [
      { warmUp: 0, seconds: 60, maxAnswers: answers * this.#servers.length },
      { warmUp: WARM_UP_SECONDS, seconds: this.#context.seconds, maxAnswers: MOST_ANSWERS },
    ]
  }

  async #pick(): Promise<Pick<Measured, 'picksPerSecond' | 'picksP99' | 'cpuPerPick' | 'proxyPerPick'>> {
    const ports = this.#ports
    const byServer = ports.map((port) => this.#plan.picks(port))
    const connections = Array.from({ length: this.#plan.clients }, (_, n) => byServer[n % ports.length]?.[n] ?? [])
    const cpu = () => this.#serverCpu() + cpuSeconds(this.#context.postgres.pid)
    const run = async (length: Length) => {
      const [recorded, spent, spentByProxy] = [await this.#recorded(), cpu(), this.#proxyCpu()]
      const result = await this.#ask({ port: ports, connections, ...length })
      const cpuPerPick = ((cpu() - spent) / result.accepted) * 1e6
      const proxyPerPick = ((this.#proxyCpu() - spentByProxy) / result.accepted) * 1e6
      const more = (await this.#recorded()) - recorded
      if (more !== result.accepted) throw new Error(`${result.accepted} picks were accepted, and ${more} recorded`)
      return { picksPerSecond: result.perSecond, picksP99: result.p99, cpuPerPick, proxyPerPick }
    }
    const [warmUp, counted] = this.#lasting(FIRST_WARM_UP.picks)
    await run(warmUp)
    return run(counted)
  }

  async #recorded(): Promise<number> {
    const query = "SELECT count(*)::int AS n FROM events WHERE type = 'PickSubmitted'"
    return withClient(this.#plan.connectionString, async (client) => (await client.query<{ n: number }>(query)).rows[0]?.n ?? 0)
  }

  async #read(): Promise<Pick<Measured, 'readsPerSecond' | 'cpuPerRead' | 'proxyPerRead' | 'readClient'>> {
    const ports = this.#ports
    const headers = { Accept: 'application/json', 'Accept-Encoding': 'gzip, deflate, br' }
    const connections = Array.from({ length: this.#plan.clients }, (_, n) => [
      requestText(ports[n % ports.length] ?? 0, 'GET', this.#plan.path, headers),
    ])
    const run = async (length: Length) => {
      const [spent, spentByProxy] = [this.#serverCpu(), this.#proxyCpu()]
      const result = await this.#ask({ port: ports, connections, ...length })
      const cpuPerRead = ((this.#serverCpu() - spent) / result.accepted) * 1e6
      const proxyPerRead = ((this.#proxyCpu() - spentByProxy) / result.accepted) * 1e6
      return { readsPerSecond: result.perSecond, cpuPerRead, proxyPerRead, readClient: result.clientLoad }
    }
    const [warmUp, counted] = this.#lasting(FIRST_WARM_UP.reads)
    await run(warmUp)
    return run(counted)
  }

  async #ask(plan: LoadPlan): Promise<LoadResult> {
    const result = await this.#load.ask<LoadResult>(plan)
    if (Object.keys(result.others).length > 0) throw new Error(`not every answer was one: ${JSON.stringify(result.others)}`)
    return result
  }

  /** A score of a game, taken by a process of its own, until all that look at the week have it. */
  async #show(): Promise<Pick<Measured, 'fanOutMs' | 'cpuPerScore' | 'crowdPerScore' | 'proxyPerViewer'>> {
    const { connectionString, weekId, viewers, game } = this.#plan
    const queue = startTalking(new URL(import.meta.resolve('@outlast/testing/members/score-worker')))
    const crowds = Array.from({ length: CROWDS }, () => startTalking(new URL('./viewers.ts', import.meta.url)))
    const join: ViewersTask = { ports: this.#ports, topic: `week:${weekId}`, viewers: viewers / CROWDS }
    const score = async (n: number): Promise<number> => {
      await new Promise((resolve) => setTimeout(resolve, APART_MS))
      const heard = crowds.map((crowd) => crowd.ask<HeardByAll>('next' satisfies ViewersTask))
      const told = { ...game, homeScore: (game.homeScore ?? 0) + (n % 2) + 1 }
      const { givenAt } = await queue.ask<Scored>({ weekId, game: told } satisfies ScoreTask)
      return Math.max(...(await Promise.all(heard)).map(({ lastAt }) => lastAt)) - givenAt
    }
    const crowdCpu = () => crowds.reduce((sum, crowd) => sum + cpuSeconds(crowd.pid), 0)
    try {
      await queue.ask({ connectionString } satisfies ScoreTask)
      const before = this.#proxyMiB()
      await Promise.all(crowds.map((crowd) => crowd.ask(join)))
      for (let n = 0; n < WARM_UP_SCORES; n += 1) await score(n)
      const [spent, spentByCrowd] = [this.#serverCpu(), crowdCpu()]
      const times: number[] = []
      for (let n = 0; n < SCORES; n += 1) times.push(await score(n))
      return {
        fanOutMs: median(times),
        cpuPerScore: ((this.#serverCpu() - spent) / SCORES) * 1e3,
        crowdPerScore: ((crowdCpu() - spentByCrowd) / SCORES) * 1e3,
        proxyPerViewer: ((this.#proxyMiB() - before) * 1024) / viewers,
      }
    } finally {
      await Promise.all([queue, ...crowds].map((part) => part.stop()))
    }
  }
}

interface Proxy {
  readonly port: number
  readonly nginx: Nginx
}

type Length = Omit<LoadPlan, 'port' | 'connections'>
