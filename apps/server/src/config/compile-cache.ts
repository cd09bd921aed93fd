import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { IS_CHECKOUT, ROOT } from '../lib/paths.ts'

/** Reuses the code that an earlier start compiled, in what this process and its worker threads load from now on. A read-only folder has no cache. */
export function reuseCompiledCode(): void {
  const folder = join(ROOT, ...(IS_CHECKOUT ? ['node_modules', '.cache'] : ['.cache']), 'outlast-compiled')
  enableCompileCache(folder)
  // Worker threads take it from the environment.
  process.env['NODE_COMPILE_CACHE'] ??= folder
}
