import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SignedHead } from '@outlast/contract'
import { chainSteps } from '@outlast/contract/proof/chain-steps'
import { type ChainHead, type RecordedEvent, signedHeadText } from '@outlast/domain'
import { playSeed } from '@outlast/domain/histories'
import { seededRandom } from '@outlast/seasons/random'
import { GENESIS, seal } from '@outlast/server/log/chain'
import { exportLine } from '@outlast/server/log/export'
import type { StoredEvent } from '@outlast/server/log/stored-event'
import { FoldedEvents } from '@outlast/server/log/verified-log'
import { LogVerifier } from '@outlast/server/log/verify'
import { verifyFiles } from '@outlast/server/verify/outlast-verify'
import { createTemporaryFolder } from '@outlast/testing/files'
import { type DeviceRecord, EMPTY_RECORD } from '@outlast/web/device/log-record'
import { hashing } from '@outlast/web/lib/hashing'
import { checkChain } from '@outlast/web/log-watch/check-chain'
import { isSigned } from '@outlast/web/log-watch/signature'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tamperWith } from './tamperings.ts'

// Each tool that reads the log reads honest logs of random histories, and forged ones. `HONEST_LOGS` and `FORGERIES` set their numbers
// (`npm run test:long -- forgeries`: 2,000 and 500), `FORGERIES_SEED` the first of the seeds of the histories, which are consecutive.

const HONEST = Number(process.env['HONEST_LOGS'] ?? 12)
const FORGED = Number(process.env['FORGERIES'] ?? 39)
const FIRST_SEED = Number(process.env['FORGERIES_SEED'] ?? 1)

const FIRST_VISIT = '2041-09-01T12:00:00.000Z'
const NEXT_VISIT = '2041-09-04T12:00:00.000Z'

/** A log, with the heads that its server signed: of the first event, of each lock, and of the end. */
interface Pool {
  readonly events: readonly StoredEvent[]
  readonly key: Key
  readonly signed: readonly SignedHead[]
}

interface Key {
  readonly privateKey: KeyObject
  readonly text: string
}

/** What a tool says of a log; empty if it finds nothing. */
type Findings = Readonly<Record<'log verify' | 'what folds it' | 'outlast verify' | 'a browser' | 'a new browser', string>>
const NOTHING: Findings = { 'log verify': '', 'what folds it': '', 'outlast verify': '', 'a browser': '', 'a new browser': '' }

let folder: string
beforeAll(() => {
  folder = createTemporaryFolder('forgeries')
})
afterAll(() => rmSync(folder, { recursive: true }))

function createKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey, text: publicKey.export({ format: 'jwk' }).x ?? '' }
}
const [ownKey, otherKey] = [createKey(), createKey()]

function signedBy(key: Key, events: readonly StoredEvent[]): Pool {
  const heads = events.filter(({ type }, i) => i === 0 || type === 'WeekLocked' || i === events.length - 1)
  const signed = heads.map(({ position, hash }) => {
    const signature = sign(null, Buffer.from(signedHeadText({ position, hash })), key.privateKey).toString('base64url')
    return { position, hash, signature, signed_at: FIRST_VISIT }
  })
  return { events, key, signed }
}

/** Plays a random history, and returns its log, without the names that were redacted. */
function honestPool(seed: number): Pool {
  const recorded: RecordedEvent[] = []
  const found = playSeed(seed, { observe: () => (run) => void recorded.push(...run.recorded), compares: false })
  if (found !== undefined) throw new Error(`seed ${seed}`, { cause: found.error })
  const lengths = new Map<string, number>()
  let previous = GENESIS
  const events = recorded.map((event) => {
    const version = (lengths.get(event.stream) ?? 0) + 1
    lengths.set(event.stream, version)
    const sealed = seal(event, version, crypto.randomUUID(), previous)
    previous = sealed.hash
    return sealed
  })
  const redacted = new Set(events.flatMap((event) => (event.type === 'EventsRedacted' ? event.data.positions : [])))
  return signedBy(
    ownKey,
    events.map((event) =>
      redacted.has(event.position) ? ({ ...event, data: { ...event.data, name: null } } as StoredEvent) : event,
    ),
  )
}

/** Reads the log that a server shows, as a browser does. */
async function visit({ events, key, signed }: Pool, head: ChainHead, record: DeviceRecord, now: string) {
  const hashes = (from: number, to: number) =>
    events
      .filter(({ position }) => position > from && position <= to)
      .map(({ position, hash, eventHash }, i) => ({
        position,
        ...(i > 0 && eventHash !== null ? {} : { hash }),
        event_hash: eventHash,
      }))
  const source = {
    head: () => Promise.resolve({ position: head.position, hash: head.hash }),
    heads: () => Promise.resolve({ public_key: key.text, heads: signed.toReversed(), next: null }),
    hashes: (from: number, to: number) => Promise.resolve(chainSteps(hashing, { hashes: hashes(from, to) })),
  }
  return checkChain(source, record, { hashing, isSigned, now, maxPieces: 20 })
}

