import { crestAddress } from '@outlast/contract/crest'
import { type EncodedBody, encodeBody } from '../lib/encoded-body.ts'
import { escapeHtml } from './docs/html.ts'

/** The name in the built files, which the club's name replaces. */
const DEFAULT_NAME = 'Outlast'

/** What the files show of the club before the app runs. */
export interface ClubFace {
  readonly name: string
  /** The version of the crest; null: the app's own icon. */
  readonly crest: string | null
}

type Naming = (content: string, club: ClubFace) => string

/** The files that show the club's name and crest before the app runs, and how each gets them. */
const NAMINGS: Readonly<Record<string, Naming>> = {
  '/index.html': (page, { name, crest }) => {
    const named = page.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(name)}</title>`)
    if (crest === null) return named
    return named
      .replace(/<link rel="icon"[^>]*>/, `<link rel="icon" href="${crestAddress(crest, 64)}" type="image/png" />`)
      .replace(/<link rel="apple-touch-icon"[^>]*>/, `<link rel="apple-touch-icon" href="${crestAddress(crest, 192)}" />`)
  },
  '/manifest.webmanifest': (manifest, { name, crest }) => {
    const fields = JSON.parse(manifest) as Record<string, unknown>
    const icons = crest === null ? {} : { icons: crestIcons(crest) }
    return JSON.stringify({ ...fields, name, short_name: name, ...icons }, null, 2)
  },
}

const crestIcons = (crest: string) =>
  ([192, 512] as const).map((size) => ({ src: crestAddress(crest, size), sizes: `${size}x${size}`, type: 'image/png' }))

/** Returns the content of a file with the club's name and crest in it. */
export function withClub(path: string, content: Buffer, club: ClubFace): Buffer | string {
  const naming = NAMINGS[path]
  const isDefault = club.name === DEFAULT_NAME && club.crest === null
  return naming === undefined || isDefault ? content : naming(content.toString('utf8'), club)
}

const NO_CLUB: ClubFace = { name: '', crest: null }

/** Returns the club for the files that show it, and a constant for all others, which are encoded only once. */
export const clubShownIn = (path: string, club: () => ClubFace): (() => ClubFace) => (path in NAMINGS ? club : () => NO_CLUB)

/** Encodes a body once per name and crest, and again when they change. */
export function encodedPerClub(
  club: () => ClubFace,
  build: (club: ClubFace) => Promise<EncodedBody>,
): () => Promise<EncodedBody> {
  let latest: { readonly club: ClubFace; readonly body: Promise<EncodedBody> } | undefined
  return () => {
    const current = club()
    if (latest === undefined || latest.club.name !== current.name || latest.club.crest !== current.crest) {
      const body = build(current)
      latest = { club: current, body }
      // A failed read is tried again by the next request.
      body.catch(() => (latest = undefined))
    }
    return latest.body
  }
}

/** The page at `/` until the web app is built. */
export function placeholderPage(club: ClubFace): Promise<EncodedBody> {
  const name = escapeHtml(club.name)
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
</head>
<body>
<h1>${name}</h1>
<p>The pool is running. Its screens have not been built here yet; its API is complete.</p>
<ul>
<li><a href="/api/docs">What the API can do</a></li>
<li><a href="/readyz">Whether everything is up</a></li>
</ul>
</body>
</html>
`
  return encodeBody(page, { contentType: 'text/html; charset=utf-8' })
}
