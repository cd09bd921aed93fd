import { IS_CHECKOUT } from './paths.ts'

/**
 * Returns how to type a command where this process runs: `npm run admin -- grant <email>` in a checkout, and
 * `./outlast admin grant <email>` in a release.
 *
 * @param command the command with its arguments, e.g. `admin grant <email>`
 */
export function commandForm(command: string): string {
  const [name = '', ...args] = command.split(' ')
  return args.length === 0 ? programForm(name).replace(/ --$/, '') : `${programForm(name)} ${args.join(' ')}`
}

/** Returns the part of {@link commandForm} before a command's arguments. */
export function programForm(name: string): string {
  // A release's launcher leaves there how it was called: ./outlast, or outlast where the PATH leads to it, as in the image.
  if (!IS_CHECKOUT) return `${process.argv[1] ?? 'outlast'} ${name}`
  return name === 'start' ? 'npm start --' : `npm run ${name} --`
}
