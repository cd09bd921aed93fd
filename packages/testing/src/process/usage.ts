import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** Returns the seconds of processor time that a process and its children have used; NaN where /proc is missing. */
export function cpuSeconds(pid: number): number {
  try {
    return processTree(pid).reduce((sum, one) => sum + ownCpuSeconds(one), 0)
  } catch {
    return Number.NaN
  }
}

/** Returns the ids of a process and its direct children. Throws where /proc is missing. */
export function processTree(pid: number): readonly number[] {
  return [pid, ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)]
}

/** Returns the resident memory of a process in MiB; NaN where /proc is missing. */
export function residentMiB(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

function ownCpuSeconds(pid: number): number {
  // proc(5), counted from the state, which is field 3: utime 14, stime 15, and those of children that exited 16, 17.
  const fields = readStat(pid)
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0) / TICKS_PER_SECOND
}

/** Reads the fields of /proc/<pid>/stat from the state on; none for a child that has just exited, which its parent counts. */
function readStat(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}
