const AT_ONCE = 24

/** 0, 1, … */
export const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** Does something for each, a few at a time; answers in order. */
export async function eachOf<T, A>(things: readonly T[], run: (thing: T, index: number) => Promise<A>): Promise<A[]> {
  const answers: A[] = []
  const queue = things.entries()
  const work = async (): Promise<void> => {
    for (const [index, thing] of queue) answers[index] = await run(thing, index)
  }
  await Promise.all(numbers(AT_ONCE).map(work))
  return answers
}
