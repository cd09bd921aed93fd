import { createServer, type Server } from 'node:http'
import { createServer as createSmtpServer } from 'node:net'
import { createServer as createTlsServer } from 'node:https'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import type { Instant } from '@outlast/domain'
import { startLocalFeed } from '@outlast/testing/fakes/local-feed'
import { mailSetting, startLocalSmtp } from '@outlast/testing/fakes/local-smtp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Config, loadConfig } from '../config/config.ts'
import { knownMigrations } from '../database/migrations.ts'
import { checkAddress, checkCertificate, checkServer } from './address.ts'
import type { Finding } from './check.ts'
import { checkOtherClock, checkOtherClocks } from './clocks.ts'
import { checkBackups, checkDevices, checkMigrations, checkOutbox } from './database.ts'
import { freeBytes } from '../lib/disk-space.ts'
import { checkBackupDisk, checkClock, checkDisk, checkKeyFiles, checkMemory } from './machine.ts'
import { checkMails, checkScoreboard } from './pool.ts'
import { checkDataFolder, checkProxy, checkPublicAddress } from './service.ts'
import { checkFeed, checkMailServer, checkPush } from './services.ts'
import { differentSettings, settingHashes } from './settings.ts'

const instant = (text: string): Instant => text as Instant
const SECRET = 'a secret for tests only, 0123456789abcdef'

let folder: string
const servers: Server[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outlast-doctor-'))
})
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  rmSync(folder, { recursive: true, force: true })
})

const configOf = (env: Readonly<Record<string, string>> = {}): Config => loadConfig({ OUTLAST_DATA: folder, ...env })

const listen = async (server: Server): Promise<number> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Returns the level and the message, for one expectation about both. */
const found = ({ level, message }: Finding): string => `${level}: ${message}`

describe('checkDisk', () => {
  test('passes with space, warns below 1 GB, and fails below 200 MB', () => {
    expect(found(checkDisk('/data', 5e9))).toBe('ok: 5 GB free on the disk of /data')
    expect(found(checkDisk('/data', 9e8))).toMatch(/^warn: Only 900 MB free.*make room/)
    expect(found(checkDisk('/data', 1e8))).toMatch(/^fail: Only 100 MB free.*delete something/)
    expect(found(checkDisk('/data', 3e5))).toMatch(/^fail: The disk of \/data is full\. Delete something there/)
    expect(freeBytes(join(folder, 'not', 'yet'))).toBeGreaterThan(0)
  })
})

describe('checkBackupDisk', () => {
  test('warns when the backups are on the disk of the data, without a path, because admins read it too', () => {
    const backups = join(folder, 'not', 'yet')
    const same = found(checkBackupDisk(backups, ['/dev', folder]))
    expect(same).toMatch(/^warn: The backups are on the same disk as the data.*BACKUP_DIR/)
    expect(same).not.toContain(folder)
    expect(found(checkBackupDisk(backups, ['/dev']))).toBe('ok: The backups are on another disk than the data')
  })
})

describe('checkMemory', () => {
  test('passes with memory, warns below 150 MB, and fails below 50 MB', () => {
    expect(checkMemory(1e9).level).toBe('ok')
    expect(found(checkMemory(1e8))).toMatch(/^warn: .*add memory or swap/)
    expect(found(checkMemory(1e7))).toMatch(/^fail: .*end other programs/)
  })
})

describe('checkClock', () => {
  test('passes within 2 s, warns up to 30 s, and fails beyond, in both directions', () => {
    expect(checkClock(-500).level).toBe('ok')
    expect(found(checkClock(5_000))).toMatch(/^warn: .*5\.0 s ahead of .*NTP/)
    expect(found(checkClock(-90_000))).toMatch(/^fail: .*90\.0 s behind .*NTP/)
  })
})

