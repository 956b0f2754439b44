// The page: home, or one of the games.

import { shapes } from './cards.mjs';
import { home } from './home.mjs';
import { apply } from './settings.mjs';
import { Table } from './table.mjs';

/** @type {Record<string, () => Promise<(table: Table) => import('./table.mjs').Screen>>} */
const GAMES = {
  boom: async () => (await import('./boom.mjs')).boom,
  grid: async () => (await import('./grid.mjs')).grid,
  crush: async () => (await import('./crush.mjs')).crush,
};

apply();
document.body.append(shapes());
const name = location.pathname.slice(1);
if (name in GAMES) await sitDown(name);
else home();
navigator.serviceWorker?.register('/sw.js').catch(() => {});

/** @param {string} game */
async function sitDown(game) {
  const table = new Table(await GAMES[game]());
  document.body.append(table.frame.el);
  table.frame.fit();
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  await table.open(new URLSearchParams(location.search), visit?.type === 'reload');
  performance.mark('ready');
  document.documentElement.dataset.ready = 'yes';
}

// A key that is held down presses a button once.
addEventListener('keydown', (event) => {
  const pressed = event.target instanceof HTMLElement && event.target.closest('button');
  if (event.repeat && pressed && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
});

addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

