import type { ReactNode } from 'react'
import styles from './person-mark.module.css'

interface PersonMarkProps {
  /** Gives the color, so that somebody has the same one everywhere. */
  readonly userId: number
  readonly name: string
}

/** Somebody's initials on a color of their own. The name stands beside it, so that screen readers skip it. */
export const PersonMark = ({ userId, name }: PersonMarkProps): ReactNode => (
  <span className={styles.mark} style={{ backgroundColor: personColor(userId) }} aria-hidden="true">
    {initialsOf(name)}
  </span>
)

/** The angle between the hues of two people who joined one after the other, so that neighbors look different. */
const GOLDEN_ANGLE = 137.508

/** A dark color on which white text is readable. */
export const personColor = (userId: number): string => `hsl(${Math.round((userId * GOLDEN_ANGLE) % 360)} 55% 27%)`

/** Returns the first letters of the first and the last word: "Ray Ortiz" is RO, "Cher" C. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u)
  const letters = [words[0] ?? '', words.length > 1 ? (words.at(-1) ?? '') : ''].map((word) => Array.from(word)[0] ?? '')
  return letters.join('').toUpperCase()
}
