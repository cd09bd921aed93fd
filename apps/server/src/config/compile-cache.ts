import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { IS_CHECKOUT, ROOT } from '../lib/paths.ts'

/**
 * Makes this process and its worker threads reuse the code that an earlier start compiled, for the modules that they load from now on. In a
 * read-only folder there is no cache.
 */
export function reuseCompiledCode(): void {
  const folder = join(ROOT, ...(IS_CHECKOUT ? ['node_modules', '.cache'] : ['.cache']), 'outlast-compiled')
  enableCompileCache(folder)
  // Worker threads inherit the environment, but not the call above.
  process.env['NODE_COMPILE_CACHE'] ??= folder
}
