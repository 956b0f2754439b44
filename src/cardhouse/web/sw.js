// Keeps the page itself, so that it opens at once and says so when the server is away.
// Matches are never kept here: they are the server's.

const SHELF = 'cardhouse-{digest}';
const FILES = {files};
const PAGES = ['/', '/boom', '/grid', '/crush'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELF).then((shelf) => shelf.addAll(['/', ...FILES])).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELF).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== 'GET') return;
  if (request.mode === 'navigate' && PAGES.includes(pathname)) event.respondWith(page(request));
  else if (pathname.startsWith('/static/')) event.respondWith(file(request));
});

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match('/')) ?? Response.error();
  }
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}
