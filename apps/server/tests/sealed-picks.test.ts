import { eventually } from '@outlast/testing'
import { pickIdOf } from '@outlast/domain'
import { FakeAuthenticator } from '@outlast/testing/fakes/authenticator'
import { Watcher } from '@outlast/testing/live/watcher'
import { type Api, PASSWORD, type Person } from '@outlast/testing/server/people'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../src/database/index.ts'
import { readableAddresses, readRaw, withoutTimesAndIds } from '@outlast/testing/http/readable-addresses'

const OLD = 'olga@club.example'
const MINE = 'attacker@evil.example'
const NEW_PASSWORD = 'chosen by the attacker'
const SENTENCE = 'An admin changed the e-mail address of Olga Test.'
const SEALED = {
  status: 403,
  code: 'picks_sealed',
  message: 'Picks made before the e-mail address was changed are sealed until the lock',
}
/** Entry 1 of the owner has the hidden pick; entry 2 of the owner has none. */
const [ENTRY, FREE_ENTRY] = [1, 2]
const [WEEK, NEXT_WEEK] = [1, 2]
const PICK = pickIdOf(ENTRY as never, WEEK as never, 1)

let pool: TestPool | undefined
afterEach(async () => {
  await pool?.stop()
  pool = undefined
})

interface World {
  readonly pool: TestPool
  readonly admin: Person
  readonly owner: Person
  readonly setEmail: (email: string) => Promise<unknown>
  /** The text of the newest mail to an address that contains a link, and the token of that link. */
  readonly tokenMailedTo: (address: string) => Promise<string>
  readonly mailsTo: (address: string) => Promise<readonly string[]>
  /** Resets the password through a mail to an address, and signs in. */
  readonly takeOver: (address: string, password?: string) => Promise<Attacker>
  /** Signs in with a link in a mail to an address. */
  readonly signInByLink: (address: string) => Promise<Attacker>
}

type Attacker = Api & { readonly token: string }

/** Starts a pool in which the owner picks teams, one after another, that the admin wants to know. */
async function startWorld(...teams: readonly string[]): Promise<World> {
  const started = (pool = await startTestPool())
  const admin = await started.register('Ada')
  const owner = await started.register('Olga')
  for (const week_number of [WEEK, NEXT_WEEK]) await admin.api.call('createWeek', { body: { season_year: 2030, week_number } })
  for (const name of ['Hidden', 'Free']) await owner.api.call('createEntry', { body: { user_id: owner.id, name } })
  for (const team of teams) await submit(owner.api, ENTRY, WEEK, team)
  const mailsTo = async (address: string) => {
    const database = openTables(started)
    const { rows } = await sql<{ text: string }>`
      SELECT text FROM mail_log WHERE to_address = ${address} ORDER BY id`.execute(database.db)
    await database.close()
    return rows.map(({ text }) => text)
  }
  await keepMails(started)
  const tokenMailedTo = async (address: string) => {
    const texts = await mailsTo(address)
    return /[?&]token=([\w-]{43})/.exec(texts.findLast((text) => text.includes('token=')) ?? '')?.[1] ?? 'no link was mailed'
  }
  return {
    pool: started,
    admin,
    owner,
    setEmail: (email) => admin.api.call('adminUpdateUser', { params: { id: owner.id }, body: { email } }),
    mailsTo,
    tokenMailedTo,
    takeOver: async (address, password = NEW_PASSWORD) => {
      await started.visitor.call('requestPasswordReset', { body: { email: address } })
      await started.visitor.call('submitPasswordReset', { body: { token: await tokenMailedTo(address), password } })
      const { token } = await started.visitor.call('login', { body: { email: address, password } })
      return Object.assign(started.as(token), { token })
    },
    signInByLink: async (address) => {
      await started.visitor.call('requestSignInLink', { body: { email: address } })
      const { token } = await started.visitor.call('submitSignInLink', { body: { token: await tokenMailedTo(address) } })
      return Object.assign(started.as(token), { token })
    },
  }
}

const openTables = ({ database }: TestPool) =>
  openDatabase<never>({ connectionString: database.connectionString, max: 1, onError: () => {} })

