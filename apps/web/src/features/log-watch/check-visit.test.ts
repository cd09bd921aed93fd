import { keygen, sign } from '@noble/ed25519'
import type { Client, SignedHead, WeekProof } from '@outlast/contract'
import { nextChainHash, signedHeadText, toHex } from '@outlast/domain/rules'
import { describe, expect, test } from 'vitest'
import { type DeviceRecord, EMPTY_RECORD, type SuspectRead } from '../../device/log-record.ts'
import { hashing } from '../../lib/hashing.ts'
import type { LogSource } from './check-chain.ts'
import type { SeasonSource } from './check-season.ts'
import { CheckTasks } from './check-tasks.ts'
import { checkVisit, noteSuspicion } from './check-visit.ts'
import { isSigned } from './signature.ts'

const NOW = '2031-09-20T12:00:00.000Z'
const utf8 = new TextEncoder()
const { secretKey, publicKey } = keygen()
const base64Url = (bytes: Uint8Array) =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** A log of some events, as its API shows it. */
function logOf(count: number, name = 'event') {
  const steps: { position: number; hash: string; eventHash: string }[] = []
  for (let position = 1; position <= count; position += 1) {
    const eventHash = toHex(hashing.sha256(utf8.encode(`${name} ${position}`)))
    steps.push({ position, hash: nextChainHash(hashing, steps.at(-1)?.hash ?? '0'.repeat(64), eventHash), eventHash })
  }
  const at = (position: number) => ({ position, hash: steps[position - 1]!.hash })
  return {
    head: at(count),
    hashes: (from: number, to: number) => steps.filter(({ position }) => position > from && position <= to),
    signed: (position: number): SignedHead => ({
      ...at(position),
      signature: base64Url(sign(utf8.encode(signedHeadText(at(position))), secretKey)),
      signed_at: NOW,
    }),
  }
}

type Log = ReturnType<typeof logOf>
/** What a reading of the chain gets: the newest signed head, and the head. */
interface Moment {
  readonly signed: SignedHead
  readonly head: { readonly position: number; readonly hash: string }
  readonly log: Log
}

/** A device, with the moments at which the pool answers its readings; the last one stays. */
function deviceAt(record: DeviceRecord, ...moments: readonly Moment[]) {
  const seen = { record, readings: 0, pauses: 0, isClosed: false }
  const moment = () => moments[Math.min(Math.max(seen.readings, 1), moments.length) - 1]!
  const log: LogSource = {
    heads: () => {
      seen.readings += 1
      return Promise.resolve({ public_key: base64Url(publicKey), heads: [moment().signed], next: null })
    },
    head: () => Promise.resolve(moment().head),
    hashes: (from, to) => Promise.resolve(moment().log.hashes(from, to)),
  }
  const season: SeasonSource = { weeks: () => Promise.resolve([]), proof: () => Promise.reject<WeekProof>(new Error('no week')) }
  const update = (change: (before: DeviceRecord) => DeviceRecord) => void (seen.record = change(seen.record))
  const pause = () => {
    seen.pauses += 1
    return seen.isClosed ? Promise.reject(new Error('closed')) : Promise.resolve()
  }
  const suspicions: SuspectRead[] = []
  const tasks = new CheckTasks({
    sourcesOf: () => ({ log, season }),
    hashing,
    isSigned,
    pause,
    onSuspicion: (suspicion) => {
      noteSuspicion({ update }, suspicion)
      suspicions.push(suspicion.read)
    },
  })
  const visit = () =>
    checkVisit({
      api: { call: () => Promise.reject(new Error('no names')) } as Pick<Client, 'call'>,
      run: tasks.run,
      token: null,
      userId: undefined,
      savesData: false,
      now: () => NOW,
      hashing,
      pause,
      record: () => seen.record,
      update,
    })
  return { seen, suspicions, visit }
}

const at = (log: Log, signed: number, head = log.head): Moment => ({ signed: log.signed(signed), head, log })

