import type { MadeBy } from '@outlast/contract'

/** Names who made a pick instead of its owner in person: "Otto Member", "a program", "Otto Member, by a program". */
export function makerName({ proxy, program }: MadeBy): string {
  const name = proxy === '' ? 'a former member' : proxy
  return name === undefined ? 'a program' : `${name}${program === true ? ', by a program' : ''}`
}