describe('checkOtherClocks', () => {
  test('warns from 30 s on, in both directions', () => {
    expect(found(checkOtherClock('clock', 'scoreboard', 29_000))).toMatch(/^ok: .*agrees with that of the scoreboard/)
    expect(found(checkOtherClock('clock', 'scoreboard', 30_000))).toMatch(/^warn: .*30 s ahead of that of the scoreboard.*NTP/)
    expect(found(checkOtherClock('clock', 'mail server', -90_000))).toMatch(/^warn: .*90 s behind that of the mail server.*NTP/)
  })

  test('reads the time from the header of the scoreboard and from the greeting of the mail server', async () => {
    const late = new Date(Date.now() - 120_000).toUTCString()
    const web = await listen(createServer((_, response) => response.writeHead(404, { Date: late }).end()))
    const greeting = `220 mx.club.example ESMTP Exim 4.98 ${late.replace('GMT', '+0000')}\r\n`
    const mail = createSmtpServer((socket) => socket.on('error', () => {}).end(greeting))
    await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve))
    const { port } = mail.address() as AddressInfo
    const config = configOf({
      ESPN_BASE_URL: `http://127.0.0.1:${web}`,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'pool@club.example',
    })
    expect((await checkOtherClocks(config)).map(found)).toEqual([
      expect.stringMatching(/^warn: .*1(19|20|21) s ahead of that of the scoreboard/),
      expect.stringMatching(/^warn: .*1(19|20|21) s ahead of that of the mail server/),
    ])
    await new Promise((resolve) => mail.close(resolve))
  })

  test('says nothing about servers that cannot be reached, and about a greeting without a time', async () => {
    const smtp = await startLocalSmtp()
    const env = { ESPN_BASE_URL: 'http://127.0.0.1:1', SMTP_URL: smtp.url, MAIL_FROM: 'pool@club.example' }
    expect(await checkOtherClocks(configOf(env))).toEqual([])
    await smtp.stop()
  })
})

describe('checkKeyFiles', () => {
  test('fails if others can read a key, and names the file and the command', async () => {
    expect(found(await checkKeyFiles(folder))).toBe('ok: The data folder has no keys yet')
    writeFileSync(join(folder, 'head-key'), 'key', { mode: 0o600 })
    expect((await checkKeyFiles(folder)).level).toBe('ok')
    chmodSync(join(folder, 'head-key'), 0o644)
    expect(found(await checkKeyFiles(folder))).toBe(
      `fail: Other users of this machine can read head-key: run chmod 600 ${join(folder, 'head-key')}`,
    )
  })
})

describe('checkMigrations', () => {
  test('passes an up-to-date schema, warns before a migration, and fails for a newer one', async () => {
    const known = await knownMigrations()
    expect((await checkMigrations(known)).level).toBe('ok')
    const before = (name: string) => checkMigrations(known.filter((each) => each < name))
    // The tables that older versions read are dropped later.
    const since35 = known.filter((each) => each >= '0035' && each !== '0036-drop-replaced-tables').join(', ')
    expect(found(await before('0035'))).toBe(`warn: The next start applies ${since35}`)
    expect(found(await before('0026'))).toMatch(/^warn: The next start applies 0026-deliveries, .*, and writes a backup first$/)
    expect(found(await checkMigrations([...known, '9999-later']))).toMatch(/^fail: .*newer version of Outlast \(9999-later\)/)
  })
})

describe('checkOutbox', () => {
  test('fails if messages wait for hours, and warns about those that were given up', () => {
    expect(checkOutbox({ waiting: 2, givenUp: 0, oldestWaitingSeconds: 5, resting: 0 }).level).toBe('ok')
    expect(found(checkOutbox({ waiting: 2, givenUp: 0, oldestWaitingSeconds: 7200, resting: 0 }))).toMatch(
      /^fail: 2 messages .* 2 hours/,
    )
    expect(found(checkOutbox({ waiting: 0, givenUp: 3, oldestWaitingSeconds: 0, resting: 0 }))).toMatch(
      /^warn: 3 messages could not/,
    )
    expect(found(checkOutbox({ waiting: 0, givenUp: 0, oldestWaitingSeconds: 0, resting: 2 }))).toMatch(/^warn: 2 endpoints/)
  })
})

describe('checkBackups', () => {
  const status = { lastSuccessAt: instant('2030-01-01T00:00:00Z'), failures: 0, watchedSince: instant('2030-01-01T00:00:00Z') }
  const none = { lastSuccessAt: null, failures: 0, watchedSince: null }
  const DAY_MS = 86_400_000
  const now = instant('2030-01-01T05:00:00Z')

  test('with a schedule, fails if the last backup failed or is late', () => {
    expect(found(checkBackups(status, DAY_MS, now))).toBe('ok: The last backup is 5 hours old')
    expect(found(checkBackups({ ...status, failures: 2 }, DAY_MS, now))).toMatch(/^fail: .*2 failed since.*BACKUP_DIR/)
    expect(found(checkBackups(status, DAY_MS, instant('2030-01-04T00:00:00Z')))).toMatch(/^fail: The last backup is 3 days old/)
    expect(checkBackups(none, DAY_MS, now).level).toBe('ok')
  })

  test('without a schedule, warns if there is none or it is older than a week', () => {
    expect(found(checkBackups(none, undefined, now))).toMatch(
      /^warn: There is no backup: switch on daily backups on the desk, set BACKUP_DIR, or run npm run backup/,
    )
    expect(found(checkBackups(status, undefined, instant('2030-01-20T00:00:00Z')))).toMatch(
      /^warn: The last backup is 19 days old/,
    )
    expect(checkBackups(status, undefined, now).level).toBe('ok')
  })
})

