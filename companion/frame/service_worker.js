/* Opens the shell and the table seen last without a network, where the connection is secure. Play
   never needs it: what it does not know it leaves to the browser. VERSION, SHELL, OFFLINE and FIXED
   stand above, written by the server. */
"use strict";

const SHELL_CACHE = `shell-${VERSION}`;
const TABLE_CACHE = "table"; // one page: the table seen last
const KEPT_MILLISECONDS = 24 * 60 * 60 * 1000;
const PATIENCE_MILLISECONDS = 4000;
const AWAY = [502, 503, 504]; // a proxy whose server is away
const GONE = [401, 403, 404, 410]; // not this person's any more
const TABLE = /^\/tables\/[0-9a-f-]{36}\/(mine\/[^/]+\/)?$/;
const FORGETS = /^\/account\//; // signing in or out, or leaving for good
const CHANGES_LOOK = "/preferences/";

/* ---------- a new version replaces the old one at once ---------- */

async function fill() {
  const shell = await caches.open(SHELL_CACHE);
  await shell.addAll(SHELL);
  await keepOfflinePage();
  await self.skipWaiting();
}

async function keepOfflinePage() {
  const shell = await caches.open(SHELL_CACHE);
  await shell.add(new Request(OFFLINE, { cache: "reload" }));
}

async function takeOver() {
  const old = (await caches.keys()).filter((name) => name !== SHELL_CACHE && name !== TABLE_CACHE);
  // The page of the table asks for files of the version it was made with.
  if (old.length) old.push(TABLE_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

/* ---------- files of the site ---------- */

async function shellFile(request) {
  if (!FIXED) return fetch(request).catch(() => caches.match(request).then(orNothing));
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(SHELL_CACHE)).put(request, answer.clone());
  return answer;
}

function orNothing(kept) {
  return kept ?? Response.error();
}

/* ---------- pages ---------- */

async function keptTable(url) {
  const cache = await caches.open(TABLE_CACHE);
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    if (Date.now() - Number(kept.headers.get("X-Kept-At")) > KEPT_MILLISECONDS) {
      await cache.delete(request);
    } else if (new URL(request.url).pathname === url.pathname) {
      return kept;
    }
  }
  return undefined;
}

let forgotten = 0; // how often: a page asked for before must not be kept after

function forgetTable() {
  forgotten += 1;
  return caches.delete(TABLE_CACHE);
}

async function keepTable(url, answer, since) {
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding"); // what a script reads is unpacked already
  headers.delete("Content-Length");
  headers.set("X-Kept-At", String(Date.now()));
  const page = await answer.text();
  if (since !== forgotten) return;
  const cache = await caches.open(TABLE_CACHE);
  await cache.put(url.pathname, new Response(page, { headers }));
  for (const request of await cache.keys()) {
    if (new URL(request.url).pathname !== url.pathname) await cache.delete(request);
  }
  if (since !== forgotten) await caches.delete(TABLE_CACHE);
}

async function page(event, url) {
  const kept = await keptTable(url);
  const asked = ask(event, url);
  event.waitUntil(asked.catch(() => {})); // also when the kept page was shown meanwhile
  try {
    const answer = await (kept ? Promise.race([asked, later(kept)]) : asked);
    return kept && AWAY.includes(answer.status) ? kept : answer;
  } catch {
    return kept ?? orNothing(await caches.match(OFFLINE));
  }
}

async function ask(event, url) {
  const since = forgotten;
  const answer = await fetch(event.request);
  if (TABLE.test(url.pathname)) {
    if (answer.ok) event.waitUntil(keepTable(url, answer.clone(), since));
    else if (GONE.includes(answer.status)) event.waitUntil(forgetTable());
  }
  return answer;
}

function later(kept) {
  return new Promise((resolve) => setTimeout(() => resolve(kept.clone()), PATIENCE_MILLISECONDS));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method === "POST" && request.mode === "navigate") {
    if (FORGETS.test(url.pathname)) event.waitUntil(forgetTable());
    if (url.pathname === CHANGES_LOOK) event.waitUntil(lookAnew());
  } else if (request.method === "GET" && url.pathname.startsWith("/static/")) {
    event.respondWith(shellFile(request));
  } else if (request.method === "GET" && request.mode === "navigate") {
    event.respondWith(page(event, url));
  }
});

/* The cookie with the new language comes with the answer to the form, which is on its way. */
async function lookAnew() {
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS));
  await keepOfflinePage();
}

/* ---------- a phone that is put away keeps the table as it stands ---------- */

async function keepAsItStands(address) {
  const url = new URL(address);
  if (!TABLE.test(url.pathname)) return;
  const since = forgotten;
  const answer = await fetch(url, { headers: { Accept: "text/html" } });
  if (answer.ok && !answer.redirected) await keepTable(url, answer, since);
}

self.addEventListener("message", (event) => {
  if (event.data === "keep") event.waitUntil(keepAsItStands(event.source.url).catch(() => {}));
});
