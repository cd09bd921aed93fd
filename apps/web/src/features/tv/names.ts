import type { MomentInfo } from '@outlast/contract/live'
import { createContext, use } from 'react'

/** Shortens a name to its initials, and keeps its numbers, which tell entries apart: "Long Entry 10" becomes "L. E. 10". */
export function initialsOf(name: string): string {
  const words = name.split(/[\s·–—-]+/).filter((word) => word !== '')
  return words
    .map((word) => {
      if (/^[#\d]/.test(word)) return word
      const [first = ''] = word.replace(/^[^\p{L}\p{N}]+/u, '') || word
      return `${first.toUpperCase()}.`
    })
    .join(' ')
}

/** Whether the screen shows names or initials. */
export const InitialsContext = createContext(false)

/** Returns a function that gives a name as the admin wants it on the screen. */
export function useNames(): (name: string) => string {
  return use(InitialsContext) ? initialsOf : (name) => name
}

/** Returns a moment with other names of its entries and people, such as their initials. */
export function renamed(moment: MomentInfo, nameOf: (name: string) => string): MomentInfo {
  const { through, out, back, lost_life, champions } = moment
  const groups = Object.entries({ through, out, back, lost_life, champions }).map(([kind, group]) => {
    const people = group?.people.map((person) => ({
      ...person,
      entry_name: nameOf(person.entry_name),
      user_name: nameOf(person.user_name),
    }))
    return [kind, group && { ...group, people }] as const
  })
  return { ...moment, ...Object.fromEntries(groups) }
}
