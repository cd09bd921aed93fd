import { spawnSync } from 'node:child_process'

/**
 * Runs a program's own check of its configuration, on machines where it is installed, in addition to checks that run everywhere.
 * @returns what the program complains about; empty if it accepts the configuration or is not installed
 */
export function complaintsOf(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  if (error !== undefined) return ''
  return status === 0 ? '' : `${program} exited with ${status}: ${stdout}${stderr}`
}
