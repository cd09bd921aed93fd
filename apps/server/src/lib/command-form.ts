import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What `npm run` starts in a checkout. The image has no such scripts, but a command `outlast`. */
const NPM_SCRIPTS = fileURLToPath(new URL('../../../../scripts/outlast.mjs', import.meta.url))

const isCheckout = existsSync(NPM_SCRIPTS)

/**
 * Returns how to type a command where this process runs: `npm run admin -- grant <email>` in a checkout, and
 * `outlast admin grant <email>` in the image.
 *
 * @param command the command with its arguments, e.g. `admin grant <email>`
 */
export function commandForm(command: string): string {
  const [name = '', ...args] = command.split(' ')
  return args.length === 0 ? programForm(name).replace(/ --$/, '') : `${programForm(name)} ${args.join(' ')}`
}

/** Returns the part of {@link commandForm} before a command's arguments. */
export function programForm(name: string): string {
  if (!isCheckout) return `outlast ${name}`
  return name === 'start' ? 'npm start --' : `npm run ${name} --`
}
