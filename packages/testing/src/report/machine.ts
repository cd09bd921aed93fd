import { readFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'

/** Returns lines that describe the machine on which a report was measured. */
export function describeMachine(postgresVersion: string): readonly string[] {
  const [load = 0] = loadavg()
  return [
    `CPU: ${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores`,
    `Memory: ${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    `OS: ${osName()} (${platform()} ${release()}, ${arch()})`,
    `Node.js: ${process.version}`,
    `PostgreSQL: ${postgresVersion}`,
    `Load average before the start: ${load.toFixed(2)} (other processes; ratios within a round compensate for it)`,
    `Date: ${new Date().toISOString().slice(0, 10)}`,
  ]
}

function osName(): string {
  try {
    return /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? platform()
  } catch {
    return platform()
  }
}
