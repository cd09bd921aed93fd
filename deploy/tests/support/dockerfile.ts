import { textOf } from './files.ts'

/** An instruction of a Dockerfile, with what follows its name as one line. */
export interface Instruction {
  readonly name: string
  readonly rest: string
  /** The stage it belongs to, from 0. */
  readonly stage: number
}

/** Parses the instructions of a Dockerfile, in order. */
function instructionsOf(text: string): readonly Instruction[] {
  const lines = text.replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, ' ')
  let stage = -1
  return lines.split('\n').flatMap((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') stage += 1
    return name === '' ? [] : [{ name, rest, stage }]
  })
}

export const INSTRUCTIONS = instructionsOf(textOf('deploy/Dockerfile'))

/** The image is the last stage. */
export const IMAGE = INSTRUCTIONS.filter(({ stage }) => stage === INSTRUCTIONS.at(-1)?.stage)

/** Returns the text of the last instruction of a name in the image. */
export const lastInstruction = (name: string): string => IMAGE.findLast((one) => one.name === name)?.rest ?? ''

/** The environment that the image sets. */
export const IMAGE_ENV: Readonly<Record<string, string>> = Object.fromEntries(
  lastInstruction('ENV')
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)

/** Returns whether a path is in the build context. The last pattern of `.dockerignore` that matches it or a parent folder decides. */
export function isInContext(path: string, ignore = textOf('.dockerignore')): boolean {
  const segments = path.split('/')
  const prefixes = segments.map((_, index) => segments.slice(0, index + 1).join('/'))
  let included = true
  for (const line of ignore.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const isException = line.startsWith('!')
    const pattern = patternOf(isException ? line.slice(1) : line)
    if (prefixes.some((prefix) => pattern.test(prefix))) included = isException
  }
  return included
}

/** Converts a pattern of `.dockerignore`. Unlike in a shell, `*` also matches names that begin with a dot. */
function patternOf(line: string): RegExp {
  const parts = line.split(/(\*\*\/|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?'
    return part === '*' ? '[^/]*' : RegExp.escape(part)
  })
  return new RegExp(`^${parts.join('')}$`)
}
