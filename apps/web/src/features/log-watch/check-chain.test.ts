import { keygen, sign } from '@noble/ed25519'
import type { SignedHead } from '@outlast/contract'
import { nextChainHash, signedHeadText, toHex } from '@outlast/domain/rules'
import { describe, expect, test } from 'vitest'
import { type DeviceRecord, EMPTY_RECORD, type KnownReceipt } from '../../device/log-record.ts'
import { hashing } from '../../lib/hashing.ts'
import { type ChainCheck, checkChain, type LogSource } from './check-chain.ts'
import { isSigned } from './signature.ts'

const NOW = '2031-09-20T12:00:00.000Z'
const utf8 = new TextEncoder()
const base64Url = (bytes: Uint8Array) =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const keyPair = () => {
  const { secretKey, publicKey } = keygen()
  return { secretKey, publicKey: base64Url(publicKey) }
}
const key = keyPair()

/** A pool's log as its API shows it. The text of an event represents the event. */
class FakeLog {
  readonly #events: string[]
  #steps: { position: number; hash: string; eventHash: string }[] | undefined
  readonly #key: ReturnType<typeof keyPair>
  signed: SignedHead[] = []
  calls = 0

  constructor(events: readonly string[], ownKey = key) {
    this.#events = [...events]
    this.#key = ownKey
  }

  get steps() {
    this.#steps ??= this.#hashEvents()
    return this.#steps
  }

