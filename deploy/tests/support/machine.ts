import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '@outlast/testing/root'
import { eventually } from '@outlast/testing'

/** What a command printed, on standard output and standard error, and its exit code. */
interface Ran {
  readonly code: number | null
  readonly output: string
}

/** A machine with a real systemd, for tests: namespaces of their own, and a layer over this machine's files that is thrown away. */
export interface Machine {
  /** Runs a line of bash as root on the machine. */
  run(line: string, env?: Readonly<Record<string, string>>): Ran
  /** Runs a line that has to work, and returns what it printed. */
  ok(line: string): string
  /** Writes a file of the machine. */
  write(path: string, text: string, mode?: number): void
  /** Copies a file of this machine to the machine. */
  copy(from: string, to: string): void
  read(path: string): string
  stop(): void
}

/** No command takes this long. One that hangs is ended, and has no code. */
const LIMIT_MS = 120_000

/** Units that would set up hardware, or this machine's kernel, or have nothing to do with the pool. */
const MASKED = `systemd-udevd.service systemd-udev-trigger.service systemd-sysctl.service systemd-modules-load.service
  systemd-binfmt.service systemd-remount-fs.service systemd-random-seed.service systemd-update-utmp.service systemd-logind.service
  systemd-timesyncd.service systemd-networkd.service e2scrub_reap.service nginx.service postgresql.service prometheus.service
  caddy-api.service console-getty.service getty@tty1.service ssh.service cron.service exim4.service avahi-daemon.service
  ModemManager.service systemd-udevd-control.socket systemd-udevd-kernel.socket avahi-daemon.socket
  proc-sys-fs-binfmt_misc.automount tmp.mount dev-hugepages.mount sys-kernel-debug.mount sys-kernel-tracing.mount
  sys-fs-fuse-connections.mount getty.target timers.target remote-fs.target`.split(/\s+/)

/**
 * Starts a machine. It needs root on Linux, with the packages systemd, dbus and sudo.
 *
 * @param hosts the names that lead to the machine itself
 */
export async function startMachine(hosts: readonly string[]): Promise<Machine> {
  // An overlay cannot lie on an overlay, and the memory is fast.
  const folder = mkdtempSync('/dev/shm/outlast-machine-')
  const upper = join(folder, 'upper')
  const place = (path: string): string => {
    const file = join(upper, path)
    mkdirSync(dirname(file), { recursive: true })
    return file
  }
  for (const name of MASKED) symlinkSync('/dev/null', place(`/etc/systemd/system/${name}`))
  writeFileSync(place('/etc/hosts'), `127.0.0.1 localhost ${hosts.join(' ')}\n`)
  writeFileSync(place('/etc/machine-id'), `${'0123456789abcdef'.repeat(2)}\n`)
  const options = ['--mount', '--pid', '--uts', '--ipc', '--net', '--cgroup', '--fork', '--kill-child']
  const script = join(root, 'deploy/tests/support/machine.sh')
  const child = spawn('unshare', [...options, 'sh', script, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (printed += data.toString()))
  const first = (): string => {
    if (child.exitCode !== null) throw new Error(`The machine did not start: ${printed}`)
    return readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
  }
  const run = (line: string, env: Readonly<Record<string, string>> = {}): Ran => {
    const inside = ['--target', first(), '--mount', '--pid', '--uts', '--ipc', '--net', '--cgroup']
    const command = ['--', 'bash', '--norc', '-o', 'pipefail', '-ec', `cd /root; ${line}`]
    const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    const { status, stdout, stderr } = spawnSync('nsenter', [...inside, ...command], {
      encoding: 'utf8',
      timeout: LIMIT_MS,
      env: { PATH: path, HOME: '/root', LANG: 'C.UTF-8', TERM: 'dumb', ...env },
    })
    return { code: status, output: stdout + stderr }
  }
  await eventually(() => {
    const { output } = run('systemctl is-system-running || true')
    if (!/^(running|degraded)/.test(output)) throw new Error(`The machine is not up: ${output}`)
  })
  const ok = (line: string): string => {
    const { code, output } = run(line)
    if (code !== 0) {
      const journal = run('journalctl --unit outlast --lines 20 --no-pager').output
      throw new Error(`${line} ended with ${code}:\n${output}\n${journal}`)
    }
    return output
  }
  const inRoot = (path: string): string => join('/proc', first(), 'root', path)
  return {
    run,
    ok,
    write(path, text, mode = 0o644) {
      mkdirSync(dirname(inRoot(path)), { recursive: true })
      writeFileSync(inRoot(path), text, { mode })
    },
    copy(from, to) {
      mkdirSync(dirname(inRoot(to)), { recursive: true })
      cpSync(from, inRoot(to), { recursive: true })
    },
    read: (path) => ok(`cat ${path}`),
    stop() {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
