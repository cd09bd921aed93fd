import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { runEach } from './checks.mjs'
import { inWords } from './durations.mjs'
import { run } from './run.mjs'
import { ranAllTasks } from './turbo.mjs'

/** A command that exits with 0 when it is asked to stop, as turbo does. It stops itself where a test has no other way. */
const OBEDIENT = `process.on('SIGTERM', () => process.exit(0)); process.on('SIGINT', () => process.exit(0));
  console.log('started'); setInterval(() => {}, 1000)`

/** Runs a program that uses the library, sends it a signal once its command runs, and returns what it printed and its exit code. */
async function interrupt(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', program: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.push(text)
    if (text.includes('started')) child.kill(signal)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, lines: printed.join('').trim().split('\n') }
}

const IMPORTS = `import { runEach } from '${import.meta.dirname}/checks.mjs'; import { run } from '${import.meta.dirname}/run.mjs';
  const obedient = () => run('node', ['-e', ${JSON.stringify(OBEDIENT)}]);
  const fine = () => run('node', ['-e', '']);`

describe('run', () => {
  it('returns the exit code of a command, and 128 and the number of the signal that ended it', async () => {
    expect(await run('node', ['-e', 'process.exit(3)'])).toBe(3)
    expect(await run('node', ['-e', 'process.kill(process.pid, "SIGKILL")'])).toBe(137)
    expect(await run('node', ['-e', 'process.kill(process.pid, "SIGTERM")'])).toBe(143)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'does not succeed with a command that exits with 0 after %s, and starts no other',
    async (signal) => {
      const program = `${IMPORTS} console.log(await obedient()); console.log(await run('node', ['-e', 'console.log("late")']))`
      expect((await interrupt(signal, program)).lines).toEqual(['started', '130', '130'])
    },
  )
})

describe('runEach', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'says after %s which check was interrupted and which were not run, and passes none',
    async (signal) => {
      const program = `${IMPORTS} const failed = await runEach({ format: fine, lint: obedient, types: fine, none: undefined }); console.log(failed.join()); process.exitCode = failed.length`
      const { code, lines } = await interrupt(signal, program)
      expect(lines).toEqual([
        expect.stringMatching(/^check format: passed after \d+ seconds?$/),
        'started',
        expect.stringMatching(/^check lint: interrupted after \d+ seconds?$/),
        'check types: not run',
        'lint,types',
      ])
      expect(code).toBe(2)
    },
  )

  it('fails a check whose command dies by a signal, and goes on with the others', async () => {
    const dies = () => run('node', ['-e', 'process.kill(process.pid, "SIGKILL")'])
    expect(await runEach({ dies, fine: () => Promise.resolve(0) })).toEqual(['dies'])
  })
})

describe('ranAllTasks', () => {
  it.each([
    [{ success: 3, cached: 2, attempted: 5 }, true],
    [{ success: 0, cached: 5, attempted: 5 }, true],
    [{ success: 0, cached: 0, attempted: 5 }, false],
    [{ success: 4, cached: 0, attempted: 5 }, false],
    [{ success: 0, cached: 0, attempted: 0 }, false],
  ])('of %j is %s', (execution, expected) => expect(ranAllTasks({ execution })).toBe(expected))
  it('is false without a summary', () => expect([ranAllTasks(undefined), ranAllTasks({})]).toEqual([false, false]))
})

it.each([
  [400, '0 seconds'],
  [1_000, '1 second'],
  [89_000, '89 seconds'],
  [96_000, '2 minutes'],
  [738_000, '12 minutes'],
  [3_600_000, '1 hour'],
  [5_460_000, '1 hour 31 minutes'],
])('inWords: %i ms are %s', (ms, words) => expect(inWords(ms)).toBe(words))
