// Shows push messages and opens their page, and keeps the app's own files for the time without a connection
// (docs/decisions/README.md). It never stores an answer of the API.

const CACHE = 'app'
/** How long the server may take while there is a kept file instead, in milliseconds. */
const KEPT_AFTER_MS = 10_000
/** How long any request may take, in milliseconds. */
const LIMIT_MS = 60_000

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// The server comes first, so that nobody sees an old version. Only without an answer in time the kept files are used.
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // The help has pages of its own, which are not kept.
  const isPage = request.mode === 'navigate' && !/^\/(api|help)\//.test(pathname)
  if (isPage || pathname.startsWith('/assets/')) event.respondWith(answer(request, isPage ? '/' : pathname))
})

/** Returns the server's whole answer if it comes in time, otherwise the kept file. Without a kept file a slow connection gets more time. */
async function answer(request, path) {
  const kept = await (await caches.open(CACHE)).match(path)
  if (kept === undefined) return ask(request).catch(() => Response.error())
  return ask(request, { ms: KEPT_AFTER_MS, isWhole: true }).catch(() => kept)
}

/** Asks the server. Ends without an answer after `ms` milliseconds, which cover the body if the answer must be whole. */
async function ask(request, { ms = LIMIT_MS, isWhole = false, cache } = {}) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms)
  try {
    const response = await fetch(request, { signal: controller.signal, ...(cache && { cache }) })
    // A redirect, for example, has no body.
    return isWhole && response.body !== null ? new Response(await response.blob(), response) : response
  } finally {
    clearTimeout(timer)
  }
}

// A page says which files it has loaded.
self.addEventListener('message', (event) => {
  if (Array.isArray(event.data?.files)) event.waitUntil(keep(event.data.files))
})

/** Keeps the page of the current version with these files and those that it loads itself, and forgets all others. */
async function keep(files) {
  const cache = await caches.open(CACHE)
  const page = await ask('/', { cache: 'no-cache', isWhole: true })
  if (!page.ok) return
  const own = (await page.clone().text()).match(/\/assets\/[\w.-]+/g) ?? []
  const wanted = new Set([...own, ...files])
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  await Promise.all([...wanted].filter((path) => !known.has(path)).map((path) => add(cache, path)))
  await cache.put('/', page)
  // Last, so that a kept page has its files at every moment.
  for (const path of known) if (path !== '/' && !wanted.has(path)) await cache.delete(path)
}

async function add(cache, path) {
  const response = await ask(path, { isWhole: true })
  if (!response.ok) throw new TypeError(`${path} cannot be kept`)
  await cache.put(path, response)
}

self.addEventListener('push', (event) => {
  const { id, title, body, path } = event.data?.json() ?? {}
  event.waitUntil(
    self.registration.showNotification(title ?? 'Outlast', {
      body: body ?? '',
      // A message that arrives twice is shown once.
      tag: id,
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      data: { path: typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : '/' },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data ?? { path: '/' }
  event.waitUntil(open(new URL(path, self.location.origin).href))
})

/** Shows the page in a window of the app that is open already, or in a new one. */
async function open(url) {
  const [window] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (window === undefined) return self.clients.openWindow(url)
  await window.focus()
  // Only windows that this worker controls can be sent to another page.
  return window.navigate(url).catch(() => self.clients.openWindow(url))
}