/** Keeps a copy of every mail, because the worker erases the text of a mail that it has sent. */
async function keepMails(of: TestPool): Promise<void> {
  const database = openTables(of)
  const { db } = database
  await sql`CREATE TABLE mail_log (id bigint GENERATED ALWAYS AS IDENTITY, to_address text, text text)`.execute(db)
  await sql`
    CREATE FUNCTION keep_mail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO mail_log (to_address, text) VALUES (NEW.recipient, NEW.text);
      RETURN NEW;
    END $$`.execute(db)
  await sql`CREATE TRIGGER keep_mails AFTER INSERT ON deliveries FOR EACH ROW EXECUTE FUNCTION keep_mail()`.execute(db)
  await database.close()
}

const submit = (api: Api, entry: number, week: number, team: string, idempotencyKey?: string) =>
  api.call('submitPick', {
    body: { entry_id: entry, week_id: week, team_abbr: team },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  })
const lockFirstWeek = ({ admin }: World) => admin.api.call('setSiteTime', { body: { now_iso: '2030-09-09T00:00:00Z' } })
const auditSentences = async (api: Api) =>
  (await api.call('listAudit', { query: { limit: 200 } })).lines.map((line) => line.sentence)

/** The ways into an account through its mailbox. */
const WAYS_IN = [
  ['resets the password', (world: World) => world.takeOver(MINE)],
  ['asks for a link to sign in', (world: World) => world.signInByLink(MINE)],
] as const

