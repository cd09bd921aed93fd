import { join } from 'node:path'
import { root } from './run.mjs'

/**
 * How Node runs the server. More room for young objects, since a request's live as long as it waits for its commit
 * (7 % more picks a second, bench/); and what was compiled at the last start is kept (a third off the time to start).
 */
export const SERVER_ARGS = ['--max-semi-space-size=32', 'apps/server/src/main.ts']
export const SERVER_ENV = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'outlast-compiled') }
