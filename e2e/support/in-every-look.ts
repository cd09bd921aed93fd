import { contextOf, type Look, LOOKS } from './look.ts'
import { test } from './test.ts'

/** Declares tests once per look; their `page` has it. Names of tests need not repeat it. */
export function inEveryLook(declare: (look: Look) => void, looks: readonly Look[] = LOOKS): void {
  for (const look of looks) {
    test.describe(look.name, () => {
      test.use(contextOf(look))
      declare(look)
    })
  }
}
