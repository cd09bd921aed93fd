import { join } from 'node:path'
import { root } from '../root.ts'

/** The build of the web app that is tested: the checkout's, or the folder that `WEB_DIST` names. */
export const webFolder = process.env.WEB_DIST || join(root, 'apps', 'web', 'dist')
