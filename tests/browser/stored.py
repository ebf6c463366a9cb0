"""What the browser keeps of a page: in IndexedDB, and in the places that are read at once."""

from __future__ import annotations

from playwright.sync_api import Page

STORED = """async (text) => {
  const kept = [JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])];
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames)
      for (const row of await done(database.transaction(store).objectStore(store).getAll()))
        kept.push(row.contents ? new TextDecoder("latin1").decode(row.contents) : JSON.stringify(row));
    database.close();
  }
  return kept.length > 1 && kept.some((one) => one.includes(text));
}"""
"""False when the browser keeps nothing in IndexedDB."""


def is_stored(page: Page, text: str) -> bool:
    """Whether the text is anywhere in what the browser keeps."""
    return bool(page.evaluate(STORED, text))


def is_kept(page: Page, text: str) -> None:
    """Waits until the text is in what the browser keeps: the kept file is saved a moment after a change."""
    for _ in range(600):
        if is_stored(page, text):
            return
        page.wait_for_timeout(100)
    message = f"{text!r} was not kept"
    raise AssertionError(message)