describe('an admin who changes a member’s e-mail address and signs in', () => {
  it.each(WAYS_IN)('and %s: reads no hidden pick, neither over REST nor live, and cannot change one', async (_, signIn) => {
    const world = await startWorld('KC', 'DEN', 'BUF')
    await world.setEmail(MINE)
    const attacker = await signIn(world)
    const masked = { team_abbr: null, hidden: true, created_at: null, updated_at: null, version: null }
    expect(await attacker.call('entryPicks', { params: { id: ENTRY } })).toMatchObject([{ id: PICK, ...masked }])
    const board = await attacker.call('getDashboard')
    expect(board.entries).toMatchObject([
      { id: FREE_ENTRY, has_pick: false, has_sealed_pick: false },
      { id: ENTRY, has_pick: true, has_sealed_pick: true, pick: masked, used_teams: [] },
    ])
    const history = await attacker.call('entryHistory', { params: { id: ENTRY } })
    expect(history.weeks).toMatchObject([{ week_id: WEEK, result: 'tbd', changes: [] }])
    await expect(attacker.call('pickReceipt', { params: { id: PICK } })).rejects.toMatchObject({ status: 404 })

    const watcher = new Watcher(world.pool.url, attacker.token)
    expect(await watcher.join(`user:${world.owner.id}`)).toMatchObject({ ok: true })
    await submit(attacker, FREE_ENTRY, WEEK, 'SEA')
    await eventually(() => expect(watcher.received.join()).toContain('SEA'))
    watcher.close()
    const topic = { params: { topic: `user:${world.owner.id}` } } as const
    const read = [board, history, await attacker.call('liveSnapshot', topic as never), watcher.received]
    expect(JSON.stringify(read)).not.toMatch(/KC|DEN|BUF/)

    for (const team of ['BUF', 'KC', 'MIA']) {
      await expect(submit(attacker, ENTRY, WEEK, team)).rejects.toMatchObject(SEALED)
      await expect(submit(attacker, ENTRY, NEXT_WEEK, team)).rejects.toMatchObject(SEALED)
      const change = { params: { id: PICK }, body: { team_abbr: team } }
      await expect(attacker.call('changePick', change)).rejects.toMatchObject(SEALED)
    }
    await expect(attacker.call('clearPick', { params: { id: PICK } })).rejects.toMatchObject(SEALED)
    await expect(attacker.call('deleteEntry', { params: { id: ENTRY } })).rejects.toMatchObject(SEALED)

    await lockFirstWeek(world)
    expect(await attacker.call('entryPicks', { params: { id: ENTRY } })).toMatchObject([{ team_abbr: 'BUF' }])
    expect(world.pool.breaches).toEqual([])
  })

  it('leaves a line in the audit trail for everybody, which contains no address, and two mails', async () => {
    const world = await startWorld('KC')
    await world.setEmail(MINE)
    const other = await world.pool.register('Otto')
    for (const api of [world.pool.visitor, other.api, world.admin.api]) {
      const sentences = await auditSentences(api)
      expect(sentences).toContain(SENTENCE)
      expect(sentences.join()).not.toMatch(/evil|club\.example/)
    }
    const [toOld] = await world.mailsTo(OLD)
    expect(toOld).toContain('/confirm-email-change?token=')
    expect(toOld).not.toContain(MINE)
    const [toNew] = await world.mailsTo(MINE)
    expect(toNew).toContain('an admin of Outlast changed the e-mail address')
    expect(toNew).not.toMatch(/token=|olga/)
  })

  it('ends every login and live subscription of the member at once', async () => {
    const world = await startWorld('KC')
    const watcher = new Watcher(world.pool.url, world.owner.token)
    await watcher.join(`user:${world.owner.id}`)
    const closed = new Promise((resolve) => watcher.socket.on('disconnect', resolve))
    await world.setEmail(MINE)
    await closed
    watcher.close()
    await expect(world.owner.api.call('me')).rejects.toMatchObject({ status: 401, code: 'token_revoked' })
  })

  it('does not receive what the live topic sent before, and sees nothing of what the owner’s requests returned', async () => {
    const world = await startWorld()
    const watcher = new Watcher(world.pool.url, world.owner.token)
    const { version = 0 } = await watcher.join(`user:${world.owner.id}`)
    await submit(world.owner.api, ENTRY, WEEK, 'KC', 'a-key-of-the-owner')
    await eventually(() => expect(watcher.received.join()).toContain('"KC"'))
    watcher.close()
    await world.setEmail(MINE)
    const attacker = await world.takeOver(MINE)
    const again = new Watcher(world.pool.url, attacker.token)
    await again.socket.timeout(20_000).emitWithAck('join', { topic: `user:${world.owner.id}`, have: version })
    await eventually(() => expect(again.received.join()).toContain('reset'))
    again.close()
    expect(again.received.join()).not.toContain('KC')
    await expect(submit(attacker, ENTRY, WEEK, 'KC', 'a-key-of-the-owner')).rejects.toMatchObject(SEALED)
  })

  it.each([
    ['changes the address again', (world: World) => world.setEmail('second@evil.example'), 'second@evil.example'],
    ['changes it back', (world: World) => world.setEmail(OLD), OLD],
  ])('cannot end the seal from the address in between if the admin %s', async (_, change, address) => {
    const world = await startWorld('KC')
    await world.setEmail(MINE)
    await change(world)
    expect((await world.mailsTo(MINE)).filter((text) => text.includes('token='))).toEqual([])
    // The owner's mailbox receives a new link, which replaces the first one.
    const links = (await world.mailsTo(OLD)).filter((text) => text.includes('/confirm-email-change?token='))
    expect(links).toHaveLength(2)
    const first = /token=([\w-]{43})/.exec(links[0] ?? '')?.[1] ?? ''
    const confirm = (token: string) => world.pool.visitor.call('confirmEmailChange', { body: { token } })
    await expect(confirm(first)).rejects.toMatchObject({ status: 400, code: 'confirm_link_invalid' })
    const member = await world.takeOver(address)
    expect(await member.call('entryPicks', { params: { id: ENTRY } })).toMatchObject([{ team_abbr: null, hidden: true }])
  })

  it('cannot end the seal by a change of the address from inside the account', async () => {
    const world = await startWorld('KC')
    await world.setEmail(MINE)
    const attacker = await world.takeOver(MINE)
    await attacker.call('updateAccount', { body: { email: 'third@evil.example', current_password: NEW_PASSWORD } })
    await world.setEmail('fourth@evil.example')
    expect((await world.mailsTo('third@evil.example')).join()).not.toContain('confirm-email-change')
    expect(await world.tokenMailedTo(OLD)).toHaveLength(43)
  })
})

