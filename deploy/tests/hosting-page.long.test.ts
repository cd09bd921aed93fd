import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@outlast/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockWith, HOST, install, startHost } from './support/installed-page.ts'
import type { Machine } from './support/machine.ts'
import { type Archive, makeRelease } from './support/releases.ts'

// Follows docs/hosting.md on a machine with a real systemd and Caddy (support/machine.ts).

let parent: string
let release: Archive
let machine: Machine

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'outlast-hosting-'))
  release = await makeRelease(parent, '1.0.0')
  machine = await startHost()
  install(machine, release.file, release.version)
})
afterAll(() => {
  machine.stop()
  rmSync(parent, { recursive: true, force: true })
})

const doctor = () => machine.run('outlast doctor')
const setting = (line: string) => machine.ok(`echo '${line}' >>/etc/outlast/outlast.env`)
const removeLastSetting = () => machine.ok(`sed --in-place '$d' /etc/outlast/outlast.env`)
const show = (name: string) => machine.ok(`systemctl show outlast --property=${name} --value`).trim()
const isReady = () => machine.run('curl --fail --silent http://127.0.0.1:8080/readyz').code === 0

describe('the steps for a server', () => {
  test('end with a pool that finds nothing wrong with itself, behind Caddy with HTTPS', () => {
    const { code, output } = doctor()
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`The pool answers at https://${HOST}`) })
    const warned = [...output.matchAll(/^warn +(.+?) {2}/gm)].map(([, check]) => check)
    // The machine has one disk and no mail server, and Caddy's own certificates last for hours.
    expect(warned).toEqual(['backup disk', 'mail', 'tls'])
  })

  test('give every command that the page names, and settings only root can read', () => {
    const ran = blockWith('sudo outlast admin grant').map((line) => ({ line, ...machine.run(line) }))
    // Ada has not registered.
    const [grant, ...others] = [...ran].toSorted((a, b) => Number(b.line.includes('grant')) - Number(a.line.includes('grant')))
    expect(grant?.output).toContain('No account has the e-mail ada@club.example')
    expect(others.length).toBeGreaterThan(3)
    expect(others.filter(({ code }) => code !== 0)).toEqual([])
    expect(machine.ok('stat --format=%a%U /etc/outlast/outlast.env').trim()).toBe('600root')
  })

  test('fail where the folder for users of the system is missing and not made', async () => {
    const other = await startHost()
    try {
      other.ok('rm --recursive --force /etc/sysusers.d')
      const isLeftOut = (line: string) => line.endsWith('outlast install')
      const command = (line: string) => (isLeftOut(line) ? undefined : line.replace('install -D', 'install'))
      expect(() => install(other, release.file, release.version, { command })).toThrow('/etc/sysusers.d/outlast.conf')
    } finally {
      other.stop()
    }
  })
})

describe('the doctor', () => {
  test('fails for a folder of backups that the service may not write, until the page’s lines are added', () => {
    machine.ok('install --directory --owner=outlast --group=outlast /mnt/backups')
    setting('BACKUP_DIR=/mnt/backups')
    expect(doctor().output).toMatch(/^warn +service .*another value of BACKUP_DIR.*: restart it/m)
    machine.ok('systemctl restart outlast')
    expect(doctor()).toMatchObject({ code: 1, output: expect.stringMatching(/^fail +backup folder .*EROFS.*ReadWritePaths=/m) })
    machine.write('/etc/systemd/system/outlast.service.d/override.conf', '[Service]\nReadWritePaths=/mnt/backups\n')
    machine.ok('systemctl daemon-reload; systemctl restart outlast')
    expect(doctor().output).toMatch(/^ok +backup folder /m)
    removeLastSetting()
    machine.ok('rm --recursive /etc/systemd/system/outlast.service.d; systemctl daemon-reload; systemctl restart outlast')
  })

  test('warns about the proxy if the command leaves out a setting of the unit', () => {
    const command = machine.read('/opt/outlast/deploy/systemd/outlast')
    machine.write('/root/outlast', command.replace('settings --setenv=$setting"', 'settings --setenv=${setting#TRUST_}"'), 0o755)
    const { output } = machine.run('/root/outlast doctor')
    expect(output).toMatch(/^warn +proxy .*TRUST_PROXY is off/m)
    expect(output).toMatch(/^warn +service .*another value of TRUST_PROXY/m)
  })
})

