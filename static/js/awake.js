/* A phone that slept, or had no network, is looked at again. */

export function onAwake(catchUp) {
  const whenVisible = () => { if (document.visibilityState === "visible") catchUp(); };
  document.addEventListener("visibilitychange", whenVisible);
  window.addEventListener("pageshow", (event) => { if (event.persisted) whenVisible(); });
  window.addEventListener("online", whenVisible);
}