describe('passkeys and links to sign in of an account whose e-mail address an admin changes', () => {
  const createPasskey = async (api: Api, authenticator: FakeAuthenticator) => {
    const options = await api.call('passkeyOptions', { body: {} })
    return api.call('addPasskey', { body: { name: 'Mine', response: authenticator.create(options) } })
  }
  const signIn = async ({ pool: { visitor } }: World, authenticator: FakeAuthenticator) => {
    const options = await visitor.call('passkeySignInOptions', { body: {} })
    return visitor.call('submitPasskey', { body: { response: authenticator.get(options) } })
  }
  const authenticatorOf = ({ pool: { config } }: World) => new FakeAuthenticator(config.publicUrl)

  it('do not let the member’s earlier passkey or link in, so that a former owner cannot read the next one’s picks', async () => {
    const world = await startWorld('KC')
    const authenticator = authenticatorOf(world)
    await createPasskey(world.owner.api, authenticator)
    expect((await signIn(world, authenticator)).user.id).toBe(world.owner.id)
    await world.pool.visitor.call('requestSignInLink', { body: { email: OLD } })
    const token = await world.tokenMailedTo(OLD)
    await world.setEmail(MINE)
    await expect(signIn(world, authenticator)).rejects.toMatchObject({ status: 401, code: 'passkey_rejected' })
    const use = world.pool.visitor.call('submitSignInLink', { body: { token } })
    await expect(use).rejects.toMatchObject({ code: 'sign_in_link_invalid' })
    expect((await world.mailsTo(OLD)).at(-1)).toContain('its passkeys were removed')
  })

  it.each(WAYS_IN)('let an admin who %s add no passkey, which would outlast the seal', async (_, enter) => {
    const world = await startWorld('KC')
    await world.setEmail(MINE)
    const attacker = await enter(world)
    await expect(createPasskey(attacker, authenticatorOf(world))).rejects.toMatchObject({ status: 403, code: 'passkeys_paused' })
  })

  it('let a ceremony that began before the seal add no passkey under it', async () => {
    const world = await startWorld('KC')
    const options = await world.owner.api.call('passkeyOptions', { body: {} })
    await world.setEmail(MINE)
    const attacker = await world.takeOver(MINE)
    const response = authenticatorOf(world).create(options)
    const add = attacker.call('addPasskey', { body: { name: 'Mine', response } })
    await expect(add).rejects.toMatchObject({ code: 'passkey_invalid' })
  })

  it('let nobody keep a passkey after the owner has reset the password', async () => {
    const world = await startWorld('KC')
    await world.setEmail(MINE)
    await world.pool.visitor.call('confirmEmailChange', { body: { token: await world.tokenMailedTo(OLD) } })
    const attacker = await world.signInByLink(MINE)
    const authenticator = authenticatorOf(world)
    await createPasskey(attacker, authenticator)
    expect((await world.mailsTo(MINE)).at(-1)).toContain('the passkey “Mine” was added')
    await world.takeOver(MINE, 'chosen by the owner')
    await expect(signIn(world, authenticator)).rejects.toMatchObject({ code: 'passkey_rejected' })
  })

  it('keep the picks sealed for a link that is mailed to the address in between', async () => {
    const world = await startWorld('KC')
    await world.setEmail(MINE)
    await world.setEmail(OLD)
    const member = await world.signInByLink(OLD)
    expect(await member.call('entryPicks', { params: { id: ENTRY } })).toMatchObject([{ team_abbr: null, hidden: true }])
    const confirm = (token: string) => world.pool.visitor.call('confirmEmailChange', { body: { token } })
    await world.pool.visitor.call('requestSignInLink', { body: { email: OLD } })
    await expect(confirm(await world.tokenMailedTo(OLD))).rejects.toMatchObject({ code: 'confirm_link_invalid' })
  })
})

describe('the link that is mailed to the old address', () => {
  it('ends the seal once, without a login, also live', async () => {
    const world = await startWorld('KC')
    await world.setEmail(MINE)
    const member = await world.takeOver(MINE)
    const watcher = new Watcher(world.pool.url, member.token)
    await watcher.join(`user:${world.owner.id}`)
    const body = { token: await world.tokenMailedTo(OLD) }
    expect(await world.pool.visitor.call('confirmEmailChange', { body })).toEqual({
      message: 'Thank you. The picks are not sealed any more.',
    })
    await eventually(() => expect(watcher.received.join()).toContain('reset'))
    watcher.close()
    expect(await member.call('entryPicks', { params: { id: ENTRY } })).toMatchObject([{ team_abbr: 'KC' }])
    await submit(member, ENTRY, WEEK, 'DEN')
    await expect(world.pool.visitor.call('confirmEmailChange', { body })).rejects.toMatchObject({ code: 'confirm_link_invalid' })
    expect(await auditSentences(world.pool.visitor)).toContain(
      'The new e-mail address of Olga Test was confirmed through the old one, so the hidden picks are no longer sealed.',
    )
  })

  it('is stored as a hash, and deleted with the account', async () => {
    const world = await startWorld('KC')
    await world.setEmail(MINE)
    const database = openTables(world.pool)
    const links = () => sql<{ row: string }>`SELECT account_links::text AS row FROM account_links`.execute(database.db)
    const { rows } = await links()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(await world.tokenMailedTo(OLD))
    await world.admin.api.call('adminDeleteUser', { params: { id: world.owner.id } })
    expect((await links()).rows).toEqual([])
    await database.close()
  })
})

