// Reads values of a response whose types are not certain.

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a list, or an empty one for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns a text without blanks around it, or a number as text; undefined for anything else and for blanks. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

/** Returns a whole number, also if it is written as text. */
export function numberOf(value: unknown): number | undefined {
  const text = textOf(value)
  return text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : undefined
}

const SHOWN_LENGTH = 40

/** Returns a value as it is shown to people: JSON on one line, shortened. */
export function shown(value: unknown): string {
  const text = (JSON.stringify(value) ?? 'nothing').replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
  const characters = Array.from(text)
  return characters.length <= SHOWN_LENGTH ? text : `${characters.slice(0, SHOWN_LENGTH - 1).join('')}…`
}
