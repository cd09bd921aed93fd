import { createHash, createHmac, createPublicKey, verify } from 'node:crypto'
import { createReadStream, readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

// Checks an exported log of an Outlast pool against heads that somebody kept. This is the whole program: it needs Node.js 20 or newer and
// no packages, and nothing else of the pool. What it checks, and why that proves something, is in docs/proofs.md.

const HELP = `Usage: node outlast-verify.mjs --export <file> --heads <file> [--key <public key>] [--pick <entry>:<week>] [--game <id>] [--standings]

  --export  a log, from "outlast log export": one event per line
  --heads   heads that you kept: mails of the pool, heads.ndjson, answers of /api/audit/heads, or lines <position>:<hash>
  --key     the pool's public key in base64url, to check signatures as well; answers of /api/audit/heads contain it
  --pick    says which team an entry has in a week, by their ids, when it was picked, and what changed it since
  --game    says which score a game has, by its id, and what changed it
  --standings  says who is in and out; only with the program in its place in Outlast, whose rules it needs

Exit code: 0 if the log fits every head, 1 if it does not, 2 if a file cannot be used.`

/** A file that cannot be used, as opposed to a log that does not fit. */
export class UnusableFile extends Error {}

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
const bytes = (hex) => Buffer.from(hex, 'hex')

/**
 * Returns the canonical JSON of a value (RFC 8785): keys in order, and no spaces.
 * @param {unknown} value
 * @returns {string}
 */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`
}

/** A head in any of the forms: a position, 64 hexadecimal digits and perhaps a signature. Mail programs break and quote lines. */
const HEAD = /(\d{1,15})(?:[\s>:,"]|hash)+([0-9a-f]{64})(?![0-9a-f])(?:(?:[\s>:,"]|signature)+([A-Za-z0-9_-]{86})(?![\w-]))?/g

/**
 * Finds the heads in a text.
 * @param {string} text
 * @returns {{ position: number, hash: string, signature: string | undefined }[]}
 */
export function findHeads(text) {
  return [...text.matchAll(HEAD)].map(([, position, hash, signature]) => ({
    position: Number(position),
    hash: `${hash}`,
    signature,
  }))
}

/**
 * Finds the public key in an answer of /api/audit/heads.
 * @param {string} text
 * @returns {string | undefined}
 */
const findKey = (text) => /"public_key"\s*:\s*"([\w-]{43})"/.exec(text)?.[1]

/**
 * Whether the pool signed a head.
 * @param {{ position: number, hash: string, signature?: string | undefined }} head
 * @param {string} key
 * @returns {boolean}
 */
function isSigned({ position, hash, signature = '' }, key) {
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
    return verify(null, Buffer.from(`outlast-head:v1:${position}:${hash}`), publicKey, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

/** @param {number} position */
const changed = (position) => `The data of event ${position} was changed.`

/** What the events have that can lose their name. */
const FIELDS = new Map([
  ['EntryCreated', 'entryId,name,userId'],
  ['EntryRenamed', 'entryId,name'],
])

/** The names that were removed when their account was deleted. Their hashes remain, and a later event says that they were removed. */
class Redactions {
  /** @type {Map<number, number | undefined>} the account, if the event says it, by the position of the event */
  #unconfirmed = new Map()

  /**
   * Whether the data of an event is what was recorded, perhaps without its name.
   * @param {Record<string, any>} event
   */
  accept({ position, type, stream, data, data_hash }) {
    if (type === 'EventsRedacted')
      for (const redacted of data.positions)
        if ((this.#unconfirmed.get(redacted) ?? data.userId) === data.userId) this.#unconfirmed.delete(redacted)
    if (sha256(canonical(data)) === data_hash) return true
    const fields = FIELDS.get(type)
    if (data.name !== null || Object.keys(data).sort().join() !== fields || stream !== `entry-${data.entryId}`) return false
    this.#unconfirmed.set(position, data.userId)
    return true
  }

  /** Returns what no event confirmed. */
  problems() {
    return [...this.#unconfirmed.keys()].map(changed)
  }
}

/**
 * Checks one event, and returns what is wrong with it.
 * @param {Record<string, any>} event
 * @param {number} position that it should have
 * @param {string} previous the hash before it
 * @param {Redactions} redactions
 * @returns {string | undefined}
 */
function problemOf(event, position, previous, redactions) {
  if (event.position !== position) return `Event ${position} is missing: the next one is ${event.position}.`
  if (!redactions.accept(event)) return changed(position)
  const { stream, version, event_id, type, schema_version, recorded_at, site_time, data_hash } = event
  const metadata_hash = sha256(canonical(event.metadata))
  const covered = canonical({
    position,
    stream,
    version,
    event_id,
    type,
    schema_version,
    recorded_at,
    site_time,
    data_hash,
    metadata_hash,
  })
  // Events of early versions were hashed directly, later ones by their own hash.
  const isEarly = (event.event_hash ?? null) === null
  const hash = sha256(bytes(previous), isEarly ? covered : bytes(sha256(covered)))
  if (!isEarly && sha256(covered) !== event.event_hash)
    return `Event ${position} was changed: it does not produce its event hash.`
  if (hash !== event.hash) return `Event ${position} does not continue the chain: it, or one before it, was changed.`
  return isCommitted(event) ? undefined : `The pick of event ${position} is not the one that was committed to.`
}

/**
 * Whether a pick produces its commitment. Other events have none.
 * @param {Record<string, any>} event
 * @returns {boolean}
 */
function isCommitted({ data: { entryId, team, weekId, nonce, commitment } }) {
  if (team === undefined || commitment === undefined) return true
  const message = `{"entry":${entryId},"team":"${team}","week":${weekId}}`
  return createHmac('sha256', bytes(nonce)).update(message).digest('hex') === commitment
}

/**
 * Checks a log against heads.
 * @param {AsyncIterable<string>} lines of the export
 * @param {readonly { position: number, hash: string, signature?: string | undefined }[]} heads
 * @param {string | undefined} key the pool's public key
 * @param {(event: Record<string, any>) => void} onEvent gets each event that fits the chain
 * @returns {Promise<{ events: number, problems: string[] }>} the number of events, and what is wrong, empty if all fits
 */
async function verifyExport(lines, heads, key, onEvent) {
  const problems = heads
    .filter((head) => key !== undefined && head.signature !== undefined && !isSigned(head, key))
    .map(({ position }) => `The signature of the head at ${position} is wrong.`)
  let position = 0
  let hash = '0'.repeat(64)
  const redactions = new Redactions()
  for await (const line of lines) {
    // The header of npm run, which the shell may have redirected to the file too.
    if (line.trim() === '' || (position === 0 && line.startsWith('> '))) continue
    const event = parse(line, position + 1)
    const problem = problemOf(event, position + 1, hash, redactions)
    // What follows a wrong event is wrong only because of it.
    if (problem !== undefined) return { events: position, problems: [...problems, problem] }
    position += 1
    hash = event.hash
    onEvent(event)
    problems.push(...heads.filter((head) => head.position === position && head.hash !== hash).map(describe))
  }
  if (position === 0) throw new UnusableFile('The export contains no event.')
  const missing = heads.filter((head) => head.position > position)
  return {
    events: position,
    problems: [
      ...problems,
      ...redactions.problems(),
      ...missing.map((head) => `The log ends at event ${position}, but a head says that it had ${head.position}.`),
    ],
  }
}

/** @param {{ position: number }} head */
const describe = ({ position }) => `The log is not the one of the head at ${position}: an event up to ${position} was changed.`

/**
 * @typedef {{ add: (event: Record<string, any>) => void, sentences: () => readonly string[] }} Question
 */

/**
 * Answers which team an entry has in a week. Each slot has a pick of its own.
 * @param {string} text the ids of the entry and the week, with a colon
 * @returns {Question}
 */
function aboutPick(text) {
  const [, entry, week] = /^(\d+):(\d+)$/.exec(text) ?? []
  if (entry === undefined) throw new UnusableFile(`--pick must be <entry id>:<week id>, not ${text}`)
  /** @type {Map<number, Record<string, any>[]>} */
  const picks = new Map()
  let lock = 0
  return {
    add(event) {
      const { type, data, position } = event
      if (type === 'WeekLocked' && data.weekId === Number(week)) lock = position
      if (data.entryId !== Number(entry) || data.weekId !== Number(week) || data.pickId === undefined) return
      picks.set(data.pickId, [...(picks.get(data.pickId) ?? []), event])
    },
    sentences() {
      const place = `Entry ${entry} in week ${week}`
      if (picks.size === 0) return [`${place}: no pick was recorded.`]
      return [...picks.values()].map((events) => {
        const later = events.filter(({ position }) => lock > 0 && position > lock)
        const before = events.filter((event) => !later.includes(event))
        const locked = lock === 0 ? 'the week has not locked' : `the week locked with event ${lock}`
        const changes = later.map(
          ({ position, data }) => `event ${position} changed it to ${data.team ?? 'no pick'} after the lock`,
        )
        return `${place}: ${teamAfter(before)}; ${locked}; ${changes.length === 0 ? 'nothing changed it since' : changes.join('; ')}.`
      })
    },
  }
}

/**
 * @param {readonly Record<string, any>[]} events of a pick, in order
 * @returns {string}
 */
function teamAfter(events) {
  const picked = events.filter(({ data }) => data.team !== undefined).at(-1)
  const last = events.at(-1)
  if (picked === undefined || last === undefined) return 'no pick before the lock'
  const isPicked = last === picked || last.type === 'PickRestored'
  return isPicked
    ? `${picked.data.team}, as event ${picked.position} recorded it on ${picked.recorded_at} with a commitment that fits`
    : `no pick, since event ${last.position} removed ${picked.data.team}`
}

/**
 * Answers which score a game has.
 * @param {string} id
 * @returns {Question}
 */
function aboutGame(id) {
  if (!/^\d+$/.test(id)) throw new UnusableFile(`--game must be the id of a game, not ${id}`)
  /** @type {Record<string, any>[]} */
  const scores = []
  return {
    add(event) {
      if (event.data.gameId === Number(id) && event.data.homeScore !== undefined) scores.push(event)
    },
    sentences() {
      const last = scores.at(-1)
      if (last === undefined) return [`Game ${id}: no score was recorded.`]
      const { data, position, type, recorded_at } = last
      const state = type === 'GameScored' ? 'while it was played' : type === 'ScoreCorrected' ? 'as a correction' : 'as final'
      const finals = scores.filter(({ type: kind }) => kind !== 'GameScored').length
      return [
        `Game ${id}: home ${data.homeScore}, away ${data.awayScore}, as event ${position} recorded it on ${recorded_at} ${state}${finals > 1 ? `; ${finals - 1} earlier final score${finals === 2 ? '' : 's'} differed` : ''}.`,
      ]
    },
  }
}

/**
 * Answers who is in and out. It needs the rules of Outlast.
 * @returns {Promise<Question>}
 */
async function aboutStandings() {
  try {
    return (await import('./standings.ts')).aboutStandings()
  } catch {
    throw new UnusableFile('--standings needs the rules of Outlast: run "outlast verify" with these options.')
  }
}

/**
 * @param {string} line
 * @param {number} number
 * @returns {Record<string, any>}
 */
function parse(line, number) {
  try {
    const event = JSON.parse(line)
    if (typeof event.data === 'object' && event.data !== null && /^[0-9a-f]{64}$/.test(event.hash)) return event
  } catch {
    // Named below.
  }
  throw new UnusableFile(`Event ${number} of the export cannot be read: this is not a line of "outlast log export".`)
}

/**
 * Reads lines. Names can contain other characters that end a line for some programs, and for Node's own readline.
 * @param {import('node:stream').Readable} input
 * @returns {AsyncGenerator<string>}
 */
export async function* linesOf(input) {
  let rest = ''
  for await (const chunk of input.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}

/**
 * Checks files, and prints what it found.
 * @param {string} exported
 * @param {string} kept
 * @param {string | undefined} key
 * @param {(text: string) => void} print
 * @param {readonly Question[]} [questions] answered from the events, if the log fits
 * @returns {Promise<0 | 1>} the exit code
 */
export async function verifyFiles(exported, kept, key, print, questions = []) {
  const text = readFileSync(kept, 'utf8')
  const heads = findHeads(text)
  if (heads.length === 0) throw new UnusableFile(`${kept} contains no head: copy the line "Log head: …" from a mail of the pool.`)
  const publicKey = key ?? findKey(text)
  const { events, problems } = await verifyExport(linesOf(createReadStream(exported)), heads, publicKey, (event) => {
    for (const { add } of questions) add(event)
  })
  for (const problem of problems) print(`✕ ${problem}`)
  if (problems.length > 0) return 1
  print(
    `✓ The log of ${events} events fits ${heads.length === 1 ? 'the head' : `all ${heads.length} heads`} that you kept: nothing up to event ${Math.max(...heads.map(({ position }) => position))} was changed.`,
  )
  for (const sentence of questions.flatMap(({ sentences }) => sentences())) print(`✓ ${sentence}`)
  if (publicKey === undefined) print('  The signatures were not checked: give the public key with --key.')
  return 0
}

/**
 * @param {{ pick?: string | undefined, game?: string | undefined, standings?: boolean | undefined }} options
 * @returns {Promise<readonly Question[]>}
 */
export async function questionsOf({ pick, game, standings }) {
  return [
    ...(pick === undefined ? [] : [aboutPick(pick)]),
    ...(game === undefined ? [] : [aboutGame(game)]),
    ...(standings === true ? [await aboutStandings()] : []),
  ]
}

/** Runs the program when it is started itself, and not imported. */
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    const text = /** @type {const} */ ({ type: 'string' })
    const standings = /** @type {const} */ ({ type: 'boolean' })
    const { values } = parseArgs({ options: { export: text, heads: text, key: text, pick: text, game: text, standings } })
    if (values.export === undefined || values.heads === undefined) throw new UnusableFile(HELP)
    process.exitCode = await verifyFiles(values.export, values.heads, values.key, console.log, await questionsOf(values))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  }
}
