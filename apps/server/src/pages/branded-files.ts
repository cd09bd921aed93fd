import { crestAddress } from '@outlast/contract/crest'
import { type EncodedBody, encodeBody } from '../lib/encoded-body.ts'
import { escapeHtml } from './docs/html.ts'

/** The name in the built files, which the club's name replaces. */
const DEFAULT_NAME = 'Outlast'

/** The parts of the club's branding that the files show before the app runs. */
export interface ClubBranding {
  readonly name: string
  /** The version of the crest; null: the app's own icon. */
  readonly crest: string | null
}

type ApplyBranding = (content: string, club: ClubBranding) => string

/** The files that show the club's name and crest without the app, or before it runs, and how to insert them. */
const BRANDED_FILES: Readonly<Record<string, ApplyBranding>> = {
  '/index.html': (page, { name, crest }) =>
    withIcons(
      page.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(name)}</title>`),
      crest,
    ),
  '/manifest.webmanifest': (manifest, { name, crest }) => {
    const fields = JSON.parse(manifest) as Record<string, unknown>
    const icons = crest === null ? {} : { icons: crestIcons(crest) }
    return JSON.stringify({ ...fields, name, short_name: name, ...icons }, null, 2)
  },
}

const crestIcons = (crest: string) =>
  ([192, 512] as const).map((size) => ({ src: crestAddress(crest, size), sizes: `${size}x${size}`, type: 'image/png' }))

function withIcons(page: string, crest: string | null): string {
  if (crest === null) return page
  return page
    .replace(/<link rel="icon"[^>]*>/, `<link rel="icon" href="${crestAddress(crest, 64)}" type="image/png" />`)
    .replace(/<link rel="apple-touch-icon"[^>]*>/, `<link rel="apple-touch-icon" href="${crestAddress(crest, 192)}" />`)
}

/** Names the club in the title of a guide and in the link to the pool. */
const brandGuide: ApplyBranding = (guide, { name, crest }) =>
  withIcons(
    guide.replace('</title>', () => ` · ${escapeHtml(name)}</title>`).replace('← To the pool', () => `← ${escapeHtml(name)}`),
    crest,
  )

const brandingOf = (path: string): ApplyBranding | undefined =>
  /^\/help\/[^/]+\.html$/.test(path) ? brandGuide : BRANDED_FILES[path]

/** Inserts the club's name and crest into the content of a file, if the file shows them. */
export function withBranding(path: string, content: Buffer, club: ClubBranding): Buffer | string {
  const applyBranding = brandingOf(path)
  const isDefault = club.name === DEFAULT_NAME && club.crest === null
  return applyBranding === undefined || isDefault ? content : applyBranding(content.toString('utf8'), club)
}

const NO_CLUB: ClubBranding = { name: '', crest: null }

/** Returns the club's branding for the files that show it, and a constant for all others, so that they are encoded only once. */
export const brandingFor = (path: string, club: () => ClubBranding): (() => ClubBranding) =>
  brandingOf(path) === undefined ? () => NO_CLUB : club

/** Encodes a body once per name and crest, and again when they change. */
export function encodedPerBranding(
  club: () => ClubBranding,
  build: (club: ClubBranding) => Promise<EncodedBody>,
): () => Promise<EncodedBody> {
  let latest: { readonly club: ClubBranding; readonly body: Promise<EncodedBody> } | undefined
  return () => {
    const current = club()
    if (latest === undefined || latest.club.name !== current.name || latest.club.crest !== current.crest) {
      const body = build(current)
      latest = { club: current, body }
      // The next request retries a failed read.
      body.catch(() => (latest = undefined))
    }
    return latest.body
  }
}

/** The page at `/` until the web app is built. */
export function placeholderPage(club: ClubBranding): Promise<EncodedBody> {
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