describe('checkVisit', () => {
  const log = logOf(6)
  /** As a server of an earlier version could answer within one second: the head of before the lock beside its signature. */
  const torn = at(log, 6, { position: 4, hash: log.hashes(3, 4)[0]!.hash })

  test('does not warn a newcomer whose answers were of two moments, and forgets the suspicion', async () => {
    const { seen, suspicions, visit } = deviceAt(EMPTY_RECORD, torn, at(log, 6))
    await visit()
    expect(seen.record).toMatchObject({ problems: [], withdrawn: [], suspicions: {}, head: { position: 6 } })
    expect([seen.readings, seen.pauses, suspicions]).toEqual([2, 1, ['chain']])
  })

  test('does not warn somebody who was signed in before and gets an older head as a visitor', async () => {
    const known = { ...EMPTY_RECORD, head: { ...log.head, seen_at: NOW } }
    const { seen, visit } = deviceAt(known, at(log, 1, torn.head), at(log, 1))
    await visit()
    expect(seen.record.problems).toEqual([])
  })

  test('warns of a log that ends before a signed head when everything was read again, and says so at each visit', async () => {
    const short = logOf(5)
    const { seen, visit } = deviceAt(EMPTY_RECORD, { signed: log.signed(6), head: short.head, log: short })
    await visit()
    expect(seen.record.problems).toMatchObject([{ kind: 'shorter', subject: 'chain' }])
    expect(seen.readings).toBe(2)
    await visit()
    expect(seen.record.problems).toHaveLength(1)
  })

  test('warns of a rewritten log although it grows between all readings', async () => {
    const known = { ...EMPTY_RECORD, head: { ...log.head, seen_at: NOW } }
    const moments = [7, 8, 9, 10].map((count) => {
      const other = logOf(count, 'other')
      return at(other, 7)
    })
    const { seen, visit } = deviceAt(known, ...moments)
    await visit()
    expect(seen.record.problems).toMatchObject([{ kind: 'rewritten' }])
  })

  test('withdraws a false warning of an earlier version at the next visit', async () => {
    const old = {
      kind: 'shorter',
      sentence: 'The log has 4 events. The pool has already signed 6.',
      found_at: NOW,
      evidence: {},
    } as const
    const { seen, visit } = deviceAt({ ...EMPTY_RECORD, problems: [old] }, at(log, 6))
    await visit()
    expect(seen.record.problems).toEqual([])
    expect(seen.record.withdrawn).toEqual([{ ...old, withdrawn_at: NOW }])
  })

  test('changes nothing after the member accepted the pool’s record while the check was reading again', async () => {
    const known = { ...EMPTY_RECORD, head: { ...log.head, seen_at: NOW } }
    const other = logOf(7, 'other')
    const { seen, visit } = deviceAt(known, at(other, 7))
    const accepted = { ...EMPTY_RECORD, accepted_at: NOW }
    const running = visit()
    seen.record = accepted
    await running
    expect(seen.record).toMatchObject({ accepted_at: NOW, problems: [], head: null })
  })

  test('keeps a suspicion for the next visit when this one ends early', async () => {
    const { seen, visit } = deviceAt(EMPTY_RECORD, torn)
    seen.isClosed = true
    await expect(visit()).rejects.toThrow('closed')
    expect(seen.record).toMatchObject({ suspicions: { chain: expect.any(String) }, problems: [] })
    seen.isClosed = false
    await visit()
    expect(seen.record).toMatchObject({ suspicions: {}, problems: [{ kind: 'shorter' }] })
  })

  test('goes on from a suspicion of an earlier visit without waiting, so that visits that end early warn in the end', async () => {
    const { seen, visit } = deviceAt(EMPTY_RECORD, torn)
    seen.isClosed = true
    await expect(visit()).rejects.toThrow('closed')
    const { readings } = seen
    await visit()
    expect(seen.readings - readings).toBe(2)
    expect(seen.record).toMatchObject({ suspicions: {}, problems: [{ kind: 'shorter' }] })
  })

  test('does not warn after a suspicion of an earlier visit that is gone when everything is read again', async () => {
    const { seen, visit } = deviceAt(EMPTY_RECORD, torn, torn, at(log, 6))
    seen.isClosed = true
    await expect(visit()).rejects.toThrow('closed')
    await visit()
    expect(seen.record).toMatchObject({ suspicions: {}, problems: [], withdrawn: [] })
  })

  test('waits before it reads again what is suspect for another reason than at the earlier visit', async () => {
    const { seen, visit } = deviceAt(EMPTY_RECORD, torn, at(log, 6, { position: 3, hash: log.hashes(2, 3)[0]!.hash }))
    seen.isClosed = true
    await expect(visit()).rejects.toThrow('closed')
    await expect(visit()).rejects.toThrow('closed')
    expect([seen.readings, seen.pauses, seen.record.problems]).toEqual([2, 2, []])
  })
})
