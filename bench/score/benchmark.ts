import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedGame } from '@outlast/domain'
import {
  createTemporaryFolder,
  type Frame,
  FrameViewer,
  median,
  type ScoreRecorder,
  type ServerProcess,
  startScoreRecorder,
} from '@outlast/testing'
import type { BenchContext, Benchmark } from '../support/context.ts'
import { figuresOf, formatCount, type Report } from '../support/report.ts'
import { startBenchServer } from '../support/server.ts'
import { generatePoolWithPickedGame, type PoolWithPickedGame } from './pool.ts'

const LARGE = { entries: 100_000, picks: 40_000 }
const SMALL = { entries: 100, picks: 40 }
/** A command takes milliseconds, so a round consists of many. */
const SCORES_PER_ROUND = 30
const WARM_UP_SCORES = 30
/** The server sends messages at least 20 ms apart. With a longer pause, no score waits for the one before. */
const PAUSE_MS = 30

interface Score {
  readonly commitMs: number
  readonly viewerMs: number
  readonly weekBytes: number
  readonly seasonBytes: number
}

/** Measures the final score of a game that many entries have picked, against the same in a small pool. */
export const score: Benchmark = {
  name: 'score',
  about: 'a final score of a game that 40,000 of 100,000 entries picked: time to commit, and bytes for each viewer',
  promise: 'A final score costs a pool of 100,000 entries at most three times as much as a pool of 100',
  run: async (context) => {
    const dataDir = createTemporaryFolder('bench')
    const sides: Side[] = []
    try {
      for (const [name, { entries, picks }] of [['score_large', LARGE] as const, ['score_small', SMALL] as const]) {
        context.progress(`score: generating the pool of ${formatCount(entries)} entries`)
        const connectionString = await context.postgres.createMigratedDatabase(name)
        sides.push(await Side.open(context, await generatePoolWithPickedGame(connectionString, entries, picks), dataDir))
      }
      const [large, small] = sides
      if (large === undefined || small === undefined) throw new Error('a pool is missing')
      return await compare(context, large, small)
    } finally {
      for (const side of sides) await side.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

/** A pool with a server, a process that records scores, and viewers of the week and of the season. */
class Side {
  readonly pool: PoolWithPickedGame
  readonly #recorder: ScoreRecorder
  readonly #server: ServerProcess
  readonly #viewers: { readonly week: FrameViewer; readonly season: FrameViewer }

  static async open({ profile }: BenchContext, pool: PoolWithPickedGame, dataDir: string): Promise<Side> {
    const { connectionString } = pool
    const server = await startBenchServer({ connectionString, dataDir, profile })
    const recorder = await startScoreRecorder(connectionString)
    const week = await FrameViewer.join(server.port, `week:${pool.weekId}`)
    const season = await FrameViewer.join(server.port, `season:${pool.seasonYear}`)
    return new Side(pool, recorder, server, { week, season })
  }

  private constructor(
    pool: PoolWithPickedGame,
    recorder: ScoreRecorder,
    server: ServerProcess,
    viewers: { week: FrameViewer; season: FrameViewer },
  ) {
    this.pool = pool
    this.#recorder = recorder
    this.#server = server
    this.#viewers = viewers
  }

  /** Puts the game back in progress, and then measures its final score. */
  async recordFinalScore(): Promise<Score> {
    const { game } = this.pool
    await this.#record({ ...game, status: 'in_progress', detail: '0:01 - 4th' })
    return this.#record(game)
  }

  async #record(game: FeedGame): Promise<Score> {
    const { week, season } = this.#viewers
    await sleep(PAUSE_MS)
    const counts = [week.count, season.count] as const
    const { ms, submittedAt } = await this.#recorder.record(this.pool.weekId, game)
    const weekFrame = await nextFrame(week, counts[0])
    const seasonFrame = await nextFrame(season, counts[1])
    const arrivedAt = performance.timeOrigin + Math.max(weekFrame.atMs, seasonFrame.atMs)
    return { commitMs: ms, viewerMs: arrivedAt - submittedAt, weekBytes: bytesOf(weekFrame), seasonBytes: bytesOf(seasonFrame) }
  }

  async close(): Promise<void> {
    this.#viewers.week.leave()
    this.#viewers.season.leave()
    await this.#recorder.stop()
    await this.#server.stop()
  }
}

async function nextFrame(viewer: FrameViewer, index: number): Promise<Frame> {
  const next = (await viewer.frames(index + 1))[index]
  if (next === undefined || !next.text.startsWith('42["changes"')) throw new Error(`not a message of changes: ${next?.text}`)
  return next
}

/** Counts the bytes of a message. Log positions count as one digit, because a large pool has a longer log. */
function bytesOf({ text }: Frame): number {
  return Buffer.byteLength(text.replace(/"from":\d+,"to":\d+/, '"from":0,"to":0'))
}

async function compare({ rounds, progress }: BenchContext, large: Side, small: Side): Promise<Report> {
  for (let n = 0; n < WARM_UP_SCORES; n += 1) for (const side of [large, small]) await side.recordFinalScore()
  const medians: { large: Score; small: Score }[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const scores = { large: [] as Score[], small: [] as Score[] }
    for (let n = 0; n < SCORES_PER_ROUND; n += 1) {
      scores.large.push(await large.recordFinalScore())
      scores.small.push(await small.recordFinalScore())
    }
    const result = { large: medianOf(scores.large), small: medianOf(scores.small) }
    medians.push(result)
    progress(`score: round ${round}: ${result.large.commitMs.toFixed(2)} ms against ${result.small.commitMs.toFixed(2)} ms`)
  }
  const figure = figuresOf(
    medians.map((round) => round.large),
    medians.map((round) => round.small),
  )
  return {
    title: 'A final score of a game that many entries picked',
    figures: [
      figure('from the command until it and the read models are committed', 'ms', (one) => one.commitMs, atMost(3)),
      figure('from the command until viewers on another process have it', 'ms', (one) => one.viewerMs, atMost(3)),
      figure('message to a viewer of the week', 'bytes', (one) => one.weekBytes, atMost(1)),
      figure('message to a viewer of the season', 'bytes', (one) => one.seasonBytes, atMost(1)),
    ],
    notes: notesOn(large.pool, small.pool),
  }
}

const atMost = (ratio: number) => ({ of: 'ratio', atMost: ratio }) as const

function medianOf(scores: readonly Score[]): Score {
  const of = (value: (score: Score) => number): number => median(scores.map(value))
  return {
    commitMs: of((one) => one.commitMs),
    viewerMs: of((one) => one.viewerMs),
    weekBytes: of((one) => one.weekBytes),
    seasonBytes: of((one) => one.seasonBytes),
  }
}

function notesOn(large: PoolWithPickedGame, small: PoolWithPickedGame): readonly string[] {
  return [
    `Outlast: ${formatCount(large.picks)} of ${formatCount(large.entries)} entries had picked one of the game's teams. Comparator: ${formatCount(small.picks)} of ${formatCount(small.entries)}. Medians of ${SCORES_PER_ROUND} scores, in turn.`,
    'The read models are part of the transaction, and elimination is derived from results, so no work is left afterwards. After each score the read models were checked to be at the end of the log.',
    'Bytes: the whole WebSocket payload, with the two log positions counted as one digit each.',
  ]
}
