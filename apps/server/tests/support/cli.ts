import { expect } from 'vitest'
import { type ExitedProgram, type ProgramOptions, runProgram } from '@outlast/testing/process/program'

export type CommandName =
  | 'log'
  | 'projections'
  | 'admin'
  | 'import'
  | 'data'
  | 'migrate'
  | 'demo'
  | 'start'
  | 'backup'
  | 'restore'
  | 'doctor'
  | 'verify'

/** Runs a command-line tool as a process, like npm's scripts do. Fails the test if it prints a stack trace. */
export async function runCommand(
  name: CommandName,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ExitedProgram> {
  const ended = await runProgram(process.execPath, ['apps/server/src/main.ts', name, ...args], options)
  expect(ended.err, `${name} ${args.join(' ')}`).not.toMatch(/^\s+at |node:internal|Unhandled/m)
  return ended
}
