import { inflateSync } from 'node:zlib'

/** Reads the letters of each page of a PDF as Chromium writes it, without spaces: plain objects, compressed streams, fonts with a map to Unicode. */
export function pdfPages(pdf: Buffer): readonly string[] {
  const source = pdf.toString('latin1')
  const objects = new Map(
    [...source.matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)].map(([, id, body]) => [Number(id), body ?? ''] as const),
  )
  const objectOf = (body: string, key: string): string => {
    const id = new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1]
    return id === undefined ? '' : (objects.get(Number(id)) ?? '')
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body))
  return pages.map((page) => {
    const fonts = new Map(
      [...(/\/Font <<(.*?)>>/s.exec(page)?.[1] ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [
        name,
        lettersOf(streamOf(objectOf(objects.get(Number(id)) ?? '', 'ToUnicode'))),
      ]),
    )
    return textOf(streamOf(objectOf(page, 'Contents')), fonts)
  })
}

/** The letters of a font by their code, in hexadecimal. */
type Letters = ReadonlyMap<string, string>

function streamOf(body: string): string {
  const start = /stream\r?\n/.exec(body)
  if (start === null) return ''
  const data = body.slice(start.index + start[0].length, body.lastIndexOf('\nendstream'))
  return body.includes('/FlateDecode') ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : data
}

function lettersOf(map: string): Letters {
  const letters = new Map<string, string>()
  const parse = (hex = ''): number => Number.parseInt(hex, 16)
  for (const [, lines = ''] of map.matchAll(/beginbfchar(.*?)endbfchar/gs)) {
    for (const [, code = '', letter] of lines.matchAll(/<(\w+)> <(\w{4})\w*>/g))
      letters.set(code, String.fromCharCode(parse(letter)))
  }
  for (const [, lines = ''] of map.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const [, from = '', to, first] of lines.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      for (let code = parse(from); code <= parse(to); code++) {
        const hex = code.toString(16).toUpperCase().padStart(from.length, '0')
        letters.set(hex, String.fromCharCode(parse(first) + code - parse(from)))
      }
    }
  }
  return letters
}

function textOf(content: string, fonts: ReadonlyMap<string | undefined, Letters>): string {
  let letters: Letters = new Map()
  let text = ''
  for (const [, font, strings = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|(\[[^\]]*\] TJ|<[0-9A-Fa-f]*> Tj)/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? new Map()
    const width = letters.keys().next().value?.length ?? 4
    for (const [, codes = ''] of strings.matchAll(/<([0-9A-Fa-f]*)>/g)) {
      for (let at = 0; at < codes.length; at += width) text += letters.get(codes.slice(at, at + width).toUpperCase()) ?? ''
    }
  }
  return text.replaceAll(/\s/g, '')
}
