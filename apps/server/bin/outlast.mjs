#!/usr/bin/env node

// `outlast <command> …`: the command lines in the image, which has no npm scripts. A checkout has `npm run <command> -- …`.

const COMMANDS = ['admin', 'data', 'import', 'log', 'migrate', 'projections']

const HELP = `Usage: outlast <command> [arguments]

Commands: ${COMMANDS.join(', ')}
For the help of one: outlast <command> --help`

const [name] = process.argv.splice(2, 1)
if (name === '--help' || name === '-h') {
  console.log(HELP)
} else if (name !== undefined && COMMANDS.includes(name)) {
  await import(new URL(`../src/cli/${name}.ts`, import.meta.url).href)
} else {
  console.error(name === undefined ? HELP : `Unknown command: ${name}.\n\n${HELP}`)
  process.exitCode = 1
}