  #hashEvents() {
    let hash = '0'.repeat(64)
    return this.#events.map((text, index) => {
      const eventHash = toHex(hashing.sha256(utf8.encode(text)))
      hash = nextChainHash(hashing, hash, eventHash)
      return { position: index + 1, hash, eventHash }
    })
  }

  at = (position: number) => {
    const { hash } = this.steps[position - 1] ?? { hash: '0'.repeat(64) }
    return { position, hash }
  }

  sign(position: number): this {
    const head = this.at(position)
    const signature = base64Url(sign(utf8.encode(signedHeadText(head)), this.#key.secretKey))
    this.signed.unshift({ ...head, signature, signed_at: NOW })
    return this
  }

  get source(): LogSource {
    return {
      head: () => Promise.resolve(this.at(this.#events.length)),
      heads: () => Promise.resolve({ public_key: this.#key.publicKey, heads: this.signed, next: null }),
      hashes: (from, to) => {
        this.calls += 1
        return Promise.resolve(this.steps.filter(({ position }) => position > from && position <= Math.min(to, from + 1_000)))
      },
    }
  }
}

const eventsOf = (count: number, name = 'event') => Array.from({ length: count }, (_, index) => `${name} ${index + 1}`)
const check = (log: FakeLog, record: DeviceRecord = EMPTY_RECORD, maxPieces = 20): Promise<ChainCheck> =>
  checkChain(log.source, record, { hashing, isSigned, now: NOW, maxPieces })
const visited = async (log: FakeLog) => (await check(log)).record
const kindsOf = ({ problems }: ChainCheck) => problems.map(({ kind }) => kind)

function receiptAt(log: FakeLog, position: number): KnownReceipt {
  return { entry_id: 4, week_id: 7, position, commitment: 'ab'.repeat(32), hash: log.at(position).hash, is_linked: false }
}

describe('checkChain', () => {
  test('remembers the head, the key and the newest signed head on the first visit, after it followed the whole chain', async () => {
    const log = new FakeLog(eventsOf(2_500)).sign(5).sign(2_000)
    const { record, problems, hashes } = await check(log)
    expect(problems).toEqual([])
    expect(record).toMatchObject({
      head: { ...log.at(2_500), seen_at: NOW },
      public_key: key.publicKey,
      signed_head: { position: 2_000 },
      followed: { position: 0 },
    })
    expect([log.calls, hashes.size]).toEqual([3, 2_500])
  })

  test('asks again for the same pieces a day later, besides the newest, which the browser then does not load', async () => {
    const asked = async (events: number, record: DeviceRecord, now: string) => {
      const log = new FakeLog(eventsOf(events))
      const ranges: string[] = []
      const hashes: LogSource['hashes'] = (from, to) => {
        ranges.push(`${from} to ${to}`)
        return log.source.hashes(from, to)
      }
      const found = await checkChain({ ...log.source, hashes }, record, { hashing, isSigned, now, maxPieces: 20 })
      return { ...found, ranges }
    }
    const first = await asked(3_500, EMPTY_RECORD, NOW)
    const later = await asked(3_700, first.record, new Date(Date.parse(NOW) + 86_400_000).toISOString())
    expect([...first.problems, ...later.problems]).toEqual([])
    expect(first.ranges).toEqual(['2996 to 3500', '1997 to 2997', '998 to 1998', '0 to 999'])
    expect(later.ranges).toEqual(['3500 to 3700', '2996 to 3700', '1997 to 2997', '998 to 1998', '0 to 999'])
  })

  test.each([1, 2, 5, 1_000, 1_001, 2_999])(
    'tells a newcomer that event %i of 3,000 was changed before a head that the server had signed',
    async (position) => {
      const events = eventsOf(3_000)
      const log = new FakeLog(events.with(position - 1, 'other'))
      log.signed = new FakeLog(events).sign(3_000).sign(position).signed
      const { problems, record } = await check(log)
      expect(problems.map(({ sentence }) => sentence)).toEqual([
        expect.stringMatching(/^The log is not the one that the pool has signed: an event up to #\d+ was changed\.$/),
      ])
      expect(record.head).toBeNull()
    },
  )

  test('tells a newcomer that the server has signed two hashes of one event, as it does when it starts on a rewritten log', async () => {
    const log = new FakeLog(eventsOf(9, 'other')).sign(9)
    const [old] = new FakeLog(eventsOf(9)).sign(9).signed
    for (const signed of [
      [...log.signed, old!],
      [old!, ...log.signed],
    ]) {
      const source: LogSource = { ...log.source, heads: async () => ({ ...(await log.source.heads()), heads: signed }) }
      const found = await checkChain(source, EMPTY_RECORD, { hashing, isSigned, now: NOW, maxPieces: 20 })
      expect(kindsOf(found)).toEqual(['rewritten'])
    }
  })

  test('tells a newcomer that the hashes of the log do not lead to its head', async () => {
    const log = new FakeLog(eventsOf(1_500))
    for (const position of [1, 2, 700, 1_499, 1_500]) {
      const source: LogSource = {
        ...log.source,
        hashes: async (from, to) =>
          (await log.source.hashes(from, to)).map((step) =>
            step.position === position ? { ...step, eventHash: 'cd'.repeat(32) } : step,
          ),
      }
      const found = await checkChain(source, EMPTY_RECORD, { hashing, isSigned, now: NOW, maxPieces: 20 })
      expect([position, kindsOf(found)]).toEqual([position, ['rewritten']])
    }
  })

  test('tells a newcomer that the log ends before a head that the server signed', async () => {
    const log = new FakeLog(eventsOf(8))
    log.signed = new FakeLog(eventsOf(9)).sign(9).signed
    const { problems } = await check(log)
    expect(problems[0]?.sentence).toBe('The log has 8 events. The pool has already signed 9.')
  })

  test('accepts on the first visit events from before the chain had event hashes, and the heads signed there', async () => {
    const log = new FakeLog(eventsOf(1_200)).sign(300)
    const withoutHashes = (until: number): LogSource => ({
      ...log.source,
      hashes: async (from, to) =>
        (await log.source.hashes(from, to)).map((step) => (step.position <= until ? { ...step, eventHash: null } : step)),
    })
    for (const until of [1, 100, 201, 202, 800, 1_199, 1_200]) {
      const found = await checkChain(withoutHashes(until), EMPTY_RECORD, { hashing, isSigned, now: NOW, maxPieces: 20 })
      expect([until, found.problems, found.record.followed?.position]).toEqual([until, [], 0])
    }
    log.signed = new FakeLog(eventsOf(1_200, 'other')).sign(300).signed
    const found = await checkChain(withoutHashes(800), EMPTY_RECORD, { hashing, isSigned, now: NOW, maxPieces: 20 })
    expect(kindsOf(found)).toEqual(['rewritten'])
  })

  test('follows a long log over several visits, and the whole chain again after a day', async () => {
    const log = new FakeLog(eventsOf(4_500))
    const first = await check(log, EMPTY_RECORD, 2)
    expect(first.record.followed?.position).toBe(2_997)
    const second = await check(log, first.record, 20)
    expect(second.record.followed?.position).toBe(0)
    const { calls } = log
    await check(log, second.record)
    expect(log.calls).toBe(calls)
    const later = { hashing, isSigned, now: '2031-09-21T12:00:00.000Z', maxPieces: 20 }
    expect((await checkChain(log.source, second.record, later)).hashes.size).toBe(4_500)
  })

  test('does not compare heads from before the member accepted a restored backup', async () => {
    const log = new FakeLog(eventsOf(9))
    log.signed = new FakeLog(eventsOf(12, 'other')).sign(7).sign(11).signed
    expect(kindsOf(await check(log))).toEqual(['shorter'])
    expect(kindsOf(await check(log, { ...EMPTY_RECORD, accepted_at: '2031-09-20T13:00:00.000Z' }))).toEqual([])
  })

  test('follows a log that only grew to its new head', async () => {
    const before = await visited(new FakeLog(eventsOf(9)))
    const log = new FakeLog(eventsOf(12)).sign(10)
    const { record, problems } = await check(log, before)
    expect([problems, record.head?.position, record.checked_at]).toEqual([[], 12, NOW])
  })

  test('finds nothing in a log that did not change', async () => {
    const log = new FakeLog(eventsOf(9))
    const record = await visited(log)
    const { calls } = log
    expect((await check(log, record)).problems).toEqual([])
    expect(log.calls).toBe(calls)
  })

  test('fetches pieces of 1,000 events, and continues at the next visit where it stopped', async () => {
    const before = await visited(new FakeLog(eventsOf(10)))
    const log = new FakeLog(eventsOf(4_500))
    const first = await check(log, before, 2)
    expect([first.record.head?.position, log.calls]).toEqual([2_010, 2])
    const second = await check(log, first.record, 20)
    expect([second.record.head?.position, log.calls, second.problems]).toEqual([4_500, 5, []])
  })

  test.each([
    ['of the same length', eventsOf(9, 'other')],
    ['that is longer', [...eventsOf(8), 'other', 'more', 'and more']],
    ['from the beginning', eventsOf(30, 'other')],
  ])('finds a rewritten log %s whose chain was recomputed', async (_, events) => {
    const before = await visited(new FakeLog(eventsOf(9)))
    const found = await check(new FakeLog(events), before)
    expect(kindsOf(found)).toEqual(['rewritten'])
    expect(found.record.head).toEqual(before.head)
    expect(found.problems[0]?.evidence).toMatchObject({ known: { position: 9, hash: before.head?.hash } })
  })

  test('finds a log that is shorter than what this device has seen', async () => {
    const found = await check(new FakeLog(eventsOf(8)), await visited(new FakeLog(eventsOf(9))))
    expect(kindsOf(found)).toEqual(['shorter'])
    expect(found.problems[0]?.sentence).toBe('The log has 8 events. This device has already seen 9.')
  })

  test('finds hashes that do not continue the chain, that have gaps, and that have no event hash', async () => {
    const log = new FakeLog(eventsOf(12))
    const before = await visited(new FakeLog(eventsOf(9)))
    const changes: ((steps: FakeLog['steps']) => unknown[])[] = [
      (steps) => steps.map((step) => (step.position === 11 ? { ...step, eventHash: 'cd'.repeat(32) } : step)),
      (steps) => steps.filter(({ position }) => position !== 10),
      (steps) => steps.map((step) => ({ ...step, eventHash: null })),
      () => [],
    ]
    for (const change of changes) {
      const source: LogSource = {
        ...log.source,
        hashes: async (from, to) => change((await log.source.hashes(from, to)) as never) as never,
      }
      const found = await checkChain(source, before, { hashing, isSigned, now: NOW, maxPieces: 20 })
      expect(kindsOf(found)).toEqual(['rewritten'])
    }
  })

  test('finds a key that changed, and a signature that is wrong', async () => {
    const before = await visited(new FakeLog(eventsOf(9)).sign(9))
    expect(kindsOf(await check(new FakeLog(eventsOf(9), keyPair()).sign(9), before))).toEqual(['key'])
    const log = new FakeLog(eventsOf(9))
    log.signed = [{ ...new FakeLog(eventsOf(9), keyPair()).sign(9).signed[0]! }]
    expect(kindsOf(await check(log, before))).toEqual(['signature'])
  })

  test('finds a signed head that is not in the chain', async () => {
    const log = new FakeLog(eventsOf(12))
    log.signed = new FakeLog(eventsOf(12, 'other')).sign(11).signed
    expect(kindsOf(await check(log, await visited(new FakeLog(eventsOf(9)))))).toEqual(['rewritten'])
  })

  test('finds a receipt whose event is not in the log, newer or older than the known head', async () => {
    const log = new FakeLog(eventsOf(12))
    const other = new FakeLog([...eventsOf(9), 'other', 'other', 'other'])
    const head = await visited(new FakeLog(eventsOf(9)))
    expect(kindsOf(await check(log, { ...head, receipts: [receiptAt(other, 11)] }))).toEqual(['receipt'])
    const later = await visited(log)
    expect(kindsOf(await check(log, { ...later, receipts: [receiptAt(other, 11)] }))).toEqual(['receipt'])
    expect(kindsOf(await check(log, { ...EMPTY_RECORD, receipts: [receiptAt(other, 12)] }))).toEqual(['receipt'])
  })

  test('links a receipt to the known head once', async () => {
    const log = new FakeLog(eventsOf(12))
    const { record, problems } = await check(log, { ...(await visited(log)), receipts: [receiptAt(log, 11)] })
    expect([problems, record.receipts[0]?.is_linked]).toEqual([[], true])
    const calls = log.calls
    await check(log, record)
    expect(log.calls).toBe(calls)
  })
})
