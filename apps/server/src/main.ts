import { SUBCOMMANDS } from './cli/subcommands.ts'
import { reuseCompiledCode } from './config/compile-cache.ts'
import { programForm } from './lib/command-form.ts'
import { VERSION } from './lib/paths.ts'

// The entry point of `outlast <command> …` in a release and in the image, and of the npm scripts of the same names in a checkout.

const [name, ...args] = process.argv.slice(2)
reuseCompiledCode()
// Loading the rest takes a moment. The command itself takes no arguments but --help.
if (name === 'start' && args.length === 0) console.log(`Starting Outlast ${VERSION}`)
// A static import would load before the cache is in use.
const { printMessage, runCommandLine } = await import('./cli/terminal.ts')

const names = [...SUBCOMMANDS.keys()]
const width = Math.max(...names.map((name) => name.length))

const HELP = `Usage: ${programForm('<command>')} [arguments]

Commands:
${[...SUBCOMMANDS].map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}

For the help of one: ${programForm('<command>')} --help`

const subcommand = SUBCOMMANDS.get(name ?? '')
if (subcommand !== undefined) {
  await runCommandLine((await subcommand.load()).program, args)
} else if (name === '--help' || name === '-h') {
  console.log(HELP)
} else if (name === '--version') {
  console.log(VERSION)
} else {
  printMessage(name === undefined ? HELP : `Unknown command: ${name}.\n\n${HELP}`)
  process.exitCode = 1
}
