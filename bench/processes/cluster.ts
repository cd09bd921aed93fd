import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedGame, WeekId } from '@outlast/domain'
import {
  cpuSeconds,
  freePort,
  type LoadClient,
  type LoadPlan,
  type LoadResult,
  median,
  type Nginx,
  nginxConfig,
  processTree,
  requestText,
  residentMiB,
  type ServerProcess,
  startNginx,
  startScoreRecorder,
  startWorker,
  withClient,
} from '@outlast/testing'
import { COUNT_PICKS } from '../picks/pool.ts'
import type { BenchContext } from '../support/context.ts'
import { startBenchServer } from '../support/server.ts'
import type { ReceivedByAll, ViewersRequest } from './viewers.ts'

export interface ClusterPlan {
  readonly connectionString: string
  /** Returns the next requests of each client, for a server's port. */
  readonly pickRequests: () => Promise<(port: number) => readonly (readonly string[])[]>
  readonly clients: number
  /** The path of a cached response. */
  readonly path: string
  /** The week that viewers watch, and one of its games. */
  readonly weekId: WeekId
  readonly game: FeedGame
  readonly viewers: number
}

/** How many server processes, and whether nginx is in front of them with the configuration of deploy/. */
interface Arrangement {
  readonly count: number
  readonly proxied: boolean
}

/** Processor times are in microseconds for picks and reads, in milliseconds for scores. Those of nginx are 0 without it. */
export interface Measured {
  readonly picksPerSecond: number
  readonly picksP99: number
  readonly cpuPerPick: number
  readonly proxyCpuPerPick: number
  readonly readsPerSecond: number
  readonly cpuPerRead: number
  readonly proxyCpuPerRead: number
  readonly readClientLoad: number
  /** The median time from a score's command until the last viewer has it. */
  readonly scoreMs: number
  readonly cpuPerScore: number
  readonly viewerCpuPerScore: number
  readonly proxyKbPerViewer: number
}

const WARM_UP_SECONDS = 1
/** Responses of each process before anything is counted, so that code is compiled. */
const FIRST_WARM_UP = { picks: 8_000, reads: 3_000 }
const MAX_RESPONSES = 1_000_000
const SCORES = 32
const WARM_UP_SCORES = 8
/** One process would read the messages of all viewers one after the other, however many servers send them. */
const VIEWER_PROCESSES = 2
const PAUSE_MS = 150

type Length = Omit<LoadPlan, 'port' | 'connections'>

/** Server processes on one database, under load. */
export class Cluster {
  readonly #context: BenchContext
  readonly #plan: ClusterPlan
  readonly #load: LoadClient
  readonly #servers: readonly ServerProcess[]
  readonly #proxy: { readonly port: number; readonly nginx: Nginx } | undefined

  static async start(
    context: BenchContext,
    plan: ClusterPlan,
    { count, proxied }: Arrangement,
    dataDir: string,
    load: LoadClient,
  ): Promise<Cluster> {
    const servers: ServerProcess[] = []
    const { connectionString } = plan
    const { profile } = context
    try {
      const port = proxied ? await freePort() : undefined
      const env = port === undefined ? {} : { PUBLIC_URL: `http://127.0.0.1:${port}`, TRUST_PROXY: 'on' }
      for (let n = 0; n < count; n += 1) servers.push(await startBenchServer({ connectionString, dataDir, profile, env }))
      const ports = servers.map((server) => server.port)
      const proxy = port === undefined ? undefined : { port, nginx: await startNginx(nginxConfig(port, ports), port) }
      return new Cluster(context, plan, load, servers, proxy)
    } catch (error) {
      await Promise.all(servers.map((server) => server.stop()))
      throw error
    }
  }

  private constructor(
    context: BenchContext,
    plan: ClusterPlan,
    load: LoadClient,
    servers: readonly ServerProcess[],
    proxy: { readonly port: number; readonly nginx: Nginx } | undefined,
  ) {
    this.#context = context
    this.#plan = plan
    this.#load = load
    this.#servers = servers
    this.#proxy = proxy
  }

  async measure(): Promise<Measured> {
    const picks = await this.#measurePicks()
    const reads = await this.#measureReads()
    return { ...picks, ...reads, ...(await this.#measureScores()) }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()))
    await this.#proxy?.nginx.stop()
  }

  /** The ports to which clients connect. */
  get #ports(): readonly number[] {
    return this.#proxy === undefined ? this.#servers.map((server) => server.port) : [this.#proxy.port]
  }

  #serverCpu(): number {
    return this.#servers.reduce((sum, server) => sum + cpuSeconds(server.pid), 0)
  }