describe('the service', () => {
  test('waits for a database that is away, and is not given up', async () => {
    setting('DATABASE_URL=postgres://outlast@127.0.0.1:5999/outlast\nJWT_SECRET=q7Zp0vNw3xKd8Rt5Yb1Hc6Jm2Lf9Gs4A')
    machine.ok('systemctl restart --no-block outlast')
    await eventually(() => expect(machine.ok('journalctl --unit outlast')).toContain('The start waits for it'))
    expect([show('ActiveState'), show('NRestarts')]).toEqual(['activating', '0'])
    removeLastSetting()
    removeLastSetting()
    machine.ok('systemctl restart outlast')
    expect(isReady()).toBe(true)
  })

  test('that hangs gets an answer from Caddy, without the watchdog too', () => {
    machine.write('/etc/systemd/system/outlast.service.d/override.conf', '[Service]\nWatchdogSec=0\n')
    machine.ok('systemctl daemon-reload; systemctl restart outlast')
    machine.ok(`kill -STOP ${show('MainPID')}`)
    const { output } = machine.run(`curl --silent --cacert /etc/ssl/outlast-test.pem --max-time 100 https://${HOST}/api/weeks`)
    expect(output).toContain('"code":"unavailable"')
    machine.ok(`kill -KILL ${show('MainPID')}`)
  })

  test('that hangs is killed and started again', async () => {
    machine.write('/etc/systemd/system/outlast.service.d/override.conf', '[Service]\nWatchdogSec=3\n')
    machine.ok('systemctl daemon-reload; systemctl restart outlast')
    const hung = show('MainPID')
    machine.ok(`kill -STOP ${hung}`)
    await eventually(() => {
      expect(show('MainPID')).not.toBe(hung)
      expect(isReady()).toBe(true)
    })
    expect(show('NRestarts')).toBe('1')
    machine.ok('rm --recursive /etc/systemd/system/outlast.service.d; systemctl daemon-reload')
  })

  const person = { email: 'bea@club.example', password: 'correct horse battery', first_name: 'Bea', last_name: 'Test' }
  const post = (path: string) =>
    machine.run(`curl --fail --silent --json '${JSON.stringify(person)}' http://127.0.0.1:8080${path}`).code
  const restore = (): void => {
    for (const line of blockWith('sudo outlast restore')) machine.ok(line.replaceAll('<time>', 'now'))
  }

  test('runs with the pool of a backup that the page’s commands restored', () => {
    expect(post('/api/auth/register')).toBe(0)
    machine.ok(
      'outlast backup /var/lib/outlast-backups/by-hand.tar; cp /var/lib/outlast-backups/by-hand.tar /root/outlast-now.tar',
    )
    restore()
    expect(isReady()).toBe(true)
    expect(post('/api/auth/login')).toBe(0)
    expect(doctor().code).toBe(0)
  })

  test('moves to another machine with the steps there and the same commands', async () => {
    const backup = machine.ok('base64 --wrap=0 /root/outlast-now.tar')
    // Machines share the control groups of this one, so the first has to end.
    machine.stop()
    machine = await startHost()
    install(machine, release.file, release.version)
    expect(post('/api/auth/login')).not.toBe(0)
    machine.write('/root/outlast-now.base64', backup)
    machine.ok('base64 --decode /root/outlast-now.base64 >/root/outlast-now.tar')
    restore()
    expect(isReady()).toBe(true)
    expect(post('/api/auth/login')).toBe(0)
    expect(doctor().code).toBe(0)
  })
})
