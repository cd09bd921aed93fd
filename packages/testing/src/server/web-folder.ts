import { join } from 'node:path'
import { root } from '../root.ts'

/** The build that is tested: another one than the checkout's with `WEB_DIST`. */
export const webFolder = process.env.WEB_DIST || join(root, 'apps', 'web', 'dist')
