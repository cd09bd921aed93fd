/** What stands at `/` until the web app has been built: plain, without styles or scripts. */
export function placeholderPage(clubName: string): string {
  const name = escapeHtml(clubName)
  return `<!doctype html>
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
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`)
}
