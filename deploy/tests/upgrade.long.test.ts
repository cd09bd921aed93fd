import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@outlast/testing/root'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockWith, install, startHost } from './support/installed-page.ts'
import type { Machine } from './support/machine.ts'
import { type Archive, brokenRelease, earlierRelease, makeRelease } from './support/releases.ts'

// `outlast upgrade` with a real systemd, from releases of earlier sources with a season that they play (support/machine.ts).

const FIXTURE = join(root, 'apps/server/tests/fixtures/outlast-1.0.0-preview-2026-11-24')
const { login, head } = JSON.parse(readFileSync(join(FIXTURE, 'answers.json'), 'utf8')) as {
  readonly login: object
  readonly head: { readonly position: number; readonly hash: string }
}

/** The last sources of these days. */
const EARLIER = [
  ['1.0.0-preview.24', 'bbc78a4c'],
  ['1.0.0-preview.28', '92e2f1a6'],
] as const

let parent: string
let present: Archive
let broken: Archive
const earlier: Archive[] = []

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'outlast-upgrades-'))
  for (const [version, commit] of EARLIER) earlier.push(await earlierRelease(parent, commit, version))
  present = await makeRelease(parent, '1.0.0')
  broken = await brokenRelease(parent, present, '1.0.1')
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** Installs an earlier release on a machine, with the season of the fixture, and copies the archives to it. */
function installEarlier(machine: Machine, from: Archive): void {
  install(machine, from.file, from.version)
  for (const { file } of [present, broken]) machine.copy(file, `/root/${file.slice(parent.length + 1)}`)
  machine.copy(join(parent, 'CHECKSUMS'), '/root/SHA256SUMS')
  // As the page says for a version that does not have the command.
  machine.ok(
    `mkdir tool; tar --extract --gzip --file outlast-1.0.0.tgz --directory tool --strip-components=1 outlast-1.0.0/deploy/systemd`,
  )
  machine.ok(`ln --symbolic --force /root/tool/deploy/systemd/outlast /usr/local/bin/outlast`)
  machine.copy(join(FIXTURE, 'backup.tar'), '/root/outlast-old.tar')
  for (const line of blockWith('sudo outlast restore')) machine.ok(line.replaceAll('<time>', 'old'))
}

const upgrade = (machine: Machine, args: string, path = '') =>
  machine.run(`${path === '' ? '' : `PATH=${path}:$PATH `}/root/tool/deploy/systemd/upgrade ${args}`)

/** Fails unless the season of the fixture is there, a member can sign in, and the version runs. */
function expectSeason(machine: Machine, version: string): void {
  expect(machine.ok('readlink /opt/outlast').trim()).toBe(`/opt/outlast-${version}`)
  // A unit of before 1.0.0 counts as started before the pool is ready.
  machine.ok('for i in $(seq 60); do curl --fail --silent http://127.0.0.1:8080/readyz && break; sleep 1; done')
  machine.ok(`outlast log verify --head ${head.position}:${head.hash}`)
  machine.ok(`curl --fail --silent --json '${JSON.stringify(login)}' http://127.0.0.1:8080/api/auth/login`)
}

