import { type EncodedBody, encodeBody } from '../lib/encoded-body.ts'
import { escapeHtml } from './docs/html.ts'

/** The name in the built files, which the club's name replaces. */
const DEFAULT_NAME = 'Outlast'

type Naming = (content: string, name: string) => string

/** The files that show the club's name before the app runs, and how each gets it. */
const NAMINGS: Readonly<Record<string, Naming>> = {
  '/index.html': (page, name) => page.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(name)}</title>`),
  '/manifest.webmanifest': (manifest, name) => {
    const fields = JSON.parse(manifest) as Record<string, unknown>
    return JSON.stringify({ ...fields, name, short_name: name }, null, 2)
  },
}

/** Returns the content of a file with the club's name in it. */
export function withClubName(path: string, content: Buffer, name: string): Buffer | string {
  const naming = NAMINGS[path]
  return naming === undefined || name === DEFAULT_NAME ? content : naming(content.toString('utf8'), name)
}

/** Returns the club's name for the files that show it, and a constant for all others, which are encoded only once. */
export const nameShownIn = (path: string, clubName: () => string): (() => string) => (path in NAMINGS ? clubName : () => '')

/** Encodes a body once per name, and again when the name changes. */
export function encodedPerName(name: () => string, build: (name: string) => Promise<EncodedBody>): () => Promise<EncodedBody> {
  let latest: { readonly name: string; readonly body: Promise<EncodedBody> } | undefined
  return () => {
    const current = name()
    if (latest?.name !== current) {
      const body = build(current)
      latest = { name: current, body }
      // A failed read is tried again by the next request.
      body.catch(() => (latest = undefined))
    }
    return latest.body
  }
}

/** The page at `/` until the web app is built. */
export function placeholderPage(clubName: string): Promise<EncodedBody> {
  const name = escapeHtml(clubName)
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
