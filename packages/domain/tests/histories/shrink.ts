import type { Command } from '../../src/index.ts'
import type { Difference } from './difference.ts'
import { type FoundDifference, playSteps } from './play.ts'
import { START, type Step } from './world.ts'

/** Drops steps as long as pool and oracle still differ. Steps have their time, so that dropping one moves no other. */
export function shrink(found: FoundDifference): FoundDifference {
  let { steps, error } = found
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    let dropped = true
    while (dropped) {
      dropped = false
      for (let from = steps.length - size; from >= 0; from -= size) {
        const rest = [...steps.slice(0, from), ...steps.slice(from + size)]
        const difference = differenceOf(rest)
        if (difference?.what !== error.what) continue
        steps = rest
        error = difference
        dropped = true
      }
      if (size > 1) break
    }
  }
  return { steps, error }
}

/** A part of a history may be one that the stories cannot tell, for example without the first account. */
function differenceOf(steps: readonly Step[]): Difference | undefined {
  try {
    return playSteps(steps)
  } catch {
    return undefined
  }
}

/** Describes a history for people. */
export function describe({ steps, error }: FoundDifference): string {
  return [...steps.map(describeStep), error.message].join('\n')
}

function describeStep({ at, actor, command, previews, expecting, version, position }: Step): string {
  const who = actor.kind === 'user' ? `account ${actor.userId}` : actor.kind === 'system' ? 'the pool' : 'a visitor'
  const days = ((at - START) / 86_400_000).toFixed(2)
  const more = [
    ...(previews.length > 0 ? [`after previews of ${previews.map(({ type }) => type).join(', ')}`] : []),
    ...(expecting === 'nothing' ? [] : [`expecting ${expecting} consequences`]),
    ...(version === 'none' ? [] : [`with a ${version} version`]),
    ...(position === 'none' ? [] : [`of the ${position} position`]),
  ]
  return [`day ${days}`, who, command.type, describeData(command), ...more].join('  ')
}

function describeData({ data }: Command): string {
  const hidden = ['nonce', 'seed', 'detail', 'emailTaken', 'kickoffKnown']
  return JSON.stringify(data, (key, value: unknown) => (hidden.includes(key) ? undefined : value)).replaceAll('"', '')
}
