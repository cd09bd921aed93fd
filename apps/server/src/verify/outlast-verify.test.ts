import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import {
  createEvent,
  type EntryId,
  type Instant,
  pickCommitment,
  position,
  type RecordedEvent,
  type TeamAbbr,
  type WeekId,
} from '@outlast/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chainHash, eventHashOf, GENESIS, hashOf, seal } from '../log/chain.ts'
import { exportLine } from '../log/export.ts'
import { nodeHashing } from '../log/hashing.ts'
import type { StoredEvent } from '../log/stored-event.ts'
import { findHeads, questionsOf, verifyFiles } from './outlast-verify.mjs'

const AT = '2031-09-20T12:00:00.000Z' as Instant
const NONCE = 'ab'.repeat(32)
const key = generateKeyPairSync('ed25519')
const publicKey = key.publicKey.export({ format: 'jwk' }).x ?? ''

/** A log: an entry, its pick of KC, 17 renamings with all kinds of text, and the redaction of its first name. */
function createLog(): StoredEvent[] {
  const [entryId, weekId, team] = [4 as EntryId, 7 as WeekId, 'KC' as TeamAbbr]
  const commitment = pickCommitment(nodeHashing, NONCE, entryId, weekId, team)
  const pick = { pickId: 4_000_007 as never, entryId, weekId, team, nonce: NONCE, commitment }
  const names = Array.from({ length: 17 }, (_, index) => `Zoë “${index}” 🏈 \\ \u2028`)
  const events = [
    createEvent('EntryCreated', { entryId, userId: 1 as never, name: 'Lucky' }),
    createEvent('PickSubmitted', pick),
    ...names.map((name) => createEvent('EntryRenamed', { entryId, name })),
    createEvent('EventsRedacted', { userId: 1 as never, positions: [position(1)] }),
  ]
  let previous = GENESIS
  return events.map((event, index) => {
    const times = { recordedAt: AT, siteTime: AT }
    const placed: RecordedEvent = { ...event, position: position(index + 1), ...times, metadata: { actor: null, role: 'system' } }
    const sealed = seal(placed, index + 1, randomUUID(), previous)
    previous = sealed.hash
    return sealed
  })
}

/** Recomputes every hash from an event on, as somebody does who rewrites the log. */
function rehashed(events: readonly StoredEvent[]): StoredEvent[] {
  let previous = GENESIS
  return events.map((event) => {
    const placed = { ...event, dataHash: hashOf(event.data) }
    const eventHash = eventHashOf(placed)
    previous = chainHash(previous, eventHash)
    return { ...placed, eventHash, hash: previous }
  })
}

const mailFooter = ({ position: at, hash }: StoredEvent): string =>
  `Log head: ${at} ${hash} ${sign(null, Buffer.from(`outlast-head:v1:${at}:${hash}`), key.privateKey).toString('base64url')}`

let folder: string
let log: StoredEvent[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outlast-verify-'))
  log = createLog()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}
const exported = (events: readonly StoredEvent[]): string => `${events.map(exportLine).join('\n')}\n`
const kept = (...positions: readonly number[]): string => positions.map((at) => mailFooter(log[at - 1]!)).join('\n')

async function run(events: readonly StoredEvent[], heads = kept(5, 20), withKey: string | null = publicKey) {
  const lines: string[] = []
  const code = await verifyFiles(write('log', exported(events)), write('heads', heads), withKey ?? undefined, (line) =>
    lines.push(line),
  )
  return { code, text: lines.join('\n') }
}
const edit = (events: readonly StoredEvent[], at: number, change: object): StoredEvent[] =>
  events.map((event) => (event.position === at ? ({ ...event, ...change } as StoredEvent) : event))
const otherPick = (events: readonly StoredEvent[]): StoredEvent[] => {
  const { entryId, weekId } = { entryId: 4 as EntryId, weekId: 7 as WeekId }
  const commitment = pickCommitment(nodeHashing, NONCE, entryId, weekId, 'GB' as TeamAbbr)
  return edit(events, 2, { data: { ...events[1]!.data, team: 'GB', commitment } })
}

