import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readResponses } from '../http/http-responses.ts'
import { requestText } from '../http/http-load.ts'

/** A pick that is sent at a given time. */
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
  /** The position in the log; undefined when the pick was rejected. */
  readonly position: number | undefined
}

const TICK_MS = 1
/** Connections to each server. Picks are pipelined: they are sent without waiting for earlier responses. */
const CONNECTIONS = 64

/** Sends each pick at its time, whether or not earlier ones have been answered, and returns every response. */
export async function sendTimedPicks(picks: readonly TimedPick[]): Promise<readonly AnsweredPick[]> {
  const answered: AnsweredPick[] = []
  const connections = new Map<string, readonly PipelinedConnection[]>()
  for (const url of new Set(picks.map((pick) => pick.url))) {
    connections.set(url, await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(url, answered))))
  }
  const queue = picks.toSorted((a, b) => a.at - b.at).map((pick) => ({ pick, request: pickRequest(pick) }))
  for (let next = 0; next < queue.length;) {
    for (; next < queue.length && (queue[next]?.pick.at ?? 0) <= Date.now(); next += 1) {
      const due = queue[next]
      if (due !== undefined) connections.get(due.pick.url)?.[next % CONNECTIONS]?.send(due.pick, due.request)
    }
    await sleep(TICK_MS)
  }
  await Promise.all([...connections.values()].flat().map((connection) => connection.end()))
  return answered
}

interface PipelinedConnection {
  readonly send: (pick: TimedPick, request: string) => void
  /** Resolves once every pick has been answered. Rejects when the connection closes before that. */
  readonly end: () => Promise<void>
}

async function openConnection(url: string, answered: AnsweredPick[]): Promise<PipelinedConnection> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const pending: TimedPick[] = []
  let onAllAnswered: () => void = () => {}
  readResponses(socket, ({ status, body }) => {
    const pick = pending.shift()
    if (pick === undefined) throw new Error('a response without a request')
    answered.push({ ...pick, status, position: positionIn(body) })
    if (pending.length === 0) onAllAnswered()
  })
  const closed = new Promise<void>((_resolve, reject) => {
    socket.once('close', () => reject(new Error(`a connection closed with ${pending.length} picks unanswered`)))
  })
  closed.catch(() => {})
  socket.on('error', () => {})
  return {
    send: (pick, request) => {
      pending.push(pick)
      socket.write(request)
    },
    end: async () => {
      if (pending.length > 0) await Promise.race([new Promise<void>((resolve) => (onAllAnswered = resolve)), closed])
      socket.destroy()
    },
  }
}

function positionIn(body: Buffer): number | undefined {
  return (JSON.parse(body.toString()) as { readonly receipt?: { readonly position: number } }).receipt?.position
}

function pickRequest({ url, token, weekId, entryId, team }: TimedPick): string {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const body = JSON.stringify({ entry_id: entryId, week_id: weekId, team_abbr: team })
  return requestText(Number(new URL(url).port), 'POST', '/api/picks', headers, body)
}
