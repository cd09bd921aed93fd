import { SUBCOMMANDS } from './cli/subcommands.ts'
import { printMessage, runCommandLine } from './cli/terminal.ts'
import { programForm } from './lib/command-form.ts'

// The program: `outlast <command> …` in a release and in the image, and what each npm script of that name runs in a checkout.

const names = [...SUBCOMMANDS.keys()]
const width = Math.max(...names.map((name) => name.length))

const HELP = `Usage: ${programForm('<command>')} [arguments]

Commands:
${[...SUBCOMMANDS].map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}

For the help of one: ${programForm('<command>')} --help`

const [name, ...args] = process.argv.slice(2)
const subcommand = SUBCOMMANDS.get(name ?? '')
if (subcommand !== undefined) {
  await runCommandLine((await subcommand.load()).program, args)
} else if (name === '--help' || name === '-h') {
  console.log(HELP)
} else {
  printMessage(name === undefined ? HELP : `Unknown command: ${name}.\n\n${HELP}`)
  process.exitCode = 1
}
