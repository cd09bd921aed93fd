import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Config } from '../config/config.ts'
import { systemClock } from '../lib/clock.ts'
import { type Finding, ok, warn } from './check.ts'

const TIMEOUT_MS = 10_000
const WRONG_CLOCK_MS = 30_000
const IMPLICIT_TLS_PORT = 465
const DEFAULT_PORT = 587
/** A date as mail servers write it, for example `Thu, 17 Sep 2026 12:00:00 +0000`. */
const MAIL_DATE = /\b[A-Z][a-z]{2}, +\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:[+-]\d{4}|GMT|UTC)/

/**
 * Compares this machine's clock with those of machines that somebody else keeps, since the database is often on this one. A server that
 * cannot be reached, or says no time, gives no finding: other checks report it.
 */
export async function checkOtherClocks({
  espnBaseUrl,
  autoSync,
  mail,
}: Pick<Config, 'espnBaseUrl' | 'autoSync' | 'mail'>): Promise<readonly Finding[]> {
  const findings = await Promise.all([
    autoSync ? compare('scoreboard', () => dateOfWebsite(espnBaseUrl)) : undefined,
    mail.kind === 'smtp' ? compare('mail server', () => dateOfMailServer(new URL(mail.url))) : undefined,
  ])
  return findings.filter((finding) => finding !== undefined)
}

async function compare(whose: string, read: () => Promise<number | undefined>): Promise<Finding | undefined> {
  const before = systemClock.nowMs()
  const theirs = await read().catch(() => undefined)
  if (theirs === undefined || Number.isNaN(theirs)) return undefined
  // The server wrote its time while the request was under way.
  return checkOtherClock('clock', whose, (before + systemClock.nowMs()) / 2 - theirs)
}

/** @param aheadMs how far the clock of this machine is ahead */
export function checkOtherClock<Name extends string>(check: Name, whose: string, aheadMs: number): Finding<Name> {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  if (Math.abs(aheadMs) < WRONG_CLOCK_MS) return ok(check, `The clock of this machine agrees with that of the ${whose}`)
  const found = `This machine's clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the ${whose}`
  return warn(check, `${found}, so weeks may lock at the wrong time: turn on time synchronization (NTP)`)
}

/** Every web server says the time in the header `Date`, also with an error. */
async function dateOfWebsite(url: string): Promise<number | undefined> {
  const response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  const date = response.headers.get('date')
  return date === null ? undefined : Date.parse(date)
}

/** SMTP has no field for the time, but many servers write it into their greeting. */
async function dateOfMailServer({ protocol, hostname, port }: URL): Promise<number | undefined> {
  const isTls = protocol === 'smtps:' || Number(port) === IMPLICIT_TLS_PORT
  const address = { host: hostname, port: Number(port) || (isTls ? IMPLICIT_TLS_PORT : DEFAULT_PORT) }
  const socket = isTls ? connectTls({ ...address, servername: hostname }) : connectTcp(address)
  try {
    const date = MAIL_DATE.exec(await firstLine(socket))?.[0]
    return date === undefined ? undefined : Date.parse(date)
  } finally {
    socket.destroy()
  }
}

function firstLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setTimeout(TIMEOUT_MS, () => reject(new Error('no greeting')))
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
    socket.on('data', (bytes) => {
      text += String(bytes)
      if (text.includes('\n')) resolve(text)
    })
  })
}
