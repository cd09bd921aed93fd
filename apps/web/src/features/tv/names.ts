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