describe('checkDataFolder', () => {
  test('writes a file and removes it, and fails without a path if that is not possible', async () => {
    expect((await checkDataFolder(join(folder, 'data'))).level).toBe('ok')
    expect(readdirSync(join(folder, 'data'))).toEqual([])
    writeFileSync(join(folder, 'file'), '')
    const refused = found(await checkDataFolder(join(folder, 'file', 'data')))
    expect(refused).toMatch(/^fail: The pool cannot write its data folder \(ENOTDIR\): OUTLAST_DATA names it.*ReadWritePaths=/)
    expect(refused).not.toContain(folder)
  })
})

describe('checkPublicAddress', () => {
  test('warns while members cannot open the address', () => {
    expect(found(checkPublicAddress(configOf()))).toMatch(/^warn: Links in mails lead to localhost: set PUBLIC_URL/)
    const at = (url: string) => found(checkPublicAddress(configOf({ PUBLIC_URL: url })))
    expect(at('http://192.168.1.4')).toBe(
      'warn: http://192.168.1.4 can be opened from this network only: set PUBLIC_URL to an address that members can open',
    )
    expect(at('https://pool.club.example')).toBe('ok: Links in mails lead to https://pool.club.example')
  })
})

describe('checkProxy', () => {
  test('warns with what requests have shown', () => {
    expect(found(checkProxy({ trustProxy: 1 }, []))).toBe('ok: TRUST_PROXY is 1, and no request since the start contradicts it')
    expect(found(checkProxy({ trustProxy: false }, ['It is off.', 'Set it.']))).toBe('warn: It is off. Set it.')
  })
})

describe('settingHashes', () => {
  test('say which settings differ, and nothing else', () => {
    const hashes = (env: Readonly<Record<string, string>>, secret = SECRET) => settingHashes(configOf(env), secret)
    const mail = { SMTP_URL: 'smtp://pool:hidden@mail.club.example', MAIL_FROM: 'pool@club.example' }
    expect(differentSettings(hashes(mail), hashes(mail))).toEqual([])
    expect(
      differentSettings(hashes({ TRUST_PROXY: '1', BACKUP_DIR: '/b', PUBLIC_URL: 'https://a.example' }), hashes(mail)),
    ).toEqual(['PUBLIC_URL', 'SMTP_URL or MAIL_FROM', 'TRUST_PROXY', 'BACKUP_DIR, BACKUP_EVERY or BACKUP_KEEP'])
    // Another version may not know each of them.
    expect(differentSettings(hashes(mail), {})).toEqual([])
    expect(JSON.stringify(hashes(mail))).not.toContain('hidden')
    expect(hashes(mail, `${SECRET}!`)['mail']).not.toBe(hashes(mail)['mail'])
  })
})

describe('checkScoreboard', () => {
  const now = instant('2030-01-01T05:00:00Z')
  const status = { lastAsked: null, nextAsk: null, paused: null, failures: 0, lastError: null }
  test('says when it answered, warns when the last request failed, and fails when none was made in time', () => {
    const check = (more: object) => found(checkScoreboard({ autoSync: true }, { ...status, ...more }, now))
    expect(found(checkScoreboard({ autoSync: false }, status, now))).toMatch(/^ok: AUTO_SYNC is off/)
    expect(check({})).toBe('ok: There was nothing to ask the scoreboard yet')
    expect(check({ lastAsked: '2030-01-01T04:58:00Z' })).toBe('ok: The scoreboard answered 2 minutes ago')
    const lastError = { at: '2030-01-01T04:55:00Z', message: 'ESPN answered 500', url: null, details: null }
    expect(check({ failures: 3, lastError })).toMatch(/^warn: The last 3 requests .* 5 minutes ago \(ESPN answered 500\)/)
    expect(check({ nextAsk: '2030-01-01T04:50:00Z' })).toMatch(/^ok/)
    expect(check({ nextAsk: '2030-01-01T04:00:00Z' })).toMatch(/^fail: .* should have been asked 1 hour ago/)
  })
})

