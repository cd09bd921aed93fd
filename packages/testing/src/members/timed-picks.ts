import { connect } from 'node:net'
import { requestText } from '../http/http-load.ts'
import { readAnswers } from '../http/http-responses.ts'

/** A pick to be sent at a set time. */
export interface TimedPick {
  /** By this machine's clock, in milliseconds since 1970. */
  readonly at: number
  readonly url: string
  readonly token: string
  readonly weekId: number
  readonly entryId: number
  readonly team: string
}

export interface AnsweredPick extends TimedPick {
  readonly status: number
  /** Its place in the log; undefined when it was refused. */
  readonly position: number | undefined
}

const TICK_MS = 1

/** Connections to each server: picks follow each other on one without waiting for answers. */
const LANES = 64

/** Sends picks at their times, whatever the answers to those before, and collects every answer. */
export async function storm(picks: readonly TimedPick[]): Promise<readonly AnsweredPick[]> {
  const answers: AnsweredPick[] = []
  const lanes = new Map<string, readonly Lane[]>()
  for (const url of new Set(picks.map((pick) => pick.url)))
    lanes.set(url, await Promise.all(Array.from({ length: LANES }, () => openLane(url, answers))))
  const waiting = picks.toSorted((a, b) => a.at - b.at).map((pick) => ({ pick, bytes: textOf(pick) }))
  for (let next = 0; next < waiting.length;) {
    for (; next < waiting.length && (waiting[next]?.pick.at ?? 0) <= Date.now(); next += 1) {
      const due = waiting[next]
      if (due !== undefined) lanes.get(due.pick.url)?.[next % LANES]?.send(due.pick, due.bytes)
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  await Promise.all([...lanes.values()].flat().map((lane) => lane.end()))
  return answers
}

interface Lane {
  readonly send: (pick: TimedPick, bytes: string) => void
  /** Resolves once everything that was sent has been answered; rejects when the connection broke before that. */
  readonly end: () => Promise<void>
}

async function openLane(url: string, answers: AnsweredPick[]): Promise<Lane> {
  const { port } = new URL(url)
  const socket = connect({ host: '127.0.0.1', port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const sent: TimedPick[] = []
  let told: () => void = () => {}
  readAnswers(socket, (status, body) => {
    const pick = sent.shift()
    if (pick === undefined) throw new Error('an answer that nobody asked for')
    answers.push({ ...pick, status, position: positionIn(body) })
    if (sent.length === 0) told()
  })
  const closed = new Promise<void>((_resolve, reject) => {
    socket.once('close', () => reject(new Error(`a connection ended with ${sent.length} picks unanswered`)))
  })
  closed.catch(() => {})
  socket.on('error', () => {})
  return {
    send: (pick, bytes) => {
      sent.push(pick)
      socket.write(bytes)
    },
    end: async () => {
      if (sent.length > 0) await Promise.race([new Promise<void>((resolve) => (told = resolve)), closed])
      socket.destroy()
    },
  }
}

function positionIn(body: Buffer): number | undefined {
  return (JSON.parse(body.toString()) as { readonly receipt?: { readonly position: number } }).receipt?.position
}

function textOf({ url, token, weekId, entryId, team }: TimedPick): string {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const body = JSON.stringify({ entry_id: entryId, week_id: weekId, team_abbr: team })
  return requestText(Number(new URL(url).port), 'POST', '/api/picks', headers, body)
}