function verifyOnServer({ events, signed }: Pool): string {
  const verifier = new LogVerifier(signed.map(({ position, hash }) => ({ position, hash, origin: 'that was signed' })))
  for (const event of events) verifier.check(event)
  return verifier
    .finish()
    .map(({ position, problem }) => `${position}: ${problem}`)
    .join('\n')
}

/** A rebuild, a start, a restore: with the head up to which the log was verified. */
function fold(events: readonly StoredEvent[], { position, hash }: ChainHead): string {
  const folded = new FoldedEvents(undefined, [{ position, hash, origin: 'that was verified' }])
  try {
    folded.check(events)
    folded.finish()
    return ''
  } catch (error) {
    return String(error)
  }
}

async function verifyExport(events: readonly StoredEvent[], kept: readonly SignedHead[]): Promise<string> {
  const [exported, heads] = [join(folder, 'export.ndjson'), join(folder, 'heads.txt')]
  writeFileSync(exported, events.map((event) => `${exportLine(event)}\n`).join(''))
  writeFileSync(heads, kept.map(({ position, hash }) => `${position}:${hash}\n`).join(''))
  const printed: string[] = []
  try {
    const code = await verifyFiles(exported, heads, undefined, (text) => printed.push(text))
    return code === 0 ? '' : printed.join('\n')
  } catch (error) {
    return String(error)
  }
}

/**
 * @param shown what the tools read, with the signed heads in the data folder
 * @param head that the database has recorded
 * @param verified the head up to which the database says that the log was verified
 * @param before the pool as it was when somebody kept its heads and a browser visited it
 */
async function findingsOf(shown: Pool, head: ChainHead, verified: ChainHead, before: Pool): Promise<Findings> {
  const known = await visit(before, headOf(before), EMPTY_RECORD, FIRST_VISIT)
  const sentences = async (record: DeviceRecord) =>
    (await visit(shown, head, record, NEXT_VISIT)).problems.map(({ sentence }) => sentence).join('\n')
  return {
    'log verify': verifyOnServer(shown),
    'what folds it': fold(shown.events, verified),
    'outlast verify': await verifyExport(shown.events, before.signed),
    'a browser': await sentences(known.record),
    'a new browser': await sentences(EMPTY_RECORD),
  }
}

const headOf = ({ events }: Pick<Pool, 'events'>): ChainHead => events.at(-1) ?? { position: 0, hash: GENESIS }

test(`no tool finds anything in ${HONEST} honest logs, halfway and at the end`, async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + HONEST; seed += 1) {
    const pool = honestPool(seed)
    const found = await findingsOf(pool, headOf(pool), headOf(pool), before(pool))
    expect({ seed, ...found }).toEqual({ seed, ...NOTHING })
  }
})

/** A pool at the first half of its signed heads. */
function before({ events, key, signed }: Pool): Pool {
  const known = signed.slice(0, Math.ceil(signed.length / 2))
  return { events: events.slice(0, known.at(-1)?.position), key, signed: known }
}

/** How far the forger goes. */
const MODES = ['leaves the hashes', 'computes every hash again', 'signs the heads again with a new key, too'] as const

test(`each of ${FORGED} forgeries of random logs is found by every tool that can know, and by no other`, async () => {
  const random = seededRandom(FIRST_SEED)
  for (let n = 0, seed = FIRST_SEED; n < FORGED; seed += 1) {
    const pool = honestPool(seed)
    const hasName = pool.events.some((event) => event.type === 'EntryCreated' && event.data.name !== null)
    if (!hasName || !pool.events.some(({ type }) => type === 'PickSubmitted')) continue
    const { what, events, hashesMatch } = tamperWith(pool.events, random, n)
    const signsAgain = hashesMatch && random() < 0.5
    const mode = MODES[Number(hashesMatch) + Number(signsAgain)]
    const head = hashesMatch ? headOf({ events }) : headOf(pool)
    const forged = signsAgain ? signedBy(otherKey, events) : { ...pool, events }
    const found = await findingsOf(forged, head, signsAgain ? head : headOf(pool), pool)
    // The chain of hashes is all that a browser reads of the log; of an edited payload it reads in the proofs (soak/trust).
    const isInChain = chainOf(events) !== chainOf(pool.events)
    const finders = {
      'log verify': signsAgain ? PERHAPS : FOUND,
      'what folds it': signsAgain ? '' : FOUND,
      'outlast verify': FOUND,
      'a browser': isInChain ? FOUND : '',
      'a new browser': isInChain && !signsAgain ? FOUND : '',
    }
    expect({ seed, what, mode, ...found }).toEqual({ seed, what, mode, ...finders })
    n += 1
  }
})

const FOUND: unknown = expect.stringMatching(/./)
/** Commitments and roots tell, if the forger forgot them. */
const PERHAPS: unknown = expect.any(String)
const chainOf = (events: readonly StoredEvent[]): string =>
  events.map(({ position, hash, eventHash }) => `${position}:${hash}:${eventHash}`).join()
