import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FeedGame } from '@outlast/domain'
import type { BenchContext, Benchmark } from '../support/context.ts'
import type { Figure, Report } from '../support/figures.ts'
import { type OurServer, startOurServer } from '@outlast/testing/server/benchmark-server'
import { startTalking, type TalkingPart } from '@outlast/testing/process/worker'
import type { Scored, ScoreTask } from '@outlast/testing/members/score-worker'
import { median } from '@outlast/testing/report/statistics'
import { type Heard, Viewer } from '@outlast/testing/live/frame-viewer'
import { makeRiddenPool, type RiddenPool } from './pool.ts'

const LARGE = { entries: 100_000, riders: 40_000 }
const SMALL = { entries: 100, riders: 40 }
/** A command takes milliseconds: many of them make one round. */
const SCORES = 30
const WARM_UP = 30
/** The server sends such messages 20 ms apart at least; no score shall wait for the one before. */
const APART_MS = 30

interface Score {
  readonly commitMs: number
  readonly viewerMs: number
  readonly weekBytes: number
  readonly seasonBytes: number
}

/** The final score of a game that many entries rode on, against the same in a small pool. */
export const score: Benchmark = {
  name: 'score',
  about: 'a final score that 40,000 of 100,000 entries rode on: time to commit, and bytes for each viewer',
  run: async (context) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'outlast-bench-data-'))
    const sides: Side[] = []
    try {
      for (const [name, { entries, riders }] of [['score_large', LARGE] as const, ['score_small', SMALL] as const]) {
        context.say(`score: making the pool of ${entries.toLocaleString('en-US')} entries`)
        const pool = await makeRiddenPool(await context.postgres.migrated(name), entries, riders)
        sides.push(await Side.open(context, pool, dataDir))
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

/** A pool, the process that takes its scores, and a server with somebody who looks at the week and at the season. */
class Side {
  readonly pool: RiddenPool
  readonly #queue: TalkingPart
  readonly #server: OurServer
  readonly #viewers: { readonly week: Viewer; readonly season: Viewer }

  static async open({ profile }: BenchContext, pool: RiddenPool, dataDir: string): Promise<Side> {
    const { connectionString } = pool
    const server = await startOurServer({ connectionString, dataDir, profile })
    const queue = startTalking(new URL(import.meta.resolve('@outlast/testing/members/score-worker')))
    await queue.ask({ connectionString } satisfies ScoreTask)
    const week = await Viewer.join(server.port, `week:${pool.weekId}`)
    const season = await Viewer.join(server.port, `season:${pool.seasonYear}`)
    return new Side(pool, queue, server, { week, season })
  }

  private constructor(pool: RiddenPool, queue: TalkingPart, server: OurServer, viewers: { week: Viewer; season: Viewer }) {
    this.pool = pool
    this.#queue = queue
    this.#server = server
    this.#viewers = viewers
  }

  /** The game is under way again, and then final. */
  async scoreOnce(): Promise<Score> {
    const { game } = this.pool
    await this.#tell({ ...game, status: 'in_progress', detail: '0:01 - 4th' })
    return this.#tell(game)
  }

  async #tell(game: FeedGame): Promise<Score> {
    const { week, season } = this.#viewers
    await new Promise((resolve) => setTimeout(resolve, APART_MS))
    const heard = [week.count, season.count] as const
    const { ms, givenAt } = await this.#queue.ask<Scored>({ weekId: this.pool.weekId, game } satisfies ScoreTask)
    const ofWeek = await nextOf(week, heard[0])
    const ofSeason = await nextOf(season, heard[1])
    const heardAt = performance.timeOrigin + Math.max(ofWeek.atMs, ofSeason.atMs)
    return { commitMs: ms, viewerMs: heardAt - givenAt, weekBytes: bytesOf(ofWeek), seasonBytes: bytesOf(ofSeason) }
  }

  async close(): Promise<void> {
    await this.#viewers.week.leave()
    await this.#viewers.season.leave()
    await this.#queue.stop()
    await this.#server.part.stop()
  }
}

async function nextOf(viewer: Viewer, before: number): Promise<Heard> {
  const next = (await viewer.heard(before + 1))[before]
  if (next === undefined || !next.text.startsWith('42["changes"')) throw new Error(`not a message of changes: ${next?.text}`)
  return next
}

/** A large pool has a longer log, whose positions have more digits: those do not count. */
function bytesOf({ text }: Heard): number {
  return Buffer.byteLength(text.replace(/"from":\d+,"to":\d+/, '"from":0,"to":0'))
}

async function compare(context: BenchContext, large: Side, small: Side): Promise<Report> {
  for (let n = 0; n < WARM_UP; n += 1) for (const side of [large, small]) await side.scoreOnce()
  const rounds: { ours: Score; theirs: Score }[] = []
  for (let round = 1; round <= context.rounds; round += 1) {
    const ours: Score[] = []
    const theirs: Score[] = []
    for (let n = 0; n < SCORES; n += 1) {
      ours.push(await large.scoreOnce())
      theirs.push(await small.scoreOnce())
    }
    rounds.push({ ours: middleOf(ours), theirs: middleOf(theirs) })
    context.say(
      `score: round ${round}: ${rounds.at(-1)?.ours.commitMs.toFixed(2)} ms against ${rounds.at(-1)?.theirs.commitMs.toFixed(2)}`,
    )
  }
  return { title: 'A final score that many entries rode on', figures: figuresOf(rounds), notes: notesOn(large.pool, small.pool) }
}

function middleOf(scores: readonly Score[]): Score {
  const middle = (of: (score: Score) => number): number => median(scores.map(of))
  return {
    commitMs: middle((one) => one.commitMs),
    viewerMs: middle((one) => one.viewerMs),
    weekBytes: middle((one) => one.weekBytes),
    seasonBytes: middle((one) => one.seasonBytes),
  }
}

function figuresOf(rounds: readonly { readonly ours: Score; readonly theirs: Score }[]): readonly Figure[] {
  const figure = (what: string, unit: string, of: (score: Score) => number, atMost: number): Figure => ({
    what,
    unit,
    ours: rounds.map((round) => of(round.ours)),
    comparator: rounds.map((round) => of(round.theirs)),
    aim: { of: 'ratio', atMost },
  })
  return [
    figure('from the command until it and the read models are committed', 'ms', (one) => one.commitMs, 3),
    figure('from the command until viewers on another process have it', 'ms', (one) => one.viewerMs, 3),
    figure('message to a viewer of the week', 'bytes', (one) => one.weekBytes, 1),
    figure('message to a viewer of the season', 'bytes', (one) => one.seasonBytes, 1),
  ]
}

function notesOn(large: RiddenPool, small: RiddenPool): readonly string[] {
  const whole = (number: number): string => number.toLocaleString('en-US')
  return [
    `Ours: ${whole(large.riders)} of ${whole(large.entries)} entries had picked one of the game's teams; comparator: ${whole(small.riders)} of ${whole(small.entries)}. Medians of ${SCORES} scores in turn.`,
    'The read models are part of the transaction, and who is out follows from results: nothing is left to be brought forward. After each score they were seen to stand at the log’s end.',
    'Bytes: the whole WebSocket payload, with the two positions of the log counted as one digit each.',
  ]
}