  #proxyCpu(): number {
    return this.#proxy === undefined ? 0 : cpuSeconds(this.#proxy.nginx.pid)
  }

  #proxyMiB(): number {
    return this.#proxy === undefined ? 0 : processTree(this.#proxy.nginx.pid).reduce((sum, pid) => sum + residentMiB(pid), 0)
  }

  async #measurePicks() {
    const cpu = () => this.#serverCpu() + cpuSeconds(this.#context.postgres.pid)
    const run = async (length: Length) => {
      const byPort = this.#ports.map(await this.#plan.pickRequests())
      const connections = this.#connections((n) => byPort[n % byPort.length]?.[n] ?? [])
      const recordedBefore = await this.#recordedPicks()
      const { result, cpuPerResponse, proxyCpuPerResponse } = await this.#run(connections, length, cpu)
      const recorded = (await this.#recordedPicks()) - recordedBefore
      if (recorded !== result.accepted) throw new Error(`${result.accepted} picks were accepted, but ${recorded} recorded`)
      return {
        picksPerSecond: result.perSecond,
        picksP99: result.p99,
        cpuPerPick: cpuPerResponse,
        proxyCpuPerPick: proxyCpuPerResponse,
      }
    }
    await run(this.#warmUp(FIRST_WARM_UP.picks))
    return run(this.#counted())
  }

  async #recordedPicks(): Promise<number> {
    const { connectionString } = this.#plan
    return withClient(connectionString, async (client) => Number((await client.query<{ n: string }>(COUNT_PICKS)).rows[0]?.n))
  }

  async #measureReads() {
    const ports = this.#ports
    const headers = { Accept: 'application/json', 'Accept-Encoding': 'gzip, deflate, br' }
    const connections = this.#connections((n) => [requestText(ports[n % ports.length] ?? 0, 'GET', this.#plan.path, headers)])
    await this.#run(connections, this.#warmUp(FIRST_WARM_UP.reads), () => this.#serverCpu())
    const { result, cpuPerResponse, proxyCpuPerResponse } = await this.#run(connections, this.#counted(), () => this.#serverCpu())
    return {
      readsPerSecond: result.perSecond,
      cpuPerRead: cpuPerResponse,
      proxyCpuPerRead: proxyCpuPerResponse,
      readClientLoad: result.clientLoad,
    }
  }

  #connections(requestsOf: (client: number) => readonly string[]): readonly (readonly string[])[] {
    return Array.from({ length: this.#plan.clients }, (_, n) => requestsOf(n))
  }

  #warmUp(responses: number): Length {
    return { warmUp: 0, seconds: 60, maxResponses: responses * this.#servers.length }
  }

  #counted(): Length {
    return { warmUp: WARM_UP_SECONDS, seconds: this.#context.seconds, maxResponses: MAX_RESPONSES }
  }

  /** Runs a load. Returns its result with the microseconds of processor time for each response. */
  async #run(
    connections: LoadPlan['connections'],
    length: Length,
    cpu: () => number,
  ): Promise<{ readonly result: LoadResult; readonly cpuPerResponse: number; readonly proxyCpuPerResponse: number }> {
    const [cpuBefore, proxyBefore] = [cpu(), this.#proxyCpu()]
    const result = await this.#load.run({ port: this.#ports, connections, ...length })
    if (Object.keys(result.others).length > 0) throw new Error(`some requests failed: ${JSON.stringify(result.others)}`)
    return {
      result,
      cpuPerResponse: ((cpu() - cpuBefore) / result.accepted) * 1e6,
      proxyCpuPerResponse: ((this.#proxyCpu() - proxyBefore) / result.accepted) * 1e6,
    }
  }

  /** Measures scores, recorded by another process, until all viewers of the week have them. */
  async #measureScores() {
    const { connectionString, weekId, viewers, game } = this.#plan
    const recorder = await startScoreRecorder(connectionString)
    const groups = Array.from({ length: VIEWER_PROCESSES }, () => startWorker(new URL('./viewers.ts', import.meta.url)))
    const join: ViewersRequest = { ports: this.#ports, topic: `week:${weekId}`, viewers: viewers / VIEWER_PROCESSES }
    const measureScore = async (n: number): Promise<number> => {
      await sleep(PAUSE_MS)
      const received = groups.map((group) => group.request<ReceivedByAll>('next' satisfies ViewersRequest))
      const { submittedAt } = await recorder.record(weekId, { ...game, homeScore: (game.homeScore ?? 0) + (n % 2) + 1 })
      return Math.max(...(await Promise.all(received)).map(({ lastAt }) => lastAt)) - submittedAt
    }
    const viewerCpu = () => groups.reduce((sum, group) => sum + cpuSeconds(group.pid), 0)
    try {
      const memoryBefore = this.#proxyMiB()
      await Promise.all(groups.map((group) => group.request(join)))
      for (let n = 0; n < WARM_UP_SCORES; n += 1) await measureScore(n)
      const [cpuBefore, viewerCpuBefore] = [this.#serverCpu(), viewerCpu()]
      const times: number[] = []
      for (let n = 0; n < SCORES; n += 1) times.push(await measureScore(n))
      return {
        scoreMs: median(times),
        cpuPerScore: ((this.#serverCpu() - cpuBefore) / SCORES) * 1e3,
        viewerCpuPerScore: ((viewerCpu() - viewerCpuBefore) / SCORES) * 1e3,
        proxyKbPerViewer: ((this.#proxyMiB() - memoryBefore) * 1024) / viewers,
      }
    } finally {
      await Promise.all([recorder, ...groups].map((one) => one.stop()))
    }
  }
}
