const UTF_16: readonly (readonly [first: number, second: number, encoding: string])[] = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
]

/** Decodes a text file as spreadsheets save it: UTF-8, UTF-16 with a byte order mark, otherwise Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const [, , marked] = UTF_16.find(([first, second]) => bytes[0] === first && bytes[1] === second) ?? []
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
