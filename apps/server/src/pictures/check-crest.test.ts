import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { checkCrest, CrestError } from './check-crest.ts'
import { renderCrest } from './render-crest.ts'

const svg = (content: string, attributes = 'viewBox="0 0 10 10"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`)
const DISK = '<circle cx="5" cy="5" r="4" fill="#0a5c36"/>'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/**
 * Returns a gray PNG.
 * @param rows how many rows it contains, if it is damaged
 */
function png(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const pixels = deflateSync(Buffer.alloc((width + 1) * rows, 0))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

describe('checkCrest', () => {
  test.each([
    ['a drawing', svg(DISK)],
    [
      'a drawing with a declaration, a comment and a public doctype',
      Buffer.from(
        `\uFEFF<?xml version="1.0"?><!-- drawn --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg(DISK).toString()}`,
      ),
    ],
    [
      'a gradient of its own',
      svg(`<defs><linearGradient id="g"/></defs><rect fill="url(#g)" width="9" height="9"/><use xlink:href="#g"/>`),
    ],
  ])('accepts %s', (_, file) => {
    expect(checkCrest(file)).toBe('image/svg+xml')
  })

  test('accepts a PNG', () => {
    expect(checkCrest(png(64, 64))).toBe('image/png')
  })

  test.each([
    ['nothing', Buffer.alloc(0), 'The crest must be an SVG or a PNG'],
    ['a JPEG', Buffer.from('ffd8ffe000104a46', 'hex'), 'The crest must be an SVG or a PNG'],
    ['a page', Buffer.from('<!doctype html><svg xmlns="http://www.w3.org/2000/svg"/>'), 'The crest must be an SVG or a PNG'],
    ['a compressed SVG', Buffer.from('1f8b0800', 'hex'), 'The crest must be an SVG or a PNG'],
    ['UTF-16', Buffer.from('\uFEFF<svg/>', 'utf16le'), 'The crest must be an SVG or a PNG'],
    ['a script', svg('<script>alert(1)</script>'), 'The SVG must not contain scripts or web pages'],
    ['a web page in it', svg('<foreignObject/>'), 'The SVG must not contain scripts or web pages'],
    [
      'an image',
      svg('<image href="data:image/png;base64,AAAA"/>'),
      'The SVG must not contain other images: give the PNG itself, or a drawing',
    ],
    [
      'an image with a prefix',
      svg('<svg:image href="/etc/passwd"/>'),
      'The SVG must not contain other images: give the PNG itself, or a drawing',
    ],
    [
      'an image in a filter',
      svg('<filter><feImage href="#a"/></filter>'),
      'The SVG must not contain other images: give the PNG itself, or a drawing',
    ],
    ['a reference to a file', svg('<use xlink:href="file:///etc/passwd#a"/>'), 'The SVG must not refer to other files'],
    ['a fill from elsewhere', svg('<rect fill="url(http://evil.example/a#b)"/>'), 'The SVG must not refer to other files'],
    ['a style sheet', svg('<style>@import "http://evil.example/a.css";</style>'), 'The SVG must not load style sheets'],
    [
      'entities',
      Buffer.from(`<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('').toString()}`),
      'The SVG must not define entities',
    ],
    ['text', svg('<text>FC</text>'), 'The SVG contains text: convert it to paths, since its font is not here'],
    ['a pattern', svg('<pattern id="a"/>'), 'The SVG must not contain patterns'],
    ['a PNG without a header', png(1, 1).subarray(0, 20), 'The PNG is damaged'],
    ['a PNG without pixels', png(0, 0), 'The PNG is damaged'],
    ['a PNG that would unpack to 4 billion pixels', png(65_535, 65_535, 1), 'The PNG can be 2048 pixels wide and high at most'],
  ])('rejects %s', (_, file, sentence) => {
    expect(() => checkCrest(file)).toThrow(new CrestError(sentence))
  })
})

describe('renderCrest', () => {
  const sizeOf = (image: Buffer) => [image.readUInt32BE(16), image.readUInt32BE(20)]

  test.each([
    ['an SVG', svg(DISK)],
    ['an SVG without a size', svg(DISK, '')],
    ['an SVG of huge size', svg('<rect width="1e9" height="1e9"/>', 'width="1e9" height="1e9"')],
    ['a tall PNG', png(40, 900)],
  ])('draws %s as squares of 64, 192 and 512 pixels', async (_, file) => {
    const { hash, images } = await renderCrest(file)
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(images.map(({ size, png: image }) => [size, ...sizeOf(image)])).toEqual(
      [64, 192, 512].map((size) => [size, size, size]),
    )
  })

  test('gives equal images the same version, and different images different ones', async () => {
    const [one, same, other] = await Promise.all([svg(DISK), svg(DISK), svg('<rect width="9" height="9"/>')].map(renderCrest))
    expect(same?.hash).toBe(one?.hash)
    expect(other?.hash).not.toBe(one?.hash)
  })

  test.each([
    ['an SVG that ends early', Buffer.from(svg(DISK).toString().slice(0, -9))],
    ['an SVG without anything to see', svg('<circle r="0"/>')],
    ['an SVG of 20,000 nested groups', svg(`${'<g>'.repeat(20_000)}${DISK}${'</g>'.repeat(20_000)}`)],
    ['a PNG whose pixels are missing', png(64, 64, 1)],
    ['a PNG cut in two', png(64, 64).subarray(0, 40)],
  ])('rejects %s with a message', async (_, file) => {
    await expect(renderCrest(file)).rejects.toThrow(new CrestError('The image is damaged or empty'))
  })

  test('rejects an image that takes too long to draw, and draws the next one', async () => {
    const blur = '<filter id="f"><feTurbulence numOctaves="2000" baseFrequency="0.9"/></filter>'
    const slow = svg(`${blur}${'<rect width="10" height="10" filter="url(#f)"/>'.repeat(400)}`)
    const [first, next] = await Promise.allSettled([renderCrest(slow), renderCrest(svg(DISK))])
    expect(first).toMatchObject({ reason: { message: 'The image takes too long to draw: simplify it, or give a PNG' } })
    expect(next.status).toBe('fulfilled')
  })
})
