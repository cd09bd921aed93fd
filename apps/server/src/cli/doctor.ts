import { count } from '@outlast/contract/words'
import { ConfigError, readConfig } from '../config/config.ts'
import { type Finding, fail, ok } from '../doctor/check.ts'
import { runChecks } from '../doctor/run.ts'
import { commandLine, print } from './terminal.ts'

export const program = commandLine(
  'doctor',
  'Checks what the pool needs, whether it runs or not: database, disk, memory, clock, mail, push, feed, address, TLS, live connection and backups. Prints one line for each check, and exits with 1 if one fails.',
)
  .option('--mail <address>', 'send a test mail to this address')
  .option('--json', 'print a list of objects with check, level and message', false)
  .action(run)

async function run({ mail, json }: { mail?: string; json: boolean }): Promise<void> {
  const findings: Finding[] = []
  const lines: Promise<void>[] = []
  const onFinding = (finding: Finding): void => {
    findings.push(finding)
    if (!json) lines.push(print(lineOf(finding)))
  }
  try {
    const config = readConfig()
    onFinding(ok('settings', 'The settings are valid'))
    await runChecks({ config, mailTo: mail, onFinding })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const problem of error.problems) onFinding(fail('settings', problem))
  }
  await Promise.all(lines)
  const failed = findings.filter(({ level }) => level === 'fail').length
  const warned = findings.filter(({ level }) => level === 'warn').length
  if (json) await print(JSON.stringify(findings, null, 2))
  else await print(`${count(findings.length, 'check')}: ${failed} failed, ${count(warned, 'warning')}`)
  if (failed > 0) process.exitCode = 1
}

const lineOf = ({ check, level, message }: Finding): string => `${level.padEnd(5)} ${check.padEnd(14)} ${message}`
