import { fileURLToPath } from 'node:url'

// Plain JavaScript, because `npm start` reads it with the Node.js that happens to be installed.

/** The program with its subcommands. */
export const PROGRAM = 'apps/server/src/main.ts'

/**
 * The arguments with which Node.js runs the server. A request's objects live until its commit, so a larger young generation
 * saves copying them (7 % more picks per second in `npm run bench -- picks`).
 */
export const SERVER_ARGS = ['--max-semi-space-size=32', PROGRAM, 'start']

/** The environment that lets Node.js reuse compiled code from the previous start, which takes a third less time. */
export const SERVER_ENV = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/outlast-compiled', import.meta.url)),
}
