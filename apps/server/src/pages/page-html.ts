import { CARD_SIZES, cardAddress } from '@outlast/contract/cards'
import { crestAddress } from '@outlast/contract/crest'
import { type Html, html, join, NOTHING } from './docs/html.ts'
import type { ClubBranding } from './branded-files.ts'
import type { FirstView, PageContent } from './page-content.ts'

const SIZE = '1200x630'

/** Inserts the content of a page into the app's HTML: its title, its tags, and what it shows until the app runs. */
export function withContent(page: string, content: PageContent | undefined, club: ClubBranding, publicUrl: string): string {
  const siteName = property('og:site_name', club.name)
  if (content === undefined) return page.replace('</head>', () => `${siteName.markup}\n</head>`)
  const title = `${content.title} · ${club.name}`
  const named = page
    .replace(/<title>[^<]*<\/title>/, () => html`<title>${title}</title>`.markup)
    .replace(/<meta\s+name="description"[^>]*>/, '')
    .replace('</head>', () => `${tags(content, title, club, publicUrl).markup}\n</head>`)
  const { firstView } = content
  return firstView === null
    ? named
    : named.replace('<div id="root"></div>', () => html`<div id="root">${firstViewOf(firstView, club)}</div>`.markup)
}

/** Open Graph and Twitter tags. Chats need absolute addresses. */
function tags({ path, description, picture }: PageContent, title: string, club: ClubBranding, publicUrl: string): Html {
  const absolute = (address: string): string => new URL(address, publicUrl).href
  const all: readonly Html[] = [
    named('description', description),
    property('og:type', 'website'),
    property('og:site_name', club.name),
    property('og:title', title),
    property('og:description', description),
    property('og:url', absolute(path)),
    named('twitter:title', title),
    named('twitter:description', description),
    named('twitter:card', picture === null ? 'summary' : 'summary_large_image'),
  ]
  if (picture === null) return join(all)
  const image = absolute(cardAddress(picture.kind, picture.id, SIZE, picture.version))
  const { width, height } = CARD_SIZES[SIZE]
  return join([
    ...all,
    property('og:image', image),
    property('og:image:type', 'image/png'),
    property('og:image:width', width),
    property('og:image:height', height),
    property('og:image:alt', description),
    named('twitter:image', image),
  ])
}

const property = (key: string, content: string | number): Html => html`<meta property="${key}" content="${content}" />`
const named = (key: string, content: string): Html => html`<meta name="${key}" content="${content}" />`

/** Renders what a page shows until the app replaces it with its first render. The styles are in the app's style sheet. */
function firstViewOf({ kicker, headline, line, pool }: FirstView, { name, crest }: ClubBranding): Html {
  const image = crest === null ? NOTHING : html`<img src="${crestAddress(crest, 64)}" alt="" width="32" height="32" />`
  const lines = html`<p class="first-view-kicker">${kicker}</p>
    <h1>${headline}</h1>
    <p>${line}</p>`
  const content =
    pool === null
      ? lines
      : html`<div class="first-view-pool" data-stage="dark" data-topics="${pool.topics.join(' ')}">
            ${lines}${actionsOf(pool)}
          </div>
          ${pool.games.length === 0 ? NOTHING : gamesOf(pool.games)}`
  return html`<div class="first-view">
    <div class="first-view-bar">${image}<span>${name}</span></div>
    <main>${content}</main>
  </div>`
}

/** What a visitor can do. The style sheet hides it from members, whom the page knows before it is painted. */
const actionsOf = ({ isOpenToNewMembers }: NonNullable<FirstView['pool']>): Html =>
  html` <p class="first-view-actions">
    ${isOpenToNewMembers ? html`<a href="/auth?register">Join the pool</a>` : NOTHING}
    <a href="/auth">Sign in</a>
  </p>`

const gamesOf = (games: readonly string[]): Html =>
  html`<h2>The games</h2>
    <ul class="first-view-games">
      ${join(games.map((game) => html`<li>${game}</li>`))}
    </ul>`