describe('checkMails', () => {
  const now = instant('2030-01-01T05:00:00Z')
  const { mail } = loadConfig({ SMTP_URL: 'smtp://mail.club.example', MAIL_FROM: 'pool@club.example' })
  test('warns without a mail server, and fails while the last mail failed', () => {
    const none = { lastDeliveredAt: null, lastFailedAt: null }
    expect(found(checkMails(configOf(), none, now))).toMatch(/^warn: .*set SMTP_URL and MAIL_FROM/)
    expect(found(checkMails({ mail }, none, now))).toBe('ok: No mail has been sent yet')
    const sent = { lastDeliveredAt: instant('2030-01-01T02:00:00Z'), lastFailedAt: null }
    expect(found(checkMails({ mail }, sent, now))).toBe('ok: The last mail was sent 3 hours ago')
    const failed = { ...sent, lastFailedAt: instant('2030-01-01T04:00:00Z') }
    expect(found(checkMails({ mail }, failed, now))).toMatch(
      /^fail: A mail failed 1 hour ago, and none was sent since\. The last mail/,
    )
  })
})

describe('checkMailServer', () => {
  test('sends a test mail with one, and fails if it rejects the mail', async () => {
    const smtp = await startLocalSmtp()
    const mail = mailSetting(smtp.url)
    const checkMail = (to: string | undefined) => checkMailServer(configOf(), mail, to)
    expect(found(await checkMail(undefined))).toMatch(/^ok: .*doctor -- --mail <address> sends a test mail/)
    expect(smtp.received).toEqual([])
    expect((await checkMail('ada@club.example')).level).toBe('ok')
    expect(smtp.received).toMatchObject([{ to: ['ada@club.example'], subject: 'Test mail from Outlast' }])
    smtp.failWith('refuse')
    expect(found(await checkMail('ada@club.example'))).toMatch(/^fail: .*check SMTP_URL and MAIL_FROM/)
    await smtp.stop()
    expect((await checkMail(undefined)).level).toBe('fail')
  })
})

describe('checkDevices', () => {
  test('counts the devices whose push service refuses messages, and says what to do', () => {
    expect(found(checkDevices([]))).toBe('ok: No device refused its last push message')
    const refused = [403, 400, 403].map((status) => ({ device: null, status, refusedAt: '2030-01-01T00:00:00.000Z' as Instant }))
    expect(found(checkDevices(refused))).toMatch(
      /^warn: The push services of 3 devices refused the last message \(400, 403\): set PUBLIC_URL/,
    )
  })
})

describe('checkPush', () => {
  test('never creates a key, fails for a damaged one, and warns without https', async () => {
    expect(found(await checkPush(configOf()))).toBe('ok: The first start makes the key for push messages')
    const file = join(folder, 'vapid-key')
    writeFileSync(file, 'damaged\n')
    expect(found(await checkPush(configOf()))).toMatch(/^fail: .*not a private key.*restore vapid-key from a backup/)
    rmSync(file)
    const secret = { JWT_SECRET: SECRET }
    expect((await checkPush(configOf({ ...secret, PUBLIC_URL: 'https://pool.club.example' }))).level).toBe('ok')
    expect(found(await checkPush(configOf({ ...secret, PUBLIC_URL: 'http://pool.club.example' })))).toMatch(/^warn: .*https/)
  })
})

describe('checkFeed', () => {
  test('passes when it answers, and warns when it does not', async () => {
    const feed = await startLocalFeed()
    const config = configOf({ ESPN_BASE_URL: feed.url })
    feed.failWith('error-500', 1)
    expect(found(await checkFeed(config))).toMatch(/^warn: ESPN answered 500 .*picks and locks work without it/)
    feed.setGames({ seasonYear: new Date().getUTCFullYear() - 1, week: 1 }, [])
    expect((await checkFeed(config)).level).toBe('ok')
    expect(feed.requests).toHaveLength(2)
    expect(found(await checkFeed(configOf({ AUTO_SYNC: 'off' })))).toMatch(/^ok: AUTO_SYNC is off/)
    expect(feed.requests).toHaveLength(2)
    await feed.stop()
  })
})

describe('checkServer', () => {
  test('distinguishes a ready pool, one that is not ready, another program, and none', async () => {
    let status = 200
    const port = await listen(createServer((_request, response) => response.writeHead(status).end('{}')))
    const check = async () => found(await checkServer({ host: '127.0.0.1', port }))
    expect(await check()).toMatch(/^ok: The pool runs/)
    status = 503
    expect(await check()).toMatch(/^fail: .*not ready/)
    status = 404
    expect(await check()).toMatch(/^fail: Another program uses port/)
    await new Promise((resolve) => servers.pop()?.close(resolve))
    expect(await check()).toMatch(/^warn: The pool does not run on port \d+: start it/)
  })
})

