/** An image that cannot be a crest. The message says why, for the admin. */
export class CrestError extends Error {
  override name = 'CrestError'
}

/** The largest width and height of a PNG. A small file can unpack to far more. */
const MAX_PIXELS = 2_048
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** The type of the first chunk, which contains the size of the image. */
const HEADER_CHUNK = 'IHDR'

/** How an SVG begins: with a declaration, a comment, a document type or its first element. */
const BEGINNING = /^\uFEFF?\s*<(?:\?xml\s|!--|!DOCTYPE\s+svg\s|(?:[\w-]+:)?svg[\s>/])/i

/** What an SVG must not contain, with the sentence for the admin. Nothing else can refer to anything outside the file. */
const FORBIDDEN: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [/<!(?!--|\[CDATA\[)(?!DOCTYPE\s+svg\s+PUBLIC\s+"[^"<>[\]]*"\s+"[^"<>[\]]*"\s*>)/i, 'The SVG must not define entities'],
  [/<\?xml-stylesheet/i, 'The SVG must not load style sheets'],
  [/<(?:[\w-]+:)?(?:script|foreignObject)\b/i, 'The SVG must not contain scripts or web pages'],
  [/<(?:[\w-]+:)?(?:image|feImage)\b/i, 'The SVG must not contain other images: give the PNG itself, or a drawing'],
  [/<(?:[\w-]+:)?(?:text|tspan|textPath)\b/i, 'The SVG contains text: convert it to paths, since its font is not here'],
  [/<(?:[\w-]+:)?pattern\b/i, 'The SVG must not contain patterns'],
  [/\s(?:[\w-]+:)?href\s*=\s*["']\s*[^#"'\s]/i, 'The SVG must not refer to other files'],
  [/url\(\s*["']?\s*[^#"'\s)]/i, 'The SVG must not refer to other files'],
  [/@import/i, 'The SVG must not load style sheets'],
]

/** Checks an uploaded image without decoding it, and returns its type. @throws CrestError */
export function checkCrest(file: Buffer): 'image/png' | 'image/svg+xml' {
  if (file.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) {
    checkPngHeader(file)
    return 'image/png'
  }
  const text = textOf(file)
  if (text === undefined || !BEGINNING.test(text) || !/<(?:[\w-]+:)?svg[\s>/]/i.test(text))
    throw new CrestError('The crest must be an SVG or a PNG')
  const forbidden = FORBIDDEN.find(([pattern]) => pattern.test(text))
  if (forbidden !== undefined) throw new CrestError(forbidden[1])
  return 'image/svg+xml'
}

function checkPngHeader(file: Buffer): void {
  if (file.length < 33 || file.toString('latin1', 12, 16) !== HEADER_CHUNK) throw new CrestError('The PNG is damaged')
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  if (width === 0 || height === 0) throw new CrestError('The PNG is damaged')
  if (width > MAX_PIXELS || height > MAX_PIXELS) throw new CrestError(`The PNG can be ${MAX_PIXELS} pixels wide and high at most`)
}

/** Returns the text of a file in UTF-8; undefined if it is something else. */
function textOf(file: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