describe('outlast verify', () => {
  test('says that a log fits the heads that a member kept in mails, and that their signatures are the pool’s', async () => {
    expect(await run(log)).toEqual({
      code: 0,
      text: '✓ The log of 20 events fits all 2 heads that you kept: nothing up to event 20 was changed.',
    })
  })

  test.each([
    [
      { pick: '4:7' },
      '✓ Entry 4 in week 7: KC, as event 2 recorded it on 2031-09-20T12:00:00.000Z with a commitment that fits; the week has not locked; nothing changed it since.',
    ],
    [{ pick: '4:8' }, '✓ Entry 4 in week 8: no pick was recorded.'],
    [{ game: '3' }, '✓ Game 3: no score was recorded.'],
    [{ standings: true }, '✓ No season has begun.'],
  ])('answers %j from the events in a sentence, and nothing from a log that does not fit', async (options, sentence) => {
    const ask = async (events: readonly StoredEvent[]) => {
      const lines: string[] = []
      const files = [write('log', exported(events)), write('heads', kept(20))] as const
      await verifyFiles(...files, publicKey, (line) => lines.push(line), await questionsOf(options))
      return lines
    }
    expect(await ask(log)).toEqual([expect.stringContaining('fits the head'), sentence])
    expect(await ask(rehashed(otherPick(log)))).toEqual([expect.stringContaining('✕')])
  })

  test('says that it checked no signature when it does not know the key', async () => {
    expect((await run(log, kept(20), null)).text).toContain('The signatures were not checked')
  })

  test('accepts a log in which a name was removed with its account, and one with the header of npm run', async () => {
    expect((await run(edit(log, 1, { data: { ...log[0]!.data, name: null } }))).code).toBe(0)
    const file = write('log', `> outlast@1.0.0 log\n> node main.ts\n\n${exported(log)}`)
    expect(await verifyFiles(file, write('heads', kept(20)), undefined, () => {})).toBe(0)
  })

  test.each<[string, (events: readonly StoredEvent[]) => readonly StoredEvent[], RegExp]>([
    ['a changed pick', (events) => edit(events, 2, { data: { ...events[1]!.data, team: 'GB' } }), /data of event 2 was changed/],
    ['a changed pick whose hashes were recomputed', (events) => rehashed(otherPick(events)), /not the one of the head at 5/],
    [
      'a pick that its commitment does not fit',
      (events) => rehashed(edit(events, 2, { data: { ...events[1]!.data, team: 'GB' } })),
      /pick of event 2 is not the one that was committed to/,
    ],
    [
      'a name that was removed although no event says so',
      (events) => edit(events, 3, { data: { ...events[2]!.data, name: null } }),
      /data of event 3 was changed/,
    ],
    [
      'a removed name of an entry that was given to somebody else',
      (events) => edit(events, 1, { data: { ...events[0]!.data, name: null, userId: 2 } }),
      /data of event 1 was changed/,
    ],
    ['a changed time', (events) => edit(events, 9, { siteTime: '2031-09-20T11:00:00.000Z' }), /Event 9 was changed/],
    ['a changed author', (events) => edit(events, 9, { metadata: { actor: 1, role: 'admin' } }), /Event 9 was changed/],
    ['a missing event', (events) => events.filter(({ position: at }) => at !== 6), /Event 6 is missing/],
    ['a log without its newest events', (events) => events.slice(0, 18), /log ends at event 18, but a head says that it had 20/],
    ['two events in another order', (events) => events.with(3, events[4]!).with(4, events[3]!), /Event 4 is missing/],
    ['an event without its event hash', (events) => edit(events, 3, { eventHash: null }), /Event 3 does not continue the chain/],
  ])('reports %s', async (_, change, expected) => {
    const { code, text } = await run(change(log))
    expect([code, text]).toEqual([1, expect.stringMatching(expected)])
  })

  test('reports a head that the pool did not sign', async () => {
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? ''
    expect(await run(log, kept(20), other)).toEqual({ code: 1, text: '✕ The signature of the head at 20 is wrong.' })
  })

  test('finds heads in quoted and broken lines of mails, in files of the pool, and in answers of its API', () => {
    const { position: at, hash } = log[4]!
    const [, , , , signature = ''] = mailFooter(log[4]!).split(' ')
    const expected = [{ position: at, hash, signature }]
    for (const text of [
      `> > Log head: ${at}\n> > ${hash}\n> > ${signature}\n> > --`,
      JSON.stringify({ position: at, hash, signature, signed_at: AT }),
      JSON.stringify({ public_key: publicKey, heads: [{ position: at, hash, signature, signed_at: AT }], next: null }, null, 2),
    ])
      expect(findHeads(text)).toEqual(expected)
    expect(findHeads(`${at}:${hash}`)).toEqual([{ position: at, hash, signature: undefined }])
    expect(findHeads(`hello 12 world ${hash.slice(1)} ${hash}0`)).toEqual([])
  })

  test.each<[string, string, string, RegExp]>([
    ['heads without a head', 'hello', '', /contains no head: copy the line/],
    ['an empty export', '', '', /contains no event/],
    ['an export that is something else', '', '<html>\n', /Event 1 of the export cannot be read/],
    ['an export of other JSON', '', 'null\n', /Event 1 of the export cannot be read/],
    ['an export with half a line', '', '{"position":1,"stre', /Event 1 of the export cannot be read/],
  ])('says in one sentence that it cannot use %s', async (_, heads, lines, expected) => {
    const files = [write('log', lines), write('heads', heads === '' ? kept(20) : heads)] as const
    await expect(verifyFiles(...files, undefined, () => {})).rejects.toThrow(expected)
  })

  test('runs as one file that was copied elsewhere, with nothing else beside it', () => {
    const program = write('outlast-verify.mjs', readFileSync(join(import.meta.dirname, 'outlast-verify.mjs'), 'utf8'))
    const files = { log: write('log', exported(log)), heads: write('heads', kept(20)) }
    const ended = (...args: readonly string[]) =>
      spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' })
    const good = ended('--export', files.log, '--heads', files.heads)
    expect([good.status, good.stdout]).toEqual([0, expect.stringContaining('fits the head that you kept')])
    const changed = write('changed', exported(edit(log, 2, { data: { ...log[1]!.data, team: 'GB' } })))
    expect(ended('--export', changed, '--heads', files.heads).status).toBe(1)
    expect(ended('--export', join(folder, 'none'), '--heads', files.heads).status).toBe(2)
    expect(ended('--heads', files.heads)).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage:') as string })
  })
})