describe.each(EARLIER.map(([version], index) => [version, index] as const))('outlast upgrade from %s', (version, index) => {
  let machine: Machine
  beforeAll(async () => {
    machine = await startHost()
    installEarlier(machine, earlier[index] as Archive)
  })
  afterAll(() => machine.stop())

  test('refuses an archive that is not what its checksum says, and one without a checksum', () => {
    machine.ok(
      'mkdir bad; cp SHA256SUMS bad; cp outlast-1.0.0.tgz bad; echo >>bad/outlast-1.0.0.tgz; mkdir none; cp outlast-1.0.0.tgz none',
    )
    expect(upgrade(machine, 'bad/outlast-1.0.0.tgz').output).toContain('is not what bad/SHA256SUMS says')
    expect(upgrade(machine, 'none/outlast-1.0.0.tgz').output).toContain('There is no none/SHA256SUMS')
    expectSeason(machine, version)
  })

  test('goes back by itself when the new version does not become ready, with the data as it was', () => {
    const { code, output } = upgrade(machine, 'outlast-1.0.1.tgz')
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('Outlast 1.0.1 did not become ready') })
    expect(output).toContain(`Outlast ${version} runs again, with everything that was confirmed`)
    expectSeason(machine, version)
  })

  test('is one command, and so is the way back', () => {
    const { code, output } = upgrade(machine, 'outlast-1.0.0.tgz')
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringContaining(`Upgrading from Outlast ${version} to Outlast 1.0.0`),
    })
    expectSeason(machine, '1.0.0')
    expect(upgrade(machine, 'outlast-1.0.0.tgz').output).toContain('Outlast 1.0.0 runs already')
    expect(upgrade(machine, '--back')).toMatchObject({
      code: 1,
      output: expect.stringContaining('outlast upgrade --back --restore'),
    })
    expectSeason(machine, '1.0.0')
    expect(upgrade(machine, '--back --restore').code).toBe(0)
    expectSeason(machine, version)
  })

  test('that is killed while it unpacks leaves the version that ran, and nothing that counts as unpacked', () => {
    machine.ok('rm --recursive --force /opt/outlast-1.0.0')
    const killed: string[] = []
    for (let step = 1; step <= 3; step += 1) {
      writeSteps(machine, step)
      killed.push(/KILLED after step \d: (\w+)/.exec(upgrade(machine, 'outlast-1.0.0.tgz', '/root/steps').output)?.[1] ?? '')
      expectSeason(machine, version)
    }
    expect(killed).toEqual(['mkdir', 'tar', 'mv'])
    expect(upgrade(machine, 'outlast-1.0.0.tgz').output).toContain('Outlast 1.0.0 runs')
    expectSeason(machine, '1.0.0')
    expect(upgrade(machine, '--back --restore').output).toContain(`Outlast ${version} runs`)
  })

  test('that is killed after any of its steps leaves a version that runs, and the same command goes on, forwards and back', () => {
    /** Returns whether the command was still running at the step. */
    const killAt = (step: number, args: string, target: string): boolean => {
      writeSteps(machine, step)
      const { output } = upgrade(machine, args, '/root/steps')
      const place = /KILLED after .*/.exec(output)?.[0]
      const finished = place === undefined ? output : goOn(place, args)
      expect(finished).toContain(`Outlast ${target} runs`)
      expectSeason(machine, target)
      return place !== undefined
    }
    /** Starts what a killed command left, and gives the command again. */
    const goOn = (place: string, args: string): string => {
      // Between the switch of the link and the reload, systemd waits for a word of readiness that a version before 1.0.0 does not send.
      machine.ok('systemctl start --no-block outlast')
      // No version starts while the data is exchanged.
      if (machine.run('test -d /var/lib/outlast-pool.restored').code !== 0)
        expectSeason(machine, machine.ok('readlink /opt/outlast').trim().replace('/opt/outlast-', ''))
      return `${place}\n${upgrade(machine, args).output}`
    }
    let step = 1
    while ([killAt(step, 'outlast-1.0.0.tgz', '1.0.0'), killAt(step, '--back --restore', version)].includes(true)) step += 1
    // Fewer would mean that the stand-ins were not called.
    expect(step).toBeGreaterThan(8)
  })
})

/** The commands with which an upgrade changes something. */
const CHANGING = ['install', 'ln', 'mkdir', 'mv', 'rmdir', 'systemctl', 'systemd-run', 'tar', 'timeout']

/** Writes commands of the same names that do the same, and kill the upgrade after the step of this number. */
function writeSteps(machine: Machine, step: number): void {
  machine.ok('rm --recursive --force steps; mkdir steps; echo 0 >steps/count')
  for (const name of CHANGING)
    machine.write(
      `/root/steps/${name}`,
      `#!/bin/sh
PATH=\${PATH#/root/steps:}
${name} "$@"
code=$?
case "$*" in show* | is-active* | --list*) exit $code ;; esac
count=$(($(cat /root/steps/count) + 1))
echo $count >/root/steps/count
if [ $count = ${step} ]; then
  echo "KILLED after step $count: ${name} $*"
  kill -9 $PPID
fi
exit $code
`,
      0o755,
    )
}