describe('an admin’s own address', () => {
  it('needs the current password through the admin route too, and seals nothing', async () => {
    const { admin, pool: started } = await startWorld()
    const change = (body: object) => admin.api.call('adminUpdateUser', { params: { id: admin.id }, body: body as never })
    await expect(change({ email: 'new@club.example' })).rejects.toMatchObject({ status: 400, code: 'invalid_input' })
    const wrong = { email: 'new@club.example', current_password: 'not the password' }
    await expect(change(wrong)).rejects.toMatchObject({ status: 400, code: 'password_wrong' })
    const changed = await change({ email: 'new@club.example', current_password: PASSWORD })
    expect(changed).toMatchObject({ email: 'new@club.example', picks_sealed_until: null })
    expect((await auditSentences(started.visitor)).join()).not.toContain('changed the e-mail address')
  })
})

describe('a password that an admin chose', () => {
  it('is on public record until the owner replaces it, and does not bar the member', async () => {
    const { admin, pool: started, mailsTo } = await startWorld()
    const body = { first_name: 'Cat', last_name: 'Cole', email: 'cat@club.example', password: PASSWORD }
    expect(await admin.api.call('adminCreateUser', { body })).toMatchObject({ password_chosen_by_admin: true })
    const chosen = 'Ada Test (admin) chose the password of Cat Cole.'
    const replaced = 'Cat Cole replaced the password that an admin had chosen.'
    expect(await auditSentences(started.visitor)).toContain(chosen)
    expect((await mailsTo(body.email)).join()).toMatch(/chose its password[^]+reset-password\?token=/)
    const signedIn = await started.visitor.call('login', { body: { email: body.email, password: PASSWORD } })
    expect(signedIn.user.password_chosen_by_admin).toBe(true)
    const cat = started.as(signedIn.token)
    const { id } = await cat.call('createEntry', { body: { user_id: signedIn.user.id, name: 'Cats' } })
    expect(await submit(cat, id, WEEK, 'KC')).toMatchObject({ team_abbr: 'KC' })
    const session = await cat.call('changePassword', { body: { current_password: PASSWORD, new_password: NEW_PASSWORD } })
    expect(session.user.password_chosen_by_admin).toBe(false)
    expect(await auditSentences(started.visitor)).toContain(replaced)
  })
})

async function readEverythingSealed(team: string): Promise<readonly string[]> {
  const world = await startWorld(team)
  await world.setEmail(MINE)
  const attacker = await world.takeOver(MINE)
  const replies: string[] = []
  for (const guess of ['KC', 'SF', 'MIA']) {
    for (const week of [WEEK, NEXT_WEEK]) {
      const refusal: unknown = await submit(attacker, ENTRY, week, guess).catch((error: unknown) => error)
      replies.push(JSON.stringify(refusal, ['status', 'code', 'message']))
    }
  }
  const topics = ['pool', 'week:1', 'week:2', 'season:2030', 'user:1', 'user:2', 'admin']
  const ids = { weeks: [1, 2], entries: [1, 2], users: [1, 2], positions: [5, 9], seasons: [2030], picks: [PICK] }
  const addresses = readableAddresses({ ids, topics })
  const reads = await Promise.all(addresses.map((address) => readRaw(world.pool.url, address, attacker.token)))
  await pool?.stop()
  pool = undefined
  return [...replies, ...reads.map(withoutTimesAndIds)]
}

it('no response to a login under the seal depends on the team of a sealed pick', async () => {
  const one = await readEverythingSealed('KC')
  const two = await readEverythingSealed('SF')
  expect(two).toEqual(one)
  expect(one.join()).toContain('"hidden":true')
})