describe('checkAddress', () => {
  /** Starts a proxy that answers with a status, and passes upgrades or not. */
  const startProxy = (status: number, { upgrades = true, body = '{"status":"ok"}' } = {}) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body))
    if (upgrades)
      server.on('upgrade', (_request, socket) =>
        socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
      )
    return listen(server)
  }
  const check = async (publicUrl: string, isRunning = true, env: Readonly<Record<string, string>> = {}) =>
    (await checkAddress(configOf({ PUBLIC_URL: publicUrl, ...env }), isRunning)).map(
      (finding) => `${finding.check} ${found(finding)}`,
    )

  test('warns without PUBLIC_URL, and fails in production', async () => {
    expect((await checkAddress(configOf(), true)).map(found)).toEqual([expect.stringMatching(/^warn: PUBLIC_URL is not set/)])
    const production = configOf({ NODE_ENV: 'production' })
    expect((await checkAddress(production, true)).map(({ level }) => level)).toEqual(['fail'])
  })

  test('passes a pool that answers and upgrades to WebSocket', async () => {
    const url = `http://127.0.0.1:${await startProxy(200)}`
    expect(await check(url)).toEqual([`address ok: The pool answers at ${url}`, 'websocket ok: Live connections work'])
  })

  test('fails if the proxy does not pass WebSocket upgrades', async () => {
    const url = `http://127.0.0.1:${await startProxy(200, { upgrades: false })}`
    expect((await check(url)).at(-1)).toMatch(/^websocket fail: .*gets 200 instead of an upgrade: let the proxy pass WebSocket/)
  })

  test('distinguishes a proxy that does not reach the pool from another website', async () => {
    const gateway = `http://127.0.0.1:${await startProxy(502)}`
    expect(await check(gateway)).toEqual([
      expect.stringMatching(/^address fail: The proxy .* answers 502.*forward to HOST and PORT/),
    ])
    expect(await check(gateway, false)).toEqual([expect.stringMatching(/^address warn: .*start the pool/)])
    const other = `http://127.0.0.1:${await startProxy(200, { body: 'Welcome to nginx' })}`
    expect((await check(other))[0]).toMatch(/^address fail: .*is not this pool: check PUBLIC_URL/)
  })

  test('says what to do about an unknown name and a closed port', async () => {
    expect(await check('http://pool.invalid')).toEqual([
      expect.stringMatching(/^tls warn: .*no https/),
      expect.stringMatching(/^address fail: .*(add a DNS record|name could not be looked up)/),
    ])
    const port = await startProxy(200)
    await new Promise((resolve) => servers.pop()?.close(resolve))
    expect(await check(`http://127.0.0.1:${port}`)).toEqual([expect.stringMatching(/^address fail: .*start the proxy/)])
    expect(await check(`http://127.0.0.1:${port}`, false)).toEqual([expect.stringMatching(/^address warn: .*start the pool/)])
  })

  test('fails for a self-signed certificate, and for a server that does not speak https', async () => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-keyout', key, '-out', cert, '-days', '2', ...subject],
      { stdio: 'ignore' },
    )
    const options = { key: readFileSync(key), cert: readFileSync(cert) }
    const port = await listen(createTlsServer(options, (_request, response) => response.end('{"status":"ok"}')))
    const findings = await check(`https://127.0.0.1:${port}`, true)
    expect(findings).toEqual([
      expect.stringMatching(/^proxy warn: TRUST_PROXY is off/),
      expect.stringMatching(/^tls fail: .*self-signed.*Let’s Encrypt/),
    ])
    const plain = await startProxy(200)
    expect(await check(`https://127.0.0.1:${plain}`, true, { TRUST_PROXY: 'on' })).toEqual([
      expect.stringMatching(/^tls fail: .*does not speak https/),
    ])
  })
})

describe('checkCertificate', () => {
  test('warns two weeks before the end, and fails after it', () => {
    const now = Date.UTC(2030, 0, 1)
    const inDays = (days: number) => now + days * 86_400_000
    expect(checkCertificate(inDays(60), now).level).toBe('ok')
    expect(found(checkCertificate(inDays(5), now))).toMatch(/^warn: The certificate ends in 5 days/)
    expect(found(checkCertificate(inDays(-2), now))).toMatch(/^fail: The certificate has expired/)
  })
})
